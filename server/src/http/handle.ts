import type { Call, Credential } from '@usance/wire/call'
import { type ErrorName, errors, type FieldError } from '@usance/wire/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../app.ts'
import { keyMayCall } from '../auth/api-key.ts'
import { type Asked, authenticate, lastKnown } from '../auth/authenticate.ts'
import { refuseIfEnded } from '../auth/ended-meanwhile.ts'
import { scopeOfSeat } from '../auth/partner.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction, isLocked, isTransient, type RowScope, type Tx, together } from '../database/database.ts'
import { othersTurn } from '../database/in-slices.ts'
import { Outside } from '../database/outside.ts'
import { answerPieces, answerShape, isLong } from './answer-shape.ts'
import { type Actor, type Context, type Input, Later, type Route } from './context.ts'
import { once, TwinUnderWay } from './once.ts'
import { beforeOf, PreparedForAnother } from './prepare.ts'
import { authoriseMeaning, authoriseSeat, namesRecords, proveAct, proveSecondPerson } from './prove-act.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'
import { Refused } from './refused.ts'
import { senderAddress } from './sender-address.ts'
import { unsoundText } from './sound-text.ts'
import { beginTransfer } from './transfers.ts'
import { placeOf } from './turns.ts'
import { isOver, whenOver } from './when-over.ts'
import { withoutSecrets } from './without-secrets.ts'

const retries = 3
// Who held the lock for as long as one waits may be done by the next time; whoever waits keeps a connection meanwhile.
const lockRetries = 2
// Each waits as long as a lock may: together longer than any request takes.
const twinRetries = 8

/**
 * Handles every call: authentication, permission, validation; then the use case in one transaction whose row-level security is
 * set to the caller. A repeated write gets its first answer again. The answer is cut to the fields that the call declares for the
 * caller.
 */
export function handle(app: App, route: Route) {
  const { call } = route
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let upload: Upload | undefined
    try {
      const early = begunEarly(app, route, request)
      const actor = (await early?.caller) ?? (await callerOf(app, call, request))
      if (early && early.actor === actor) return send(reply, await bodyOf(call, actor, await early.answer))
      const input = judged(call, actor, request)
      if (call.kind === 'file' && actor) {
        // Nobody is left to receive it.
        if (isOver(reply)) return reply.hijack()
        whenOver(reply, beginTransfer(app, actor.userId, call.isLong ? 'long' : 'files'))
      }
      // Received before the transaction begins: a slow sender must not hold one open.
      if (call.kind === 'upload' && actor) upload = await receiveUpload(app, request, actor.companyId, input.query?.purpose)
      const make = async () => {
        const data = await prepareAndRun(app, route, request, reply, actor, { ...input, ...(upload ? { upload } : {}) })
        if (data instanceof Later) await data.work(new Outside())
        return reply.sent || call.kind === 'file' ? undefined : bodyOf(call, actor, data)
      }
      // Made in the turn, and sent after it: a reader may take long.
      const body = await (asksMany(call, request) ? app.turns.large.run(placeOf(actor, senderAddress(request.ip)), make) : make())
      return body === undefined ? reply : send(reply, body)
    } catch (error) {
      // After a fault of the database nobody knows whether the file was recorded: only a refusal has recorded nothing.
      if (error instanceof Refused)
        await upload?.takeBack?.().catch((fault) => request.log.error({ err: fault }, 'kept for good'))
      return answerError(error, request, reply)
    } finally {
      await upload?.discard()
    }
  }
}

/** Runs a call after its slow work, and both again where the records were changed in between. */
async function prepareAndRun(
  app: App,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | null,
  input: Received,
): Promise<unknown> {
  const { before } = route
  if (!before || !actor) return run(app, route, request, reply, actor, input)
  const origin = { scope: scopeOf(route.call, actor), language: languageOf(request), requestId: request.id, ip: request.ip }
  for (let attempt = 1; ; attempt++) {
    const prepared = await before({ ...beforeOf(app, route.call, actor, origin, input), ...input })
    try {
      return await run(app, route, request, reply, actor, { ...input, ...(prepared === undefined ? {} : { prepared }) })
    } catch (error) {
      if (!(error instanceof PreparedForAnother) || attempt >= retries) throw error
    }
  }
}

/**
 * The envelope of an answer. Fields that the call does not declare for the caller are cut, in repeated answers too. An answer of many rows
 * is made in slices, between which others have their turn.
 */
