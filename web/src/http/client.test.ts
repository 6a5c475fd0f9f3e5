import { call } from '@usance/wire/call'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startTexts } from '../i18n/i18n.ts'
import { ConfigurationError, configureSession, sessionHandlers } from '../session/handlers.ts'
import { sessionStore } from '../session/store.ts'
import { chunkFailure, chunkTimeoutMs, inTime } from '../shell/chunk-reload.ts'
import { noticeStore } from '../ui/notice.ts'
import { forgetAnswers, send } from './client.ts'
import { Blocked, Cancelled, isUncertain, type Refused } from './refused.ts'
import { report } from './report.ts'

const shared = { access: 'signed-in', tells: 'common', scope: 'none', title: '', answer: z.any() } as const
const read = call({ ...shared, method: 'POST', path: '/{p}-company/thing/list', effect: 'read', body: z.any() })
const handlers = { login: vi.fn(), logout: vi.fn(async () => {}), seatLost: vi.fn(), passwordNeeded: vi.fn(), principal: vi.fn() }

let answer: () => Promise<Response>
const sent = vi.fn((_address: string, _request: RequestInit) => answer())
const says = (body: unknown, status = 200, statusText = '') => {
  answer = async () =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      statusText,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    })
}
const refusal = (options = {}): Promise<Refused> =>
  send(read, { body: {} }, options).then(
    () => expect.fail('was not refused'),
    (error) => error,
  )
const notices = () => noticeStore.current().map(({ tone, title, text }) => [tone, title, text])

beforeAll(async () => {
  document.head.innerHTML = '<script type="application/json" id="config">{"prefix":"usance","appId":"usance-portal"}</script>'
  vi.stubGlobal('fetch', sent)
  await startTexts()
})
beforeEach(() => {
  configureSession(handlers as never)
  history.replaceState(null, '', '/trading/invoice')
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  forgetAnswers()
  sessionStore.signOut()
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})

test('the portal does not start without somebody to sign in, to sign out or to say who the user is', () => {
  for (const missing of ['login', 'logout', 'seatLost', 'passwordNeeded', 'principal'] as const)
    expect(() => configureSession({ ...handlers, [missing]: undefined })).toThrow(ConfigurationError)
  configureSession(handlers as never)
  expect(sessionHandlers()).toBe(handlers)
})

test('code 200 is a success whatever its type; every other code is refused with the words of the answer', async () => {
  says({ code: '200', data: 1 })
  expect(await send(read, { body: {} })).toBe(1)
  forgetAnswers()
  says({ code: 5000, message: 'x' })
  expect(await refusal()).toMatchObject({ code: 5000, message: 'x' })
  expect(notices()).toEqual([['warning', 'Error', 'x']])
})

test.each([
  [{ error: 'E', errors: [{ message: 'M' }] }, 500, 'Internal', [500, 'E']],
  [{ errors: [{ message: 'M' }] }, 502, 'Bad', [502, 'M']],
  [undefined, 503, 'Service Unavailable', [503, 'Service Unavailable']],
  [{ code: 503, error: 'later' }, 503, 'Service Unavailable', [503, 'later']],
])('an answer without code or message takes them from where they are: %j', async (body, status, statusText, wanted) => {
  says(body, status, statusText)
  const error = await refusal({ quiet: true })
  expect([error.code, error.message]).toEqual(wanted)
  expect(notices()).toEqual([])
})

test('a code the caller handles rejects without a notice', async () => {
  says({ code: 5000, message: 'x' })
  expect((await refusal({ excludeCodes: [5000] })).code).toBe(5000)
  expect(notices()).toEqual([])
})

test('an ended session leads to the sign-in page once, by code or by status, but not from the sign-in page itself', async () => {
  for (const [body, status] of [
    [{ code: 401 }, 200],
    [{ code: 1100 }, 200],
    [{ code: 1101 }, 200],
    [undefined, 401],
  ] as const) {
    says(body, status)
    await refusal()
    forgetAnswers()
  }
  expect(handlers.login).toHaveBeenCalledTimes(4)
  expect(notices()).toEqual([])
  history.replaceState(null, '', '/login')
  says({ code: 401, message: 'bad' })
  await refusal()
  expect(handlers.login).toHaveBeenCalledTimes(4)
  expect(notices()).toEqual([['warning', 'Error', 'bad']])
})

