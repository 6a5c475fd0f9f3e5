import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

// The largest body of the portal, 200 records of some fields each, has a quarter of this.
const mostMarks = 20_000
const marks = new Set([...',:[{'].map((mark) => mark.charCodeAt(0)))

/**
 * Reads JSON bodies that hold a number of values which can be checked while others wait; one with more is refused unparsed.
 * Marks inside texts count too: what is counted bounds the work, it is not the number of values.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const plain = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request: FastifyRequest, body, done) => {
    if (holdsTooMuch(body)) done(new Refused('PAYLOAD_TOO_LARGE'))
    else plain(request, body, done)
  })
}

function holdsTooMuch(body: string): boolean {
  if (body.length <= mostMarks) return false
  let found = 0
  for (let at = 0; at < body.length; at++) if (marks.has(body.charCodeAt(at)) && ++found > mostMarks) return true
  return false
}
