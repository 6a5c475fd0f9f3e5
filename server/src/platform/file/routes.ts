import type { Readable } from 'node:stream'
import { batchMaxFiles, fileCalls } from '@usance/wire/file/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { zipStream } from '../../files/zip-stream.ts'
import { type Actor, afterwards, type Before, type Context, routes, type UseCaseContext } from '../../http/context.ts'
import { safeFileName, type Upload } from '../../http/receive-upload.ts'
import { Refused } from '../../http/refused.ts'
import { asAttachment, sendOpened } from '../../http/send-file.ts'
import { fileOf } from './stored-file.ts'

type Caller = Context & { actor: Actor }

/** The most that a person uploads within a day, in bytes. */
export const mostUploadedADay = 500 * 1024 * 1024

/** Throws where a file of this size would be more than a person may upload within a day. */
async function refuseTooMuch({ tx, actor }: Pick<UseCaseContext, 'tx' | 'actor'>, size: number): Promise<void> {
  const { bytes } = await tx
    .selectFrom('storedFile')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('uploadedBy', '=', actor.userId)
    .where('purpose', '=', 'upload')
    .where('createdAt', '>', sql<string>`app_now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(bytes) + size > mostUploadedADay) throw new Refused('UPLOADS_TODAY', { megabytes: mostUploadedADay / (1024 * 1024) })
}

/**
 * Sends an uploaded file to the store before any transaction, since a bucket may take a minute. Its key is random: nobody guesses
 * another company's. A call that is refused afterwards takes the file out again.
 */
async function keepBytes({ app, look, upload }: Before): Promise<string> {
  if (!upload) throw new Error('The upload was not received.')
  await look((context) => refuseTooMuch(context, upload.size))
  const id = newId()
  upload.takeBack = () => app.files.remove(keyOf(id))
  await app.files.put(keyOf(id), upload.stream() as Readable)
  return id
}

const keyOf = (id: string) => `upload/${id}`

/** Records an upload whose bytes are kept. What others of the same person took meanwhile counts. */
async function storeUpload(request: Caller & { upload?: Upload; prepared: string }) {
  const { app, tx, actor, upload, prepared: id } = request
  if (!upload) throw new Error('The upload was not received.')
  await refuseTooMuch(request, upload.size)
  const objectKey = keyOf(id)
  const row = await tx
    .insertInto('storedFile')
    .values({
      id,
      objectKey,
      fileName: upload.fileName,
      contentType: upload.contentType,
      size: String(upload.size),
      sha256: upload.sha256,
      companyId: actor.companyId,
      uploadedBy: actor.userId,
      purpose: 'upload',
    })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  await audit(request, {
    event: 'FILE_UPLOADED',
    objectType: 'FILE',
    objectId: id,
    after: { fileName: upload.fileName, sha256: upload.sha256, size: upload.size },
  })
  return {
    objectKey,
    fileName: upload.fileName,
    fileUrl: addressOf(app.config.prefix, objectKey, true),
    fileSource: 'S3',
    id,
    createTime: row.createdAt,
    size: upload.size,
    sha256: upload.sha256,
  }
}

const addressOf = (prefix: string, objectKey: string, preview: boolean) =>
  `/api/${prefix}-company/sysAttachment/content?objectKey=${encodeURIComponent(objectKey)}&preview=${preview}`

async function urlOf(request: Caller & { query: { objectKey: string; preview?: 'true' | 'false' } }) {
  const { app, query } = request
  const file = await fileOf(request, query.objectKey)
  return {
    url: addressOf(app.config.prefix, file.objectKey, query.preview === 'true'),
    fileName: file.fileName,
    contentType: file.contentType,
  }
}

const shownInPage = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'application/pdf']

async function content(request: Caller & { query: { objectKey: string; preview?: 'true' | 'false' } }) {
  const { app, query } = request
  const file = await fileOf(request, query.objectKey)
  const inline = query.preview === 'true' && shownInPage.includes(file.contentType)
  const name = encodeURIComponent(safeFileName(file.fileName))
  return sendOpened(request, await app.files.stream(file.objectKey), {
    'content-type': inline ? file.contentType : 'application/octet-stream',
    'content-length': Number(file.size),
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; object-src 'self'; plugin-types application/pdf",
  })
}

/** One zip of files, each checked first: a key the caller may not see fails the whole batch, as if it did not exist. */
async function zipOf(request: Caller, keys: string[], name: string) {
  const { app } = request
  const files = []
  for (const key of new Set(keys)) files.push(await fileOf(request, key))
  const taken = new Set<string>()
  const entries = files.map((file) => {
    let entry = safeFileName(file.fileName)
    for (let n = 2; taken.has(entry); n++) entry = `${n}-${safeFileName(file.fileName)}`
    taken.add(entry)
    return { name: entry, open: () => app.files.stream(file.objectKey) }
  })
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': asAttachment(`${safeFileName(name).replace(/\.zip$/i, '')}.zip`),
  }
  // The zip opens its first file at once: nothing may fail between here and its reader.
  return sendOpened(request, zipStream(entries), headers)
}

const downloadBatch = (request: Caller & { body: { keys: string[]; fileName: string } }) =>
  zipOf(request, request.body.keys, request.body.fileName)
const downloadFiles = (request: Caller & { body: { files: { objectKey: string }[]; fileName: string } }) =>
  zipOf(
    request,
    request.body.files.map((file) => file.objectKey),
    request.body.fileName,
  )

export const fileRoutes = routes(fileCalls, {
  upload: afterwards<typeof fileCalls.upload, string>(keepBytes, storeUpload),
  getUrl: urlOf,
  getDmsUrl: urlOf,
  getUrlShort: urlOf,
  content,
  downloadBatch,
  downloadBatchShort: downloadBatch,
  downloadFiles,
  downloadFilesShort: downloadFiles,
  downloadByKey: (request) => {
    const given = request.query.objectKey
    const keys = (Array.isArray(given) ? given : [given]).flatMap((text) => text.split(',')).filter(Boolean)
    if (keys.length === 0) throw new Refused('NOT_FOUND')
    if (keys.length > batchMaxFiles)
      throw new Refused('BAD_REQUEST', {
        fields: [{ field: 'objectKey', message: 'too_big', params: { maximum: batchMaxFiles } }],
      })
    return zipOf(request, keys, 'attachments')
  },
})