async function bodyOf(
  call: Call,
  actor: Actor | null,
  data: unknown,
): Promise<string | { code: number; message: string; data: unknown }> {
  const reader = actor?.companyRole
  if (!isLong(data)) return { code: 200, message: 'success', data: answerShape(call, reader)(data) }
  const pieces = ['{"code":200,"message":"success","data":']
  for (const piece of answerPieces(call, reader, data)) {
    pieces.push(piece)
    await othersTurn()
  }
  return `${pieces.join('')}}`
}

const send = (reply: FastifyReply, body: Awaited<ReturnType<typeof bodyOf>>) =>
  reply.type('application/json; charset=utf-8').send(body)

/** A page of more rows is made in the caller's turn among those who ask for so many. */
const mostAtOnce = 1000

/** Whether a call asks for so many rows that its caller gets one such answer at a time (`turns.large`). */
function asksMany({ effect, kind }: Call, { body, query }: Parts): boolean {
  if (effect !== 'read' || (kind ?? 'json') !== 'json') return false
  // Read before it is checked: only a number, or the text of one, is a size of a page.
  const sizes = [body, query].map((part) => (part as { pageSize?: unknown } | null | undefined)?.pageSize)
  return sizes.some((size) => (typeof size === 'number' || typeof size === 'string') && Number(size) > mostAtOnce)
}

/**
 * A reading that begins while the database is asked who is calling, for whoever the same token was in the same seat the last
 * time; both travel in one packet. Its answer is for exactly that actor alone: when anything about them has changed – the
 * session ended, another role, a permission less – it is dropped unseen and the call goes its usual way. `caller` is nobody
 * where the reading asked the database nothing.
 */
function begunEarly(app: App, route: Route, request: FastifyRequest) {
  const token = header(request, 'token')
  if (!token || header(request, 'appid') !== app.config.appId || !mayBeginEarly(route)) return undefined
  if (asksMany(route.call, request)) return undefined
  const known = lastKnown(app, token, pageOf(request))
  if (!known) return undefined
  const { actor } = known
  let tell: ((caller: Promise<Actor> | undefined) => void) | undefined
  const caller = new Promise<Actor | undefined>((resolve) => {
    tell = resolve
  })
  const begin = async () => {
    return run(app, route, request, undefined, actor, judged(route.call, actor, request), (connection) => {
      tell?.(known.authenticate(connection))
      tell = undefined
    })
  }
  const answer = begin()
  const nobodyTold = () => tell?.(undefined)
  // Heard here too, so that a reading which fails after it was dropped is no unheard fault.
  answer.then(nobodyTold, nobodyTold)
  return { actor, caller, answer }
}

/** What changes nothing, sends nothing by itself and is done quickly. */
const mayBeginEarly = ({ call, before }: Route) =>
  call.effect === 'read' && call.access !== 'public' && (call.kind ?? 'json') === 'json' && !call.isLong && !before

/** What the gate asks of a call. */
type Gated = Omit<Call, 'method' | 'path' | 'title' | 'answer'>
/** The gate: who is it, may they, is the input sound. What streams its answer instead of returning it comes through here too. */
export async function admit(app: App, call: Gated, request: FastifyRequest): Promise<{ actor: Actor | null; input: Received }> {
  const actor = await callerOf(app, call, request)
  return { actor, input: judged(call, actor, request) }
}

/** The parsed input of a call, after the checks of the caller's seat, the input, and the permission for its meaning. */
export function judged(call: Gated, actor: Actor | null, request: Parts): Received {
  authorise(call, actor)
  authoriseSeat(call, actor)
  const input = parse(call, request)
  authoriseMeaning(call, actor, input)
  return input
}

/** Runs the handler of a call in the caller's transaction, after the checks on the records that it names. */
export async function perform(
  { call, handler }: Route,
  input: Received,
  context: Context & { actor: Actor | null },
): Promise<unknown> {
  if (context.actor && (call.names || call.act)) await proveAct(context.app, context.tx, call, context.actor, input)
  // Nobody owns a record before signing in.
  else if (namesRecords(call, input)) throw new Refused('NOT_FOUND')
  const answer = await handler({ ...input, ...context })
  // The handler holds its locks now, so makers that it waited for are known.
  const { actor, tx } = context
  if (actor)
    await together(proveSecondPerson(tx, call, actor, input), call.effect === 'write' ? refuseIfEnded(tx, actor) : undefined)
  return answer
}

