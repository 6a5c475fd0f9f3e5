import type { FastifyReply } from 'fastify'

/** Hands over a file to be saved. */
export function sendFile(reply: FastifyReply, fileName: string, type: string, content: Buffer) {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(content)
  return undefined
}
