import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

// Four times the largest body of the portal, which has 200 records of some fields each.
const mostMarks = 20_000
const mostLevels = 100
const marks = new Set([...',:[{'].map((mark) => mark.charCodeAt(0)))

/**
 * Parses JSON bodies with a limited number of values, so that other requests do not wait long; a larger body is refused before it
 * is parsed. Marks inside texts count too: the count bounds the work and is not the exact number of values. Bytes that are not
 * UTF-8 are refused: they would be read as other characters than those that were sent.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const plain = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    if (!isUtf8(bytes)) return done(new Refused('BAD_REQUEST', { reason: 'not-utf-8' }))
    const body = bytes.toString('utf8')
    if (holdsTooMuch(body) || isTooDeep(body)) done(new Refused('PAYLOAD_TOO_LARGE'))
    else plain(request, body, done)
  })
}

/** Whether values stand in each other more often than any body of the portal needs: what walks them later would run out of stack. */
function isTooDeep(body: string): boolean {
  if (body.length <= mostLevels) return false
  let depth = 0
  let inText = false
  for (let at = 0; at < body.length; at++) {
    const char = body[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '[' || char === '{') {
      if (++depth > mostLevels) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}

function holdsTooMuch(body: string): boolean {
  if (body.length <= mostMarks) return false
  let found = 0
  for (let at = 0; at < body.length; at++) if (marks.has(body.charCodeAt(at)) && ++found > mostMarks) return true
  return false
}
