import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { sql } from 'kysely'
import manifest from '../../package.json' with { type: 'json' }
import type { App } from '../app.ts'
import { authenticate } from '../auth/authenticate.ts'
import { provedId } from '../auth/proved-tokens.ts'
import { answerShape } from './answer-shape.ts'
import { compressAnswers } from './compress.ts'
import type { Route } from './context.ts'
import { answerError, handle, pageOf } from './handle.ts'
import { idleNames, undeclaredIds } from './ids-of-call.ts'
import { readJsonBodies } from './json-body.ts'
import { apiDescription, sendMadeOnce } from './open-api.ts'
import { portalPage } from './portal-page.ts'
import { Refused } from './refused.ts'
import { senderAddress } from './sender-address.ts'
import { SlowSenders } from './slow-senders.ts'
import { isSoundAddress } from './sound-text.ts'
import { boundReaders } from './unread-answers.ts'

/** The calls of all modules, and what is mounted beside them: streams, and the endpoint of the payment provider. */
export type Content = { routes: Route[]; mounts: readonly ((server: FastifyInstance, app: App) => void)[] }

const uploadLimit = 105 * 1024 * 1024

/** The web server: every call of the wire, the API description, health, and the portal itself. */
export async function buildServer(app: App, { routes, mounts }: Content): Promise<FastifyInstance> {
  const headers = await securityHeaders(app)
  const server: FastifyInstance = Fastify({
    logger: { level: app.config.logLevel, redact: ['req.headers.token'], base: undefined },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 1024 * 1024,
    trustProxy: app.config.trustProxy,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // The router refuses an address before any hook has run: one with escapes of no character, or with a part that is too long.
    frameworkErrors: (_, request, reply) => {
      reply.headers({ ...headers, 'cache-control': 'no-store' })
      answerError(new Refused('BAD_REQUEST', { reason: 'address' }), request, reply)
    },
    forceCloseConnections: 'idle',
    keepAliveTimeout: 20_000,
    // The head of a request is small, however slow the line; its body is timed by its rate (`SlowSenders`).
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    logController: new LogController({ disableRequestLogging: app.config.logLevel !== 'debug' }),
  })
  await protect(server, app, headers)
  boundSenders(server, app)
  compressAnswers(server)
  boundReaders(server, (request) => senderOf(app, request))
  readJsonBodies(server)
  await server.register(multipart, { limits: { fileSize: uploadLimit, files: 1, fields: 20, parts: 25 } })

  proveComplete(routes)
  for (const route of routes) mount(server, app, route)
  for (const mountBeside of mounts) mountBeside(server, app)

  server.get('/api/openapi.json', async (request: FastifyRequest, reply: FastifyReply) =>
    sendMadeOnce(request, reply, (await apiDescription(app)).json, 'application/json; charset=utf-8'),
  )
  server.get('/api/docs', async (request: FastifyRequest, reply: FastifyReply) =>
    sendMadeOnce(request, reply, (await apiDescription(app)).page, 'text/html; charset=utf-8'),
  )
  mountProbes(server, app)
  server.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => answerError(error, request, reply))
  await portal(server, app)
  return server
}

/** What a load balancer or an operator asks: whether the process lives, whether it can serve, and which version it is. */
function mountProbes(server: FastifyInstance, app: App) {
  server.get('/live', async () => ({ status: 'live' }))
  server.get('/ready', async (_, reply) => {
    const reason = await whyNotReady(app)
    return reason ? reply.code(503).header('retry-after', '2').send({ status: 'not ready', reason }) : { status: 'ready' }
  })
  server.get('/version', async () => ({ version: manifest.version, node: process.version }))
  // Usual names of probes that this server does not have: the portal's page would make a wrong probe green for ever.
  for (const path of ['/health', '/healthz', '/healthcheck', '/livez', '/readyz', '/metrics'])
    server.get(path, async (_, reply) => reply.code(404).type('text/plain').send('Use /live, /ready or /version.\n'))
}

/** Why the server cannot serve requests; undefined where it can. */
async function whyNotReady(app: App): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ readOnly: boolean }>`select pg_is_in_recovery() or
      current_setting('default_transaction_read_only')::boolean as "readOnly" from business_day`.execute(app.db)
    return rows[0]?.readOnly ? 'the database only reads' : undefined
  } catch {
    return 'the database does not answer'
  }
}

/**
 * The key that requests are counted by: a verified session. An unknown token is counted for its address, and opens no counter of
 * its own.
 */
const senderOf = (app: App, request: FastifyRequest): string => provedId(app, request.headers.token) ?? senderAddress(request.ip)

/** Headers of every answer. HSTS and the https upgrade follow the public address, so that plain hosting works. */
function securityHeaders(app: App): Promise<Record<string, string>> {
  const https = app.config.publicUrl.startsWith('https:')
  // The widget's script, what it asks and the frame it opens come from one place; nothing else does.
  const { script } = app.config.chatWidget
  const chat = script ? [new URL(script).origin] : []
  return headersOnce({
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...chat, ...chat.map((origin) => origin.replace('https:', 'wss:'))],
        frameSrc: ["'self'", 'blob:', ...chat],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

/** Gives every answer its headers, counts the requests of each sender, and refuses an address that is no text. */
async function protect(server: FastifyInstance, app: App, headers: Readonly<Record<string, string>>) {
  server.addHook('onRequest', (_: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  })
  await server.register(rateLimit, {
    global: true,
    max: app.config.ratePerMinute || Number.MAX_SAFE_INTEGER,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => senderOf(app, request),
    errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
  })
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api') || request.url.startsWith('/buyer-portal')) reply.header('cache-control', 'no-store')
    if (!isSoundAddress(request.url)) throw new Refused('BAD_REQUEST', { reason: 'address' })
  })
}

