import type { Answer, Call, Credential, Sent } from '@usance/wire/call'
import { config } from '../config.ts'
import { language } from '../i18n/language.ts'
import { isLeaving } from '../session/leave.ts'
import { sessionStore } from '../session/store.ts'
import { randomId } from './random-id.ts'
import { Blocked, Cancelled, Refused, Unreachable } from './refused.ts'
import { report } from './report.ts'
import type { SendOptions } from './send-options.ts'

type Nothing = Record<string, never>
type Arguments<C extends Call> = keyof Sent<C> extends never
  ? [input?: Nothing, options?: SendOptions]
  : [input: Sent<C>, options?: SendOptions]
export type FileAnswer = { blob: Blob; fileName: string | undefined }
export type Result<C extends Call> = C['kind'] extends 'file' ? FileAnswer : Answer<C>
/** The parts of a request, whatever its call. */
export type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const minute = 60_000
const timeouts = { json: minute, upload: 5 * minute, file: 60 * minute }

/** The full address of a call; the buyer portal keeps its own base. */
export function addressOf(
  call: Pick<Call, 'path'>,
  prefix: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = call.path.replaceAll('{p}', prefix).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  const text = search.toString()
  return `${path.startsWith('/buyer-portal') ? '' : '/api'}${path}${text ? `?${text}` : ''}`
}

/** The credential of a call: a visitor's link only where the call accepts one. */
const credentialFor = ({ credentials = ['session'] }: Pick<Call, 'credentials'>): Credential =>
  sessionStore.exhibitionToken() && credentials.includes('exhibition') ? 'exhibition' : 'session'

/** The headers of a call; the seat belongs to a session alone. */
export function headersOf(appId: string, call: Pick<Call, 'credentials'> = {}): Record<string, string> {
  const headers: Record<string, string> = { appId, 'x-language': language() }
  if (credentialFor(call) === 'exhibition') return { ...headers, token: sessionStore.exhibitionToken() }
  const token = sessionStore.token()
  if (token) headers.token = token
  const role = sessionStore.companyRole()
  if (role) headers.companyRole = role
  const companyId = sessionStore.companyId()
  if (companyId) headers.companyId = companyId
  return headers
}

const recent = new Map<string, Promise<unknown>>()
const dedupeMs = 500

/** Sends one call and answers its data; anything but a success rejects with `Refused`. */
export function send<C extends Call>(call: C, ...[input = {}, options]: Arguments<C>): Promise<Result<C>> {
  return sendParts(call, input, options)
}
/** Sends what a file says or a type parameter hides: the compiler cannot check its parts, so the server alone does. */
export function sendParts<C extends Call>(call: C, parts: Parts, options?: SendOptions): Promise<Result<C>> {
  // The server answers what the call declares; the suite of answers proves it.
  return dispatch(call, parts, options) as Promise<Result<C>>
}

/** Sends a call that answers a file. */
export const sendFile = (call: Call & { kind: 'file' }, parts: Parts, options?: SendOptions): Promise<FileAnswer> =>
  dispatch(call, parts, options) as Promise<FileAnswer>

function dispatch(call: Call, parts: Parts, options: SendOptions = {}): Promise<unknown> {
  const body = withIdempotencyKey(call, parts.body)
  // What was read before a write may no longer be so after it.
  if (call.effect === 'write') return perform(call, parts, body, options).finally(forgetAnswers)
  if (call.kind === 'file' || options.signal) return perform(call, parts, body, options)

  const key = JSON.stringify([
    call.method,
    call.path,
    parts.params,
    parts.query,
    body,
    sessionStore.companyRole(),
    sessionStore.companyId(),
    sessionStore.token(),
    options.quiet,
  ])
  const running = recent.get(key)
  if (running) return running
  const started = perform(call, parts, body, options)
  recent.set(key, started)
  setTimeout(() => recent.delete(key), dedupeMs)
  started.catch(() => recent.delete(key))
  return started
}

/** Forgets answers that belong to the user or role that was. */
export const forgetAnswers = () => {
  recent.clear()
  for (const forget of memories) forget()
}
const memories: (() => void)[] = []
/** Calls back whenever answers are forgotten, for whoever keeps some longer. */
export const whenForgotten = (forget: () => void) => memories.push(forget)

