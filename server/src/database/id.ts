import { randomBytes } from 'node:crypto'

let [latest, count] = [0, 0]

/**
 * A new uuid (version 7): its first 48 bits are the time, so that rows made together lie together in an index. The next 12 count the ids
 * that this process makes within a millisecond, so that rows of one act sort as they were made.
 */
export function newId(): string {
  const now = Date.now()
  count = now === latest ? count + 1 : 0
  latest = now
  const rest = randomBytes(10)
  rest.writeUInt16BE(Math.min(count, mostCounted))
  return idOf(now, rest)
}
const mostCounted = 0xfff

/** An id that precedes every other made at an instant, in milliseconds since 1970, or later. */
export const firstIdAt = (instant: number): string => idOf(instant, Buffer.alloc(10))

function idOf(instant: number, rest: Buffer): string {
  const bytes = Buffer.concat([Buffer.alloc(6), rest])
  const now = BigInt(instant)
  for (let i = 0; i < 6; i++) bytes[i] = Number((now >> BigInt(8 * (5 - i))) & 0xffn)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
