import type { Readable } from 'node:stream'
import { fileCalls } from '@usance/wire/file/calls'
import { ZipFile } from 'yazl'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { type Actor, type Context, routes } from '../../http/context.ts'
import { safeFileName, type Upload } from '../../http/receive-upload.ts'
import { Refused } from '../../http/refused.ts'
import { sendStream } from '../../http/send-stream.ts'
import { fileOf } from './stored-file.ts'

type Caller = Context & { actor: Actor }

/** Keeps an uploaded file. Its key is random: nobody guesses another company's. */
async function storeUpload(request: Caller & { upload?: Upload }) {
  const { app, tx, actor, upload } = request
  if (!upload) throw new Error('The upload was not received.')
  const id = newId()
  const objectKey = `upload/${id}`
  await app.files.put(objectKey, upload.stream() as Readable)
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

async function urlOf({ app, tx, query }: Caller & { query: { objectKey: string; preview?: 'true' | 'false' } }) {
  const file = await fileOf(tx, query.objectKey)
  return {
    url: addressOf(app.config.prefix, file.objectKey, query.preview === 'true'),
    fileName: file.fileName,
    contentType: file.contentType,
  }
}

const shownInPage = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'application/pdf']

async function content({ app, tx, query, raw }: Caller & { query: { objectKey: string; preview?: 'true' | 'false' } }) {
  const file = await fileOf(tx, query.objectKey)
  const inline = query.preview === 'true' && shownInPage.includes(file.contentType)
  raw.reply
    .type(inline ? file.contentType : 'application/octet-stream')
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(safeFileName(file.fileName))}`,
    )
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; object-src 'self'; plugin-types application/pdf",
    )
    .header('x-content-type-options', 'nosniff')
    .send(await app.files.read(file.objectKey))
  return undefined
}

/** One zip of files, each checked first: a key the caller may not see fails the whole batch, as if it did not exist. */
async function zipOf({ app, tx, raw }: Caller, keys: string[], name: string) {
  const files = []
  for (const key of [...new Set(keys)].slice(0, 200)) files.push(await fileOf(tx, key))
  const zip = new ZipFile()
  const taken = new Set<string>()
  for (const file of files) {
    let entry = safeFileName(file.fileName)
    for (let n = 2; taken.has(entry); n++) entry = `${n}-${safeFileName(file.fileName)}`
    taken.add(entry)
    zip.addReadStream(await app.files.stream(file.objectKey), entry)
  }
  zip.end()
  const { reply } = raw
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${safeFileName(name).replace(/\.zip$/i, '')}.zip`)}`,
  })
  // Everything is checked and open by now: nobody's transaction waits for how fast the files are taken.
  void sendStream(zip.outputStream as Readable, reply.raw)
  return undefined
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
  upload: storeUpload,
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
    return zipOf(request, keys, 'attachments')
  },
})
