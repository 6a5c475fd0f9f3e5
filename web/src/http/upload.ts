import { type UploadPurpose, uploadEndings } from '@usance/wire/file/calls'
import { config } from '../config.ts'
import { t } from '../i18n/i18n.ts'
import { addressOf, headersOf } from './client.ts'
import { Cancelled, Refused, Unreachable } from './refused.ts'
import { report } from './report.ts'

export type StoredFile = {
  id?: string
  objectKey: string
  fileName: string
  fileUrl?: string
  fileSource?: string
  createTime?: string
  groupKey?: string
}
/** Uploads may take five minutes. */
const uploadTimeoutMs = 300_000
/** What files may weigh at most, in bytes; the server has the same limits. */
const zipMaxBytes = 104_857_600
const fileMaxBytes = 20_971_520

/** Sends one file with progress from 0 to 100. XMLHttpRequest, because fetch cannot tell how much was sent. */
export async function upload(
  file: File,
  options: { purpose?: UploadPurpose; onProgress?: (percent: number) => void; signal?: AbortSignal } = {},
): Promise<StoredFile> {
  const { prefix, appId } = await config()
  try {
    return await new Promise<StoredFile>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', addressOf({ path: '/{p}-company/sysAttachment/upload' }, prefix, {}, { purpose: options.purpose }))
      for (const [name, value] of Object.entries(headersOf(appId))) request.setRequestHeader(name, value)
      request.timeout = uploadTimeoutMs
      request.upload.onprogress = (event) =>
        event.lengthComputable && options.onProgress?.(Math.round((event.loaded / event.total) * 100))
      request.onload = () => {
        try {
          const envelope = JSON.parse(request.responseText)
          if (envelope.code === 200) resolve(envelope.data)
          else reject(new Refused(envelope.code, envelope.message ?? '', envelope.data ?? {}))
        } catch {
          reject(new Refused(request.status, request.statusText))
        }
      }
      request.onerror = () => reject(new Unreachable('network'))
      request.ontimeout = () => reject(new Unreachable('timeout'))
      request.onabort = () => reject(new Cancelled())
      options.signal?.addEventListener('abort', () => request.abort(), { once: true })
      const form = new FormData()
      form.append('file', file)
      request.send(form)
    })
  } catch (error) {
    report(error)
    throw error
  }
}

/** The types every uploader takes, by the ending of a file's name. */
export const acceptedTypes = uploadEndings()
/** What an uploader that takes these types sends files for: reading them, importing them, or neither. */
export const purposeOf = (types: readonly string[]): UploadPurpose | undefined =>
  types.includes('msg') ? 'ocr' : types.every((type) => acceptedTypes.includes(type)) ? undefined : 'import'
export const extensionOf = (name: string): string => name.split('.').pop()?.toLowerCase() ?? ''

/** The limits of a field in the user's words: kinds, sizes and number. A zip may be larger than other files. */
export const uploadHint = (types: readonly string[], count: number): string =>
  t(types.includes('zip') && types.length > 1 ? 'common.upload.hintZip' : 'common.upload.hint', {
    types: types.join(', ').toUpperCase(),
    size: fileMaxBytes / 2 ** 20,
    zipSize: zipMaxBytes / 2 ** 20,
    count,
  })

/** Why a file is not accepted, in the user's words, or undefined. The server checks again. */
export function refusalOf(file: { name: string; size: number }, types: readonly string[]): string | undefined {
  const type = extensionOf(file.name)
  if (!types.includes(type)) return t('common.upload.file_type_tip', { types: types.join(', ').toUpperCase() })
  if (type === 'zip') return file.size > zipMaxBytes ? t('common.upload.zip_maxsize_tip') : undefined
  return file.size > fileMaxBytes ? t('common.upload.file_maxsize_tip') : undefined
}
