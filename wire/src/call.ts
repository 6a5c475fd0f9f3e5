import type { Permission } from '@usance/domain/permissions'
import type { z } from 'zod'
import type { Act, Names, Unbinding } from './act.ts'

/** Who may call: anybody, anybody signed in, or holders of (one of) the named permissions. */
export type Access = 'public' | 'signed-in' | { permission: Permission | readonly Permission[]; meant?: Meaning }

/**
 * Selects the permission where one call serves several acts: by the presence of an input member, by its value, or by the calling
 * party. The other permissions of the call do not count.
 */
export type Meaning =
  | { at: `${'query' | 'body'}.${string}`; given: Permission; missing: Permission }
  | { at: `${'query' | 'body'}.${string}`; is: Readonly<Record<string, Permission>> }
  | { byParty: Readonly<Record<string, Permission>> }

/**
 * What a call that no permission guards may answer. `caller`: what is kept for whoever asks, in person or for the seat they
 * sit in. `common`: texts, settings and reference data, which everybody reads alike. `outcome`: what became of the request
 * itself. `byRight`: rows of companies, each with the right to the page that shows it; the words say where this is asked.
 */
type Tells = 'caller' | 'common' | 'outcome' | { byRight: string }

/**
 * Whose rows the call may touch. `none`: no tenant data. `user`: the caller's own user data.
 * `company`: rows that name the caller's company; the platform's staff see every company.
 * Row-level security enforces it behind every handler.
 */
type Scope = 'none' | 'user' | 'company'

/**
 * The credentials that a call accepts: the session of a signed-in user (or a key of a company's own systems), or the token of a
 * visitor's exhibition link. A visitor's token is sent with no other call and never ends a session. `guidance`: a session opened
 * from a link in a mail. It reads everything its user reads; a write must name it, a public one too. `enrolment`: a session of a
 * user whose second factor was removed. Until the user enrols a new one, it may make only the calls that name it, and public
 * readings of what everybody reads alike.
 */
export type Credential = 'session' | 'exhibition' | 'guidance' | 'enrolment'

/** What browser and server agree on about one API call. `{p}` in a path is the service prefix. */
export type Call = Described & (Reading | Writing)
/** Changes nothing, and so binds nobody. */
type Reading = { effect: 'read'; act?: never }
/** Runs in one transaction and takes an idempotencyKey. It declares what it binds, or why it binds nobody. */
type Writing = { effect: 'write'; act: Act | Unbinding }

type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** What it may answer where no permission guards it; left out everywhere else. */
  tells?: Tells
  scope: Scope
  /** The accepted credentials; a session alone when left out. */
  credentials?: readonly Credential[]
  /** One sentence for the API description. */
  title: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** `json` (the envelope) unless said otherwise. `file` answers bytes, `upload` takes multipart form data. */
  kind?: 'json' | 'file' | 'upload'
  /** The conditions on the ids of the request, checked before its handler runs. */
  names?: Names
  /** Reads far more than a page: it goes over connections of its own and never takes those of the others. */
  isLong?: boolean
  /** How often a minute one address may ask, whatever token it shows: for what guesses secrets, sends mails or costs work. */
  perMinute?: number
  /** The largest body in bytes, where it is below the general limit. */
  maxBytes?: number
  /** Reads personal data of the caller, in any company; keys of a company's systems may not make the call. */
  isPersonal?: boolean
  /** Tells its caller the appId, and so is asked without one. Downloads are too; every other call is refused without it. */
  tellsAppId?: true
  /** Decides where the business of a company goes: a person makes the call, never a key that outlives its maker's intent. */
  byPeopleAlone?: boolean
}

/** A public write must declare its limits of rate and size; without them it does not compile. */
type Bounded<C> = C extends { access: 'public'; effect: 'write' } ? { perMinute: number; maxBytes: number } : unknown

/** What no permission guards says what it tells; a reading has no outcome but its answer. */
type Told<C> = C extends { access: 'public' | 'signed-in' }
  ? { tells: C extends { effect: 'read' } ? Exclude<Tells, 'outcome'> : Tells }
  : { tells?: never }

type Part = 'params' | 'query' | 'body'
/** What a caller hands in: the parts that the call declares. */
export type Input<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.input<NonNullable<C[P]>> }
/** What a handler receives: the same parts, parsed. */
export type Parsed<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.output<NonNullable<C[P]>> }
type Keyless<Body> = Body extends { idempotencyKey: infer Key } ? Omit<Body, 'idempotencyKey'> & { idempotencyKey?: Key } : Body
/** What a caller hands to a client, which adds the idempotency key itself where none is given. */
export type Sent<C extends Call> = { [P in keyof Input<C>]: SentPart<P, Input<C>[P]> }
type SentPart<P, Whole> = P extends 'body' ? Keyless<Whole> : Whole
export type Answer<C extends Call> = z.output<C['answer']>

/** Declares one call. */
export const call = <const C extends Call>(c: C & Bounded<C> & Told<C>): C => c