function withIdempotencyKey(call: Call, body: unknown): unknown {
  if (call.effect !== 'write' || typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof FormData)
    return body
  return 'idempotencyKey' in body && body.idempotencyKey ? body : { ...body, idempotencyKey: randomId() }
}

async function perform(call: Call, parts: Parts, body: unknown, options: SendOptions) {
  try {
    if (isLeaving()) throw new Blocked()
    const { prefix, appId } = await config().catch(() => {
      throw new Unreachable('offline')
    })
    const address = addressOf(call, prefix, parts.params, parts.query)
    const isForm = body instanceof FormData
    const headers = headersOf(appId, call)
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const request: RequestInit = {
      method: call.method,
      headers,
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
      credentials: 'omit',
    }

    const response = await fetchOnceMore(call, body, address, request, options)
    if (call.kind === 'file' && response.ok && !isJson(response)) return await asFile(response, options)
    return await asData(response)
  } catch (error) {
    report(error, options, credentialFor(call))
    throw error
  }
}

/** A read, or a write that carries its idempotency key, survives one broken connection. */
async function fetchOnceMore(
  call: Call,
  body: unknown,
  address: string,
  request: RequestInit,
  options: SendOptions,
): Promise<Response> {
  try {
    return await fetchWithin(call, address, request, options)
  } catch (error) {
    const repeatable = call.effect === 'read' || (typeof body === 'object' && body !== null && 'idempotencyKey' in body)
    if (!(error instanceof Unreachable) || !repeatable || navigator.onLine === false) throw error
    await new Promise((resolve) => setTimeout(resolve, 800))
    return fetchWithin(call, address, request, options)
  }
}

async function fetchWithin(call: Call, address: string, request: RequestInit, options: SendOptions): Promise<Response> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort('timeout'), options.timeoutMs ?? timeouts[call.kind ?? 'json'])
  const stop = () => clock.abort('cancelled')
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  try {
    return await fetch(address, { ...request, signal: clock.signal })
  } catch (error) {
    if (clock.signal.aborted && clock.signal.reason === 'cancelled') throw new Cancelled()
    if (clock.signal.aborted) throw new Unreachable('timeout')
    throw new Unreachable(error instanceof Error ? error.message : 'network')
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/** JSON as one value; lines of it are a file. */
const isJson = (response: Response) => /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')

/** What an answer of the server may hold; a proxy between may send anything else. */
type Envelope = {
  code?: unknown
  message?: unknown
  error?: unknown
  errors?: readonly { message?: unknown }[]
  data?: Readonly<Record<string, unknown>>
}
/** The body of an answer. One that breaks off is no answer at all: the same request may be sent again. */
async function wholeBody(response: Response): Promise<Envelope | null> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw new Unreachable(error instanceof Error ? error.message : 'network')
  }
}

/** Opens the envelope. A body with code and message wins over the HTTP status. */
async function asData(response: Response): Promise<unknown> {
  const body = isJson(response) ? await wholeBody(response) : null
  const code = body?.code === undefined || body.code === null ? Number.NaN : Number(body.code)
  if (code === 200 && response.ok) return body?.data
  if (Number.isNaN(code) && response.ok && body !== null) return body
  // "OK" explains no failure.
  const status = response.ok ? '' : response.statusText
  const message = [body?.message, body?.error, body?.errors?.[0]?.message, status].find(
    (words): words is string => typeof words === 'string' && words !== '',
  )
  throw new Refused(Number.isNaN(code) ? (response.ok ? 500 : response.status) : code, message ?? '', body?.data ?? {})
}

async function asFile(response: Response, options: SendOptions): Promise<FileAnswer> {
  const fileName = fileNameOf(response.headers.get('content-disposition'))
  if (!options.onProgress || !response.body) return { blob: await response.blob(), fileName }
  const total = Number(response.headers.get('content-length')) || undefined
  const chunks: BlobPart[] = []
  let received = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value as BlobPart)
    received += value.byteLength
    options.onProgress(received, total)
  }
  return { blob: new Blob(chunks, { type: response.headers.get('content-type') ?? '' }), fileName }
}

const fileNameOf = (header: string | null): string | undefined => {
  const extended = header?.match(/filename\*=(?:UTF-8'')?([^;]+)/i)?.[1]
  if (extended) return decodeURIComponent(extended.replaceAll('"', ''))
  return header?.match(/filename="?([^";]+)"?/i)?.[1]
}