async function callerOf(app: App, call: Gated, request: FastifyRequest): Promise<Actor | null> {
  const token = header(request, 'token')
  if (call.kind !== 'file' && !call.tellsAppId && header(request, 'appid') !== app.config.appId)
    throw new Refused('BAD_REQUEST', { reason: 'appId' })
  if (call.access === 'public') return token ? visitorOf(app, call, request, token) : null
  if (!token) throw new Refused('SESSION_EXPIRED')
  return authenticate(app, token, pageOf(request), request.ip)
}

/** Who makes a call that needs no sign-in. Where it acts for the company of a session, that is the company of the page too. */
const visitorOf = (app: App, call: Gated, request: FastifyRequest, token: string): Promise<Actor | null> => {
  const { role, companyId } = pageOf(request)
  const asked = call.scope === 'none' ? { role } : { role, companyId }
  return authenticate(app, token, asked, request.ip).catch((error) => {
    if (error instanceof Refused && error.refusal === 'COMPANY_CHANGED') throw error
    return null
  })
}

/** The seat that a page works in, by its headers. */
export const pageOf = (request: FastifyRequest): Asked => ({
  role: header(request, 'companyrole'),
  companyId: header(request, 'companyid'),
})

function authorise(call: Gated, actor: Actor | null) {
  if (actor) authoriseCredential(call, actor)
  if (call.access === 'public' || call.access === 'signed-in') return
  const wanted = ([] as string[]).concat(call.access.permission as string | string[])
  if (!actor || !wanted.some((permission) => actor.permissions.has(permission))) throw new Refused('FORBIDDEN')
}

/**
 * Checks the credential of a request against the call. The limits of a credential also apply to calls that need no sign-in.
 */
function authoriseCredential(call: Gated, actor: Actor): void {
  const accepts = (credential: Credential) => call.credentials?.includes(credential) ?? false
  const isCommonReading = call.access === 'public' && call.effect === 'read' && call.tells === 'common'
  if (actor.enrolling && !isCommonReading && !accepts('enrolment')) throw new Refused('SECOND_FACTOR_ENROL')
  if (actor.apiKey && !keyMayCall(call, actor.permissions)) throw new Refused('FORBIDDEN')
  if (actor.guided && call.effect === 'write' && !accepts('guidance')) throw new Refused('SIGN_IN_FIRST')
}

type Received = Input & { upload?: Upload; prepared?: unknown }
type Parts = { params?: unknown; query?: unknown; body?: unknown }

const hasId = (given: unknown): boolean => typeof given === 'object' && given !== null && 'id' in given && Boolean(given.id)
function parse(call: Gated, request: Parts): Received {
  const fields: FieldError[] = []
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType | undefined) => {
    if (!schema) return undefined
    const given = name === 'body' ? (request.body ?? {}) : request[name]
    if (name === 'params' && Object.values(given ?? {}).some((v) => String(v).length > 300)) throw new Refused('BAD_REQUEST')
    const unsound = unsoundText(given)
    if (unsound) throw new Refused('BAD_REQUEST', { reason: unsound })
    const result = schema.safeParse(given)
    if (result.success) return result.data
    // A path or query id that is no id names nothing: the answer is the one for a missing thing.
    if (name !== 'body' && result.error.issues.every((issue) => issue.path.at(-1) === 'id' && hasId(given)))
      throw new Refused('NOT_FOUND')
    for (const issue of result.error.issues)
      fields.push({
        field: issue.path.join('.') || name,
        message: issue.message in errors ? issue.message : issue.code,
        params: paramsOf(issue),
      })
    return undefined
  }
  const input = { params: part('params', call.params), query: part('query', call.query), body: part('body', call.body) }
  if (fields.length > 0) throw new Refused('BAD_REQUEST', { fields: fields.slice(0, 50) })
  return input
}

const paramsOf = (issue: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(issue).filter(
      ([name, value]) =>
        ['minimum', 'maximum', 'format', 'expected'].includes(name) && ['string', 'number'].includes(typeof value),
    ),
  )

export const scopeOf = (call: Pick<Call, 'scope'>, actor: Actor | null): RowScope => {
  if (!actor) return { kind: 'none' }
  const kind = call.scope === 'company' ? scopeOfSeat(actor) : call.scope === 'user' ? 'company' : 'none'
  return { kind, companyId: actor.companyId, userId: actor.userId }
}

