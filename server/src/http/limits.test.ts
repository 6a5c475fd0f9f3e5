import type { AddressInfo } from 'node:net'
import { call } from '@usance/wire/call'
import { noticeStreamPath } from '@usance/wire/notification/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { trackingCalls } from '@usance/wire/tracking/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'

let portal: Portal
const perMinute = 40
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: String(perMinute), TRUST_PROXY: 'loopback, 10.0.0.0/8' })
})
afterAll(() => portal.close())

const me = '/api/usance-auth-center/userClient/queryUserInfoByUserId'
/** Calls with a token from an address. Returns the HTTP status. */
const ask = async (token: string, from: string) =>
  (await portal.sendRaw(null, 'GET', me, undefined, { token, 'x-forwarded-for': from })).statusCode

describe('limits of calls', () => {
  test('unknown tokens share the counter of their address, and a verified session has its own', async () => {
    const { token } = portal.seats.alderMaker
    expect(await ask(token, '192.0.2.1')).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < perMinute + 10; n++) statuses.push(await ask(`made-up-token-of-somebody-${n}`, '192.0.2.1'))
    expect(statuses.filter((one) => one === 429).length).toBeGreaterThanOrEqual(10)
    expect(await ask(token, '192.0.2.1')).toBe(200)
  })

  test('clients behind a trusted proxy have counters of their own, and a claimed address gives none', async () => {
    const { publicKey } = sessionCalls
    const left = async (peer: string, claimed: string) => {
      const answer = await portal.server.inject({
        method: publicKey.method,
        url: `/api${publicKey.path.replace('{p}', 'usance')}`,
        remoteAddress: peer,
        headers: { 'x-forwarded-for': claimed },
      })
      return Number(answer.headers['x-ratelimit-remaining'])
    }
    expect(await left('10.1.2.3', '198.51.100.1')).toBe(599)
    expect(await left('10.1.2.3', '198.51.100.2')).toBe(599)
    expect(await left('203.0.113.7', '198.51.100.3')).toBe(599)
    expect(await left('203.0.113.7', '198.51.100.4')).toBe(598)
    for (const text of ['everybody', '10.0.0.0/33', 'true', '10.0.0.0/8/8'])
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow('TRUST_PROXY')
  })

  test('public writes are limited in rate and size by their declaration', async () => {
    const { startSession, trackAction } = trackingCalls
    const body = { objects: { anonymous: 'anonymous-1', device_info: { padding: 'x'.repeat(startSession.maxBytes) } } }
    expect((await refusalOf(portal.ask(null, startSession, { body }))).error).toBe('PAYLOAD_TOO_LARGE')
    const objects = [{ action_type: 'CLICK', action_details: '{}', anonymous: 'anonymous-1', page_url: '/' }]
    let answered = 0
    const refused = async () => {
      for (; answered <= trackAction.perMinute; answered++)
        await portal.ask({ ...portal.seats.birchMaker, token: `made-up-${answered}` }, trackAction, { body: { objects } })
    }
    expect((await refusalOf(refused())).error).toBe('TOO_MANY_REQUESTS')
    expect(answered).toBe(trackAction.perMinute)
    const unbounded = { method: 'POST', path: '/x', access: 'public', scope: 'none', effect: 'write', title: 'x' } as const
    // @ts-expect-error A public write without perMinute and maxBytes does not compile.
    call({ ...unbounded, answer: z.object({}) })
  })

  test('a large body is read only of a sender who is known, and a larger one of nobody', async () => {
    const answerTo = async (token: string | undefined, size: number) => {
      const payload = JSON.stringify({ key: 'limits', value: 'x'.repeat(size) })
      const headers = { appid: portal.app.config.appId, 'content-type': 'application/json', ...(token ? { token } : {}) }
      const url = '/api/usance-auth-center/user/preference/edit'
      const answer = await portal.server.inject({ method: 'POST', url, headers, payload })
      return { code: answer.json().code, ends: answer.headers.connection === 'close' }
    }
    const { token } = portal.seats.birchMaker
    for (const unknown of [undefined, 'made-up-token'])
      expect(await answerTo(unknown, 900_000)).toEqual({ code: 401, ends: true })
    expect((await answerTo(token, 900_000)).code).toBe(400)
    expect((await answerTo(token, 2_000_000)).code).toBe(413)
  })

  test('a user holds at most twenty open streams, each with the headers of every answer', async () => {
    await portal.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.server.server.address() as AddressInfo
    const stop = new AbortController()
    const open = () =>
      fetch(`http://127.0.0.1:${port}/api${noticeStreamPath.replace('{p}', 'usance')}`, {
        headers: { appid: portal.app.config.appId, token: portal.seats.cedarChecker.token },
        signal: stop.signal,
      })
    // A response that nobody holds is collected, and its connection closes with it.
    const held: Response[] = []
    for (let n = 0; n < 20; n++) {
      held.push(await open())
      const { status, headers } = held[n]!
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    }
    expect((await open()).status).toBe(429)
    expect(held).toHaveLength(20)
    stop.abort()
  })
})