/** Ends requests that arrive too slowly, and limits the requests of one sender that are arriving. */
function boundSenders(server: FastifyInstance, app: App) {
  const senders = new SlowSenders(server.server)
  server.decorate('slowSenders', senders)
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (senders.admit(request.raw, senderOf(app, request))) return
    // The rest of a body that still arrives is not awaited.
    reply.header('connection', 'close')
    throw new Refused('TOO_MANY_REQUESTS')
  })
}

/** What helmet says to every answer, asked once: it would put the same policy together again for each. */
async function headersOnce(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const server = Fastify()
  await server.register(helmet, options)
  server.get('/', (_, reply) => reply.send({ ...reply.getHeaders() }))
  const answer = await server.inject('/')
  await server.close()
  return answer.json()
}

/**
 * Stops the start for a call without a route, a route without a call, an answer of open shape, or a call with an undeclared id:
 * nothing is exposed by accident.
 */
function proveComplete(routes: Route[]) {
  const routed = new Set(routes.map(({ call }) => `${call.method} ${call.path}`))
  const declared = allCalls().map(({ name, call }) => {
    if (!call.access || !call.scope || !call.effect) throw new Error(`The call ${name} does not say who may call it.`)
    if (!routed.has(`${call.method} ${call.path}`)) throw new Error(`The call ${name} has no route.`)
    proveShape(name, call)
    const undeclared = undeclaredIds(call)
    if (undeclared.length > 0) throw new Error(`The call ${name} does not say whose ${undeclared.join(', ')} must be.`)
    const idle = idleNames(call)
    if (idle.length > 0) throw new Error(`The call ${name} declares ${idle.join(', ')}, where no id can stand.`)
    return `${call.method} ${call.path}`
  })
  for (const route of routed) if (!declared.includes(route)) throw new Error(`The route ${route} is in no group of calls.`)
}

function proveShape(name: string, call: Call) {
  try {
    answerShape(call, undefined)
  } catch (error) {
    throw new Error(`The call ${name} has no answer that could be cut to who asks.`, { cause: error })
  }
}

/** Addresses of a path: services under /api; the buyer portal also at its bare address. */
export function addressesOf(path: string, prefix: string): string[] {
  const bare = path.replace('{p}', prefix).replace(/\{(\w+)\}/g, ':$1')
  return path.startsWith('/buyer-portal') ? [bare, `/api${bare}`] : [`/api${bare}`]
}

function mount(server: FastifyInstance, app: App, route: Route) {
  const max = app.config.ratePerMinute ? route.call.perMinute : undefined
  for (const url of addressesOf(route.call.path, app.config.prefix)) {
    server.route({
      method: route.call.method,
      url,
      handler: handle(app, route),
      ...(route.call.access === 'public' ? {} : { onRequest: proveSender(app) }),
      ...(route.call.maxBytes ? { bodyLimit: route.call.maxBytes } : {}),
      // Counted by address alone: a token that is made up on the way must not open a new count.
      ...(max
        ? {
            config: {
              rateLimit: { max, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => senderAddress(request.ip) },
            },
          }
        : {}),
    })
  }
}

/** The largest body that is read before its sender is known. */
const mostUnproved = 64 * 1024

/** Refuses a large body of an unknown sender before it arrives: reading it would hold up everybody else. */
const proveSender = (app: App) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { token, 'content-length': length, 'transfer-encoding': coding } = request.headers
  if ((coding === undefined && Number(length ?? 0) <= mostUnproved) || provedId(app, token)) return
  const refuse = (error: unknown) => {
    // The rest of the body is not awaited.
    reply.header('connection', 'close')
    throw error
  }
  if (typeof token !== 'string') return refuse(new Refused('SESSION_EXPIRED'))
  await authenticate(app, token, pageOf(request), request.ip).catch(refuse)
}

async function portal(server: FastifyInstance, app: App) {
  const api = (url: string) => url.startsWith('/api') || url.startsWith('/buyer-portal')
  const known = new Set(allCalls().flatMap(({ call }) => addressesOf(call.path, app.config.prefix)))
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    answerError(new Refused(known.has(request.url.split('?')[0] ?? '') ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'), request, reply)
  if (!existsSync(`${app.config.webDir}/index.html`)) {
    server.setNotFoundHandler(notFound)
    return
  }
  await server.register(fastifyStatic, {
    root: app.config.webDir,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      reply.setHeader('vary', 'accept-encoding')
      reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = portalPage(app)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await page(request.url.split('?')[0] ?? '/'))
  // Without a route of its own, the root is treated as a folder for clients that name no encoding.
  server.get('/', sendPage)
  server.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (api(request.url) || request.method !== 'GET') return notFound(request, reply)
    // A part of an earlier version is gone; the page in its place would only be taken for a broken script.
    if (request.url.startsWith('/assets/')) return reply.code(404).type('text/plain').send('')
    // Every other address belongs to the portal's own router.
    return sendPage(request, reply)
  })
}
