import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '@usance/wire/call'
import { configCalls } from '@usance/wire/config/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

const web = mkdtempSync(join(tmpdir(), 'usance-web-'))
let portal: Portal
beforeAll(async () => {
  writeFileSync(join(web, 'index.html'), '<html><head></head><body>Usance</body></html>')
  portal = await openPortal({ USANCE_WEB: web })
})
afterAll(async () => {
  await portal.close()
  rmSync(web, { recursive: true, force: true })
})

test('clients that name no encoding, such as monitors, get the page', async () => {
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.server.server.address() as AddressInfo
  for (const path of ['/', '/login', '/?from=mail']) {
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      )
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
    expect(answer).toContain('Usance')
  }
})

test('a body whose values stand in each other without end is refused, and brackets inside a text count for nothing', async () => {
  const post = async (remark: string) => {
    const url = `/api${invoiceList.path.replace('{p}', 'usance')}/pageList`
    const headers = { appid: 'usance-portal', token: portal.seats.alderMaker.token, 'content-type': 'application/json' }
    return (await portal.server.inject({ method: 'POST', url, headers, payload: `{"remark":${remark}}` })).json().code
  }
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(await post(nested(9000))).toBe(413)
  expect(await post(nested(50))).not.toBe(413)
  expect(await post(`"${'['.repeat(500)}\\"${'{'.repeat(500)}"`)).not.toBe(413)
})

test('a body of very many values is refused before it is parsed', async () => {
  const ask = async (filterFields: Record<string, string>) =>
    (
      await portal.sendRaw(portal.seats.alderMaker, 'POST', `/api${invoiceList.path.replace('{p}', 'usance')}/pageList`, {
        filterFields,
      })
    ).json().code
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']))
  expect(await ask(keys(200_000))).toBe(413)
  expect(await ask(keys(100_000))).toBe(413)
  expect([200, 400, 20017]).toContain(await ask(keys(5000)))
})

const preference = '/api/usance-auth-center/user/preference/edit'
const refusalOfBytes = async (payload: Buffer) => {
  const headers = {
    appid: portal.app.config.appId,
    token: portal.seats.alderMaker.token,
    'content-type': 'application/json',
  }
  const { code, data } = (await portal.server.inject({ method: 'POST', url: preference, headers, payload })).json()
  return [code, data.reason]
}
const withValue = (value: string) => Buffer.from(`{"key":"sound","value":"${value}"}`, 'latin1')
test.each([
  ['a byte that begins no character', withValue('\xff'), 'not-utf-8'],
  ['half a character in bytes', withValue('\xed\xa0\x80'), 'not-utf-8'],
  ['a character that is cut short', withValue('\xe4\xb8'), 'not-utf-8'],
  ['half a character as an escape', withValue('\\ud800'), 'half-character'],
  ['half a character as the name of a field', Buffer.from('{"key":"sound","value":{"\\udc00":"x"}}'), 'half-character'],
  ['the character 0', withValue('\\u0000'), 'nul'],
])('a body with %s is refused, and nothing else is read for it', async (_, payload, reason) => {
  expect(await refusalOfBytes(payload)).toEqual([400, reason])
})

test('a body of whole characters of every length is read', async () => {
  expect(await refusalOfBytes(Buffer.from('{"key":"sound","value":"ä 中 \u{1f600} \\ud83d\\ude00"}'))).toEqual([200, undefined])
})

test.each(['%ff', '%ed%a0%80', '%e4%b8', '%00', '%', '%zz'])('an address with %s in its query is refused', async (text) => {
  const path = invoiceList.path.replace('{p}', 'usance')
  const answer = await portal.sendRaw(portal.seats.alderMaker, 'GET', `/api${path}/pageList?x=${text}`)
  expect([answer.json().code, answer.json().data.reason]).toEqual([400, 'address'])
})

test('a call without the appId is refused, also before anybody signs in; the settings that tell it and downloads are answered', async () => {
  const { alderMaker } = portal.seats
  const send = (call: Call, headers: Record<string, string>, payload?: object) =>
    portal.server.inject({
      method: call.method,
      url: `/api${call.path.replace('{p}', 'usance')}`,
      headers,
      ...(payload ? { payload } : {}),
    })
  const codeOf = async (...asked: Parameters<typeof send>) => (await send(...asked)).json().code
  const common: [Call, object?][] = [
    [sessionCalls.publicKey],
    [sessionCalls.login, { username: 'alder.maker@example.com', password: 'x' }],
    [outlookCalls.newsPanelList, {}],
  ]
  for (const [call, payload] of common) {
    expect(await codeOf(call, {}, payload)).toBe(400)
    expect(await codeOf(call, { appid: 'another' }, payload)).toBe(400)
  }
  expect(await codeOf(sessionCalls.publicKey, { appid: portal.app.config.appId })).toBe(200)
  expect(await codeOf(outlookCalls.newsPanelList, { appid: portal.app.config.appId }, {})).toBe(200)
  expect(await codeOf(sessionCalls.me, { token: alderMaker.token })).toBe(400)
  expect(await codeOf(configCalls.config, {})).toBe(200)
  expect((await send(invoiceCalls.templateDownload, { token: alderMaker.token }, { type: 'EXCEL' })).statusCode).toBe(200)
  expect((await portal.server.inject({ method: 'GET', url: '/' })).statusCode).toBe(200)
})
