import { fileCalls } from '@usance/wire/file/calls'
import { config } from '../config.ts'
import { headersOf, send } from './client.ts'
import { saveFile } from './files.ts'
import { Refused } from './refused.ts'
import { report } from './report.ts'
import { extensionOf, type StoredFile } from './upload.ts'

type Named = Pick<StoredFile, 'objectKey' | 'fileName' | 'fileSource'>

/** Which call gives the address of a file: files of the document system have their own. */
const addressCallOf = (file: Pick<StoredFile, 'fileSource'>) =>
  file.fileSource === 'DMS' ? fileCalls.getDmsUrl : fileCalls.getUrl

const shownInPage = ['jpg', 'jpeg', 'bmp', 'png', 'gif', 'pdf']
/** Pictures and PDFs show in the page; archives and office files are downloaded, not looked at. */
export const showsInPage = (file: Pick<StoredFile, 'fileName'>): boolean => shownInPage.includes(extensionOf(file.fileName))

/** The bytes of a stored file, through its address. */
export async function fetchFile(file: Named, preview: boolean): Promise<Blob> {
  const { url } = await send(addressCallOf(file), { query: { objectKey: file.objectKey, preview: preview ? 'true' : 'false' } })
  try {
    const own = new URL(url, location.origin).origin === location.origin
    const response = await fetch(url, { headers: own ? headersOf((await config()).appId) : {}, credentials: 'omit' })
    if (!response.ok || response.headers.get('content-type')?.includes('application/json'))
      throw new Refused(response.status, (await response.json().catch(() => null))?.message ?? response.statusText)
    return await response.blob()
  } catch (error) {
    report(error)
    throw error
  }
}

/** Saves a stored file under its own name. */
export async function downloadFile(file: Named): Promise<void> {
  saveFile(await fetchFile(file, false), file.fileName)
}

/** Saves the files of one group as one zip, by their keys in the address. */
export async function downloadGroup(files: readonly Named[], fileName: string): Promise<void> {
  const answer = await send(fileCalls.downloadByKey, { query: { objectKey: files.map((file) => file.objectKey) } })
  saveFile(answer.blob, `${fileName.replace(/\.zip$/i, '')}.zip`)
}

/** Saves several stored files as one zip; files of several sources go by name and source, else by key. */
export async function downloadFiles(files: readonly Named[], fileName: string): Promise<void> {
  const mixed = new Set(files.map((file) => file.fileSource ?? '')).size > 1
  const answer = mixed
    ? await send(fileCalls.downloadFiles, {
        body: {
          files: files.map(({ objectKey, fileName: name, fileSource }) => ({ objectKey, fileName: name, fileSource })),
          fileName,
        },
      })
    : await send(fileCalls.downloadBatch, { body: { keys: files.map((file) => file.objectKey), fileName } })
  saveFile(answer.blob, `${fileName.replace(/\.zip$/i, '')}.zip`)
}
