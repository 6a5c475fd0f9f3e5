import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { cutText, soundText } from '@usance/domain/sound-text'
import { fileMaxBytes, type UploadPurpose, uploadEndings, zipMaxBytes } from '@usance/wire/file/calls'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import type { App } from '../app.ts'
import { newId } from '../database/id.ts'
import { privateFile, privateFolders } from '../files/private.ts'
import { Refused } from './refused.ts'

/** A received file on its way to the store: it lies aside until the call that takes it has ended. */
export type Upload = {
  fileName: string
  ending: string
  contentType: string
  size: number
  sha256: string
  path: string
  stream: () => NodeJS.ReadableStream
  discard: () => Promise<void>
  /** Takes out of the store again what was kept of it, once the call has been refused. */
  takeBack?: () => Promise<void>
}

/** The hours after which a file that was being received belongs to a process that was killed; the slowest upload takes two. */
export const receivedHours = 24

/** What the form reader throws at a form without a boundary or without an end is the sender's input, not our fault. */
function unreadableForm(error: Error & { code?: string; statusCode?: number }): never {
  throw error instanceof Refused || error.statusCode || error.code ? error : new Refused('BAD_REQUEST', { reason: 'multipart' })
}

/** Refuses a form with a second file: one of them alone would be kept, and its sender told that all were. */
async function refuseFurtherFile(parts: AsyncIterator<unknown>): Promise<void> {
  const { done } = await parts.next().catch((error: Error & { code?: string }) => {
    // The form reader counts the files itself.
    if (error.code === 'FST_FILES_LIMIT') throw new Refused('BAD_REQUEST', { reason: 'files' })
    return unreadableForm(error)
  })
  if (!done) throw new Refused('BAD_REQUEST', { reason: 'files' })
}

/**
 * Reads and drops the rest of a refused upload: a sender that writes all of it before it reads would not be told why otherwise. A
 * sender of more than any upload may have is cut off.
 */
async function dropRest({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe()
  let dropped = 0
  raw.on('data', (piece: Buffer) => {
    dropped += piece.length
    if (dropped > zipMaxBytes) raw.destroy()
  })
  await finished(raw.resume()).catch(() => undefined)
}

/** Receives the file like `receiveFile`. A refused upload is read to its end before the refusal is thrown. */
export async function receiveUpload(...args: Parameters<typeof receiveFile>): Promise<Upload> {
  try {
    return await receiveFile(...args)
  } catch (error) {
    await dropRest(args[1])
    throw error
  }
}

/**
 * Receives the file of a multipart request, measuring and hashing while it arrives; checks its size and its real type. The
 * purpose of the file decides the allowed types. Parsers check what its first bytes cannot prove, on behalf of the sending
 * company.
 */
async function receiveFile(app: App, request: FastifyRequest, companyId: string, purpose?: UploadPurpose): Promise<Upload> {
  if (!request.isMultipart()) throw new Refused('BAD_REQUEST', { reason: 'multipart' })
  const parts = request.files()
  const { value: part } = await parts.next().catch(unreadableForm)
  if (!part) throw new Refused('BAD_REQUEST', { reason: 'file' })
  const fileName = safeFileName(part.filename)
  const ending = extname(fileName).slice(1).toLowerCase()
  const allowed = uploadEndings(purpose)
  if (!allowed.includes(ending)) throw new Refused('FILE_TYPE', { allowed: allowed.join(', ') })
  const limit = ending === 'zip' ? zipMaxBytes : fileMaxBytes
  const folder = join(app.config.dataDir, 'incoming')
  await mkdir(folder, privateFolders)
  const path = join(folder, newId())
  const discard = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) return done(new Refused('FILE_TOO_LARGE', { limitBytes: limit }))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path, privateFile)).catch(unreadableForm)
    if (part.file.truncated) throw new Refused('FILE_TOO_LARGE', { limitBytes: limit })
    await refuseFurtherFile(parts)
    if (size === 0) throw new Refused('FILE_UNREADABLE', { reason: 'empty' })
    const contentType = await realType(path, ending)
    if (isLookedInto(ending)) await app.parsers.ask(companyId, { path }, 'upload', { ending })
    return {
      fileName,
      ending,
      contentType,
      size,
      sha256: hash.digest('hex'),
      path,
      stream: () => createReadStream(path),
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * A name without path, control characters, direction marks or halves of characters; at most 200 units of UTF-16 with its ending
 * kept.
 */
export function safeFileName(name: string): string {
  const plain = basename(soundText(name).normalize('NFC').replaceAll('\\', '/'))
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '')
    .trim()
  const ending = cutText(extname(plain), 20)
  const stem = plain.slice(0, plain.length - extname(plain).length).replace(/^\.+/, '') || 'file'
  return `${cutText(stem, 200 - ending.length)}${ending}`
}

const zipLike = [
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]
const compound = ['application/x-cfb', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-outlook']
const accepted: Record<string, string[]> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  gif: ['image/gif'],
  bmp: ['image/bmp', 'image/x-ms-bmp'],
  pdf: ['application/pdf'],
  docx: zipLike,
  xlsx: [...zipLike, 'application/x-cfb'],
  zip: zipLike,
  doc: compound,
  xls: [...compound, 'application/xml'],
  msg: compound,
  xml: ['application/xml', 'text/xml'],
}
const official: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  msg: 'application/vnd.ms-outlook',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  sta: 'text/plain; charset=utf-8',
  mt940: 'text/plain; charset=utf-8',
}

/** Containers, whose directory is at their end, and texts accepted under the name of a workbook. */
const isLookedInto = (ending: string) => ['zip', 'docx', 'xlsx', 'xls'].includes(ending)

/** The content type by what the file begins with, which must fit the ending of its name. */
async function realType(path: string, ending: string): Promise<string> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
  await file.close()
  const head = buffer.subarray(0, bytesRead)
  const found = await fileTypeFromBuffer(head)
  const textual = ['csv', 'xml', 'xls', 'sta', 'mt940'].includes(ending)
  if (!found && textual) return official[ending]!
  if (!found || !(accepted[ending] ?? []).includes(found.mime))
    throw new Refused('FILE_TYPE', { allowed: uploadEndings().join(', ') })
  return official[ending] ?? found.mime
}
