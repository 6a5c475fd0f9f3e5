import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins an answer of server-sent events, which no proxy holds back; from here on it is written by hand. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack()
  // A hijacked answer would lack the headers of every answer.
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  return reply.raw
}
