import type { Answer, Call, Parsed } from '@usance/wire/call'
import type { CompanyRole } from '@usance/wire/roles'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { RowScope, Tx } from '../database/database.ts'
import type { Outside } from '../database/outside.ts'
import type { Upload } from './receive-upload.ts'

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
  /** Whether the company of the present seat gave the right to sign its contracts. */
  signatory: boolean
  timeZone: number
  /** A link in a mail opened the session: it reads, and acts only in calls that allow it. */
  guided: boolean
  /** The second factor was removed: until the user enrols a new one, only calls for such sessions are answered. */
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
/** The handler of a reading that the server also asks on its own, as the assistant does: it needs no HTTP request. */
export type Reading<C extends Call> = (
  request: Parsed<C> & Pick<Context, 'app' | 'tx' | 'today' | 'now' | 'language'> & { actor: ActorOf<C> },
) => Promise<Answer<C>>
export type Route = {
  name: string
  call: Call
  // biome-ignore lint/suspicious/noExplicitAny: routes of all calls stand in one list; `routes` proves each handler against its call.
  handler: (request: any) => Promise<unknown>
  /** Slow work that must not hold a transaction open; the handler finds its answer as `prepared`. */
  before?: (request: Before) => Promise<unknown>
}
// biome-ignore lint/suspicious/noExplicitAny: parsed by the schemas of a call that is known at run time alone.
export type Input = Record<'params' | 'query' | 'body', any>

export type Before = {
  app: App
  actor: Actor
  scope: RowScope
  language: Context['language']
  /** The clock as the work begins. */
  now: Date
  /** Reads as the caller sees it, in the caller's turn; its transaction has ended when this returns. */
  look: <T>(work: (context: UseCaseContext) => Promise<T>) => Promise<T>
  /** Works as the caller would, in the caller's turn, and rolls everything back. Returns what the work returned. */
  tryOut: <T>(work: (context: UseCaseContext) => Promise<T>) => Promise<T>
  outside: Outside
  /** The received file of a call that takes one. */
  upload?: Upload
} & Input

/**
 * What a call that answers with a file leaves to be done once its transaction has ended and its connection is free: drawing
 * the file and sending it.
 */
export class Later {
  constructor(readonly work: (outside: Outside) => Promise<unknown>) {}
}

/**
 * A handler whose slow work, such as parsing a file, runs before its transaction begins, so that it holds no connection. `before`
 * runs once the caller is admitted and the input is valid; its result is the handler's `prepared`. A handler that finds the records
 * changed since throws `PreparedForAnother`; both run again.
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