async function run(
  app: App,
  route: Route,
  request: FastifyRequest,
  /** Missing where nothing may be sent yet. */
  reply: FastifyReply | undefined,
  actor: Actor | null,
  input: Received,
  before?: Parameters<typeof inTransaction>[4],
): Promise<unknown> {
  const { call } = route
  const [database, turns] = call.isLong ? [app.reportDb, app.turns.reports] : [app.db, app.turns.calls]
  const caller = placeOf(actor, senderAddress(request.ip))
  // Asked before a connection is taken: requests that each hold one and want another would wait for each other.
  const today = await businessDate(app)
  const inside = async (tx: Tx) => {
    const context: Context & { actor: Actor | null } = {
      app,
      tx,
      today,
      now: app.clock(),
      requestId: request.id,
      language: languageOf(request),
      ip: request.ip,
      log: request.log,
      raw: { request, reply: reply as FastifyReply },
      actor,
    }
    const work = () => perform(route, input, context)
    const key = call.effect === 'write' && actor ? (input.body?.idempotencyKey as string | undefined) : undefined
    if (!key || !actor) return work()
    // What was prepared is no part of the request: it may come out differently each time.
    const { prepared: _, ...sent } = input
    const { companyId, userId } = actor
    const kept = (value: unknown) => withoutSecrets(call.answer, value)
    return once(tx, { app, companyId, userId, key, call: `${call.method} ${call.path}`, input: sent, kept }, work)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await turns.run(caller, () => inTransaction(database, scopeOf(call, actor), call.effect, inside, before))
    } catch (error) {
      const patience =
        error instanceof TwinUnderWay ? twinRetries : isTransient(error) ? retries : isLocked(error) ? lockRetries : 0
      if (attempt >= patience || reply?.sent) throw error
    }
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The language somebody reads the portal in. */
export const languageOf = (request: FastifyRequest): Context['language'] =>
  header(request, 'x-language') === 'zh-CN' ? 'zh-CN' : 'en-US'

/** The envelope of a refusal or a fault. What is missing and what is foreign read byte for byte the same. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (reply.sent) {
    request.log.error({ err: error }, 'after the answer had begun')
    return reply
  }
  const refused = error instanceof Refused ? error : asRefused(error)
  const { code, http = 200 } = errors[refused.refusal] as { code: number; http?: number }
  if (refused.refusal === 'INTERNAL') request.log.error({ err: error, call: request.routeOptions.url }, 'a bug')
  else if (http >= 500) request.log.warn({ err: error, call: request.routeOptions.url }, 'not available')
  if (http === 503 || http === 429) reply.header('retry-after', '2')
  const data =
    refused.refusal === 'NOT_FOUND'
      ? { error: 'NOT_FOUND' }
      : { error: refused.refusal, ...refused.data, ...(http >= 500 ? { requestId: request.id } : {}) }
  return reply
    .code(http)
    .type('application/json; charset=utf-8')
    .send({ code, message: messageOf(refused.refusal), data })
}

/** What is answered for an error that is no refusal: the sender's fault, a moment that passes, or ours. */
export function asRefused(error: unknown): Refused {
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('PAYLOAD_TOO_LARGE')
  if (statusCode === 429) return new Refused('TOO_MANY_REQUESTS')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refused('BAD_REQUEST')
  // A number or text the database cannot hold is the sender's input, not our fault.
  if (code && ['22P02', '22003', '22007', '22008', '22021', '22P05'].includes(code)) return new Refused('BAD_REQUEST')
  // Nothing was changed, by this request or as far as anybody knows by another: the same request may be sent again.
  if (code && ['40P01', '40001', '55P03'].includes(code)) return new Refused('BUSY')
  const down = [
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08001',
    '08003',
    '53300',
    '53100',
    // A standby, or a database whose storage is full: it reads and does not write.
    '25006',
    'ENOSPC',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    '57014',
  ]
  if (
    (code && down.includes(code)) ||
    // The socket of a database that is down is not there.
    syscall === 'connect' ||
    /Connection terminated|timeout exceeded when trying to connect/.test((error as Error)?.message ?? '')
  )
    return new Refused('UNAVAILABLE')
  return new Refused('INTERNAL')
}

/** A plain English sentence for people reading the wire; the portal words each error itself, in the user's language. */
const messageOf = (name: ErrorName) => name.toLowerCase().replaceAll('_', ' ')
