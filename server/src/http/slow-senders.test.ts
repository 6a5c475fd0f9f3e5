import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { graceSeconds, isTooSlow, leastBytesPerSecond, mostArriving, type SlowSenders } from './slow-senders.ts'

test.each([
  { waited: graceSeconds, received: 0, ended: false },
  { waited: graceSeconds + 1, received: 0, ended: true },
  { waited: graceSeconds + 60, received: 60, ended: true },
  { waited: graceSeconds + 60, received: 60 * leastBytesPerSecond, ended: false },
  { waited: 3600, received: 105 * 1024 * 1024, ended: false },
])('a request of which $received bytes came in $waited s is ended: $ended', ({ waited, received, ended }) => {
  expect(isTooSlow({ waitedMs: waited * 1000, received })).toBe(ended)
})

describe('requests that arrive', () => {
  let portal: Portal
  let senders: SlowSenders
  const open: Socket[] = []
  beforeAll(async () => {
    portal = await openPortal({ RATE_PER_MINUTE: '0' })
    await portal.server.listen({ port: 0, host: '127.0.0.1' })
    senders = (portal.server as unknown as { slowSenders: SlowSenders }).slowSenders
  })
  afterAll(async () => {
    for (const socket of open) socket.destroy()
    await portal.close()
  })

  /** Sends the head of a request, and as much of its body as is given. */
  const begin = async (path: string, body = '', headers = '', length = 4000): Promise<Socket> => {
    const socket = connect((portal.server.server.address() as AddressInfo).port, '127.0.0.1')
    open.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`,
    )
    return socket
  }
  const login = `/api${sessionCalls.login.path.replace('{p}', 'usance')}`

  test('a missing head ends the request', () => {
    expect(portal.server.server.headersTimeout).toBeLessThanOrEqual(20_000)
  })

  test('a body that comes byte by byte is ended, on any address and without a session; one that comes at the rate is not', async () => {
    const now = performance.now()
    const slow = [await begin(login, '{'), await begin('/no/such/page', '{'), await begin('/api/anything', '{')]
    await vi.waitFor(() => expect(senders.size).toBe(slow.length), { timeout: 60_000 })
    senders.look(now + (graceSeconds / 2) * 1000)
    expect(senders.size).toBe(slow.length)
    const ended = Promise.all(slow.map((socket) => (socket.closed ? undefined : once(socket, 'close'))))
    senders.look(now + (graceSeconds + 10) * 1000)
    await ended
    await vi.waitFor(() => expect(senders.size).toBe(0), { timeout: 60_000 })
  })

  test('a request that is refused for its size counts no longer than its connection', async () => {
    for (let n = 0; n < mostArriving; n++) {
      const refused = await begin(login, '{', '', 3_900_000)
      const [answer] = await once(refused, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
      refused.destroy()
    }
    await vi.waitFor(() => expect(senders.size).toBe(0), { timeout: 60_000 })
  })

  test('one address has a bounded number of requests arriving, and others go on', async () => {
    for (let n = 0; n < mostArriving; n++) await begin(login, '{')
    await vi.waitFor(() => expect(senders.size).toBe(mostArriving), { timeout: 60_000 })
    const over = await begin(login, '{')
    const [answer] = await once(over, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 429 /)
    expect(String(answer).toLowerCase()).toContain('connection: close')
    const other = await begin(login, '{}', 'x-forwarded-for: 198.51.100.7\r\n')
    await vi.waitFor(() => expect(senders.size).toBeGreaterThan(mostArriving), { timeout: 60_000 })
    expect(other.destroyed).toBe(false)
  })
})
