import type { Answer, Call, Parsed } from '@usance/wire/call'
import type { CompanyRole } from '@usance/wire/roles'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { RowScope, Tx } from '../database/database.ts'

/** Who is calling, as the server knows it; nothing in it comes from the browser unchecked. */
export type Actor = {
  userId: string
  userName: string
  cname: string
  sessionId: string
  companyId: string
  companyCode: string
  companyName: string
  companyRole: CompanyRole
  userRoles: string[]
  /** The operator's own people see every company. */
  staff: boolean
  permissions: ReadonlySet<string>
  signatory: boolean
  timeZone: number
  /** A link in a mail opened the session: it reads, and acts only where a call says so. */
  guided: boolean
  /** The second factor was taken away: until there is a new one, only what takes such a session is answered. */
  enrolling: boolean
  /** Set when one of the company's own systems calls with a key. */
  apiKey?: string
}

export type Context = {
  app: App
  tx: Tx
  /** The business date: moved only by the end of day. */
  today: string
  now: Date
  requestId: string
  language: 'en-US' | 'zh-CN'
  ip: string
  log: FastifyBaseLogger
  raw: { request: FastifyRequest; reply: FastifyReply }
}

export type ActorOf<C extends Call> = C['access'] extends 'public' ? Actor | null : Actor
export type Handler<C extends Call> = (request: Parsed<C> & Context & { actor: ActorOf<C> }) => Promise<Answer<C>>
export type Route = {
  name: string
  call: Call
  handler: (request: any) => Promise<unknown>
  /** Slow work that must not hold a transaction open; the handler finds its answer as `prepared`. */
  before?: (request: Before) => Promise<unknown>
}
export type Before = {
  app: App
  actor: Actor
  scope: RowScope
  language: Context['language']
  params: any
  query: any
  body: any
}

/**
 * A handler whose slow work, such as parsing a file, is done before its transaction begins: nothing of it holds a connection.
 * `before` runs once the caller is admitted and the input is sound; its answer is the handler's `prepared`.
 */
export const afterwards = <C extends Call, Prepared>(
  before: (request: Before) => Promise<Prepared>,
  handler: (request: Parsed<C> & Context & { actor: ActorOf<C>; prepared: Prepared }) => Promise<Answer<C>>,
): Handler<C> => Object.assign(handler as unknown as Handler<C>, { before })

/** One handler per call: forgetting one, or adding one the wire does not know, does not compile. */
export const routes = <Calls extends Record<string, Call>>(
  calls: Calls,
  handlers: { [K in keyof Calls]: Handler<Calls[K]> },
): Route[] =>
  Object.entries(calls).map(([name, call]) => {
    const handler = handlers[name as keyof Calls] as Route['handler'] & Pick<Route, 'before'>
    return { name, call, handler, ...(handler.before ? { before: handler.before } : {}) }
  })

/** What a use case can be run with outside HTTP too: by jobs, by the demo and by tests. */
export type UseCaseContext = Pick<Context, 'app' | 'tx' | 'today' | 'now' | 'requestId' | 'language' | 'ip'> & { actor: Actor }
