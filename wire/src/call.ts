import type { z } from 'zod'
import type { Act, Names, Unbinding } from './act.ts'

/** Who may call: anybody, anybody signed in, or holders of (one of) the named permissions. */
export type Access = 'public' | 'signed-in' | { permission: string | readonly string[]; meant?: Meaning }

/**
 * Where one call serves several acts: which of its permissions the input asks for, by whether a member of it is given, by its
 * value, or by the party that asks. None of the others stands in for it.
 */
export type Meaning =
  | { at: `${'query' | 'body'}.${string}`; given: string; missing: string }
  | { at: `${'query' | 'body'}.${string}`; is: Readonly<Record<string, string>> }
  | { byParty: Readonly<Record<string, string>> }

/**
 * Whose rows the call may touch. `none`: no tenant data. `user`: the caller's own user data.
 * `company`: rows that name the caller's company; the platform's staff see every company.
 * Row-level security enforces it behind every handler.
 */
export type Scope = 'none' | 'user' | 'company'

/**
 * What a call may be made with: the session of a signed-in user (or a key of a company's own systems), or the token of an
 * exhibition link, which a visitor holds. A visitor's token is sent with no other call and never ends a session.
 * `guidance`: a session that a link in a mail opened. It reads what its user reads; a write must name it.
 * `enrolment`: a session of somebody whose second factor was taken away; only what names it is answered until they have a new one.
 */
export type Credential = 'session' | 'exhibition' | 'guidance' | 'enrolment'

/** What browser and server agree on about one API call. `{p}` in a path is the service prefix. */
export type Call = Described & (Reading | Writing)
/** Changes nothing, and so binds nobody. */
type Reading = { effect: 'read'; act?: never }
/** Runs in one transaction and takes an idempotencyKey. What it binds, or why it binds nobody, it says. */
type Writing = { effect: 'write'; act: Act | Unbinding }

type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  scope: Scope
  /** What the call accepts; a session alone when left out. */
  credentials?: readonly Credential[]
  /** One sentence for the API description. */
  title: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** `json` (the envelope) unless said otherwise. `file` answers bytes, `upload` takes multipart form data. */
  kind?: 'json' | 'file' | 'upload'
  /** What must hold for the ids it is sent; asked before its handler runs. */
  names?: Names
  /** Reads far more than a page: it goes over connections of its own and never takes those of the others. */
  isLong?: boolean
  /** How often a minute one address may ask, whatever token it shows: for what guesses secrets, sends mails or costs work. */
  perMinute?: number
  /** The most bytes of a body, where it is less than what every call may send. */
  maxBytes?: number
  /** Reads what is kept for the caller in person, in whichever company: no key of a company's systems does. */
  isPersonal?: boolean
}

/** What anybody may write without signing in says how often and how much; a declaration without it does not compile. */
type Bounded<C> = C extends { access: 'public'; effect: 'write' } ? { perMinute: number; maxBytes: number } : unknown

type Part = 'params' | 'query' | 'body'
/** What a caller hands in: the parts that the call declares. */
export type Input<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.input<NonNullable<C[P]>> }
/** What a handler receives: the same parts, parsed. */
export type Parsed<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.output<NonNullable<C[P]>> }
export type Answer<C extends Call> = z.output<C['answer']>

/** Declares one call. */
export const call = <const C extends Call>(c: C & Bounded<C>): C => c