test('a reader who came by a notice link with a token that is void is asked to sign in; others read a warning', async () => {
  says({ code: 1002, message: 'void' })
  await refusal()
  expect([handlers.login.mock.calls.length, notices().length]).toEqual([0, 1])
  history.replaceState(null, '', '/notice/news?notice=1')
  await refusal()
  expect([handlers.login.mock.calls.length, notices().length]).toEqual([1, 1])
})

test('a developer with a mock token is not sent away by code 401', async () => {
  sessionStore.signIn('mock-1', 'u1')
  says({ code: 401, message: 'unknown token' })
  await refusal()
  expect(handlers.login).not.toHaveBeenCalled()
})

test('a broken connection is told; what was cancelled or never sent is not', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await refusal()
  expect(notices()).toHaveLength(1)
  const stop = new AbortController()
  stop.abort()
  expect(await refusal({ signal: stop.signal })).toBeInstanceOf(Cancelled)
  report(new Blocked())
  expect(notices()).toHaveLength(1)
})

test('an answer that breaks off, or that a server in between gives for ours, says nothing of what was done', async () => {
  answer = async () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }), {
      headers: { 'content-type': 'application/json' },
    })
  expect(isUncertain(await refusal())).toBe(true)
  answer = async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  expect(isUncertain(await refusal())).toBe(true)
  says({ code: 20203, message: 'stale' })
  expect(isUncertain(await refusal())).toBe(false)
})

test('the same question asked twice within 500 ms is sent once', async () => {
  vi.useFakeTimers()
  says({ code: 200, data: [] })
  await send(read, { body: {} })
  await vi.advanceTimersByTimeAsync(499)
  await send(read, { body: {} })
  expect(sent).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2)
  await send(read, { body: {} })
  expect(sent).toHaveBeenCalledTimes(2)
})

test('every call goes to /api with application, language, token and role, and sends no cookies', async () => {
  sessionStore.signIn('secret', 'u1')
  sessionStore.setCompanyRole('BUYER')
  says({ code: 200, data: 1 })
  await send(read, { body: {} })
  const [address, request] = sent.mock.calls[0]!
  expect(address).toBe('/api/usance-company/thing/list')
  expect(request.headers).toMatchObject({ appId: 'usance-portal', token: 'secret', companyRole: 'BUYER', 'x-language': 'en-US' })
  expect(request.credentials).toBe('omit')
})

test('a file of lines of JSON is taken as a file', async () => {
  const file = call({ ...shared, method: 'GET', path: '/{p}-company/thing/lines', effect: 'read', kind: 'file' })
  answer = async () =>
    new Response('{"seq":"1"}\n{"seq":"2"}\n', {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="lines.ndjson"',
      },
    })
  const { blob, fileName } = await send(file, {})
  expect([fileName, await blob.text()]).toEqual(['lines.ndjson', '{"seq":"1"}\n{"seq":"2"}\n'])
})

test('a call that hangs is given up after a minute', async () => {
  vi.useFakeTimers()
  answer = () => new Promise(() => {})
  sent.mockImplementation(
    (_, request) => new Promise((_resolve, reject) => request.signal?.addEventListener('abort', () => reject(new Error()))),
  )
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const failed = refusal({ quiet: true })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await Promise.race([failed.then(() => 'failed'), Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await failed).message).toBe('timeout')
})

test('a piece of the application that is gone, late or without its style sheet is told apart from other faults', async () => {
  expect(chunkFailure(new Error('Loading chunk 7 failed.\n(missing: /a.js)'))).toBe('missing')
  expect(chunkFailure(new Error('Failed to fetch dynamically imported module: /a.js'))).toBe('missing')
  expect(chunkFailure(Object.assign(new Error('no style'), { code: 'CSS_CHUNK_LOAD_FAILED' }))).toBe('css')
  expect(chunkFailure(new Error('x is not a function'))).toBeUndefined()
  vi.useFakeTimers()
  const late = inTime(new Promise(() => {}), '/home').catch((error) => chunkFailure(error))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([chunkTimeoutMs, await late]).toEqual([120_000, 'timeout'])
})
