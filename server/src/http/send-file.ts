import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { spool } from '../files/spool.ts'
import type { Context } from './context.ts'
import { sendStream } from './send-stream.ts'

type Answering = Pick<Context, 'app' | 'raw' | 'log'>
type Headers = Record<string, string | number>

/**
 * Streams a file from the store at the reader's speed. The caller's right was checked before: no transaction waits for the
 * reader.
 */
export function sendOpened({ raw: { reply }, log }: Answering, stream: Readable, headers: Headers): undefined {
  begin(reply, headers)
  void sendStream(stream, reply.raw).then((error) => error && log.error({ err: error }, 'download stopped'))
  return undefined
}

/**
 * Streams a file made from the current transaction. The unread rest is on disk, so that the transaction ends with the last row,
 * however slow the reader is.
 */
export async function sendMade({ app, raw: { reply }, log }: Answering, source: Readable, headers: Headers): Promise<undefined> {
  const { stream, written } = await spool(source, join(app.config.dataDir, 'outgoing'))
  begin(reply, { ...headers, 'cache-control': 'no-store' })
  void sendStream(stream, reply.raw).then((error) => error && log.error({ err: error }, 'export stopped'))
  await written
  return undefined
}

/** Takes over the raw response, with the headers of every answer. */
function begin(reply: Answering['raw']['reply'], headers: Headers): void {
  const common = reply.getHeaders() as Record<string, string>
  reply.hijack()
  reply.raw.writeHead(200, { ...common, 'x-content-type-options': 'nosniff', ...headers })
}

/** The header that makes a browser save a file under its name. */
export const asAttachment = (fileName: string) => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`
