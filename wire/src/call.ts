import type { z } from 'zod'

/** Who may call: anybody, anybody signed in, or holders of (one of) the named permissions. */
export type Access = 'public' | 'signed-in' | { permission: string | readonly string[] }

/**
 * Whose rows the call may touch. `none`: no tenant data. `user`: the caller's own user data.
 * `company`: rows that name the caller's company; the platform's staff see every company.
 * Row-level security enforces it behind every handler.
 */
export type Scope = 'none' | 'user' | 'company'

/** What browser and server agree on about one API call. `{p}` in a path is the service prefix. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  scope: Scope
  /** A `write` runs in one transaction and takes an idempotencyKey; a `read` changes nothing. */
  effect: 'read' | 'write'
  /** One sentence for the API description. */
  title: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** `json` (the envelope) unless said otherwise. `file` answers bytes, `upload` takes multipart form data. */
  kind?: 'json' | 'file' | 'upload'
  /** Reads far more than a page: it goes over connections of its own and never takes those of the others. */
  isLong?: boolean
  /** How often a minute one address may ask, whatever token it shows: for what guesses secrets, sends mails or costs work. */
  perMinute?: number
}

type Part = 'params' | 'query' | 'body'
/** What a caller hands in: the parts that the call declares. */
export type Input<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.input<NonNullable<C[P]>> }
/** What a handler receives: the same parts, parsed. */
export type Parsed<C extends Call> = { [P in Part as C[P] extends z.ZodType ? P : never]: z.output<NonNullable<C[P]>> }
export type Answer<C extends Call> = z.output<C['answer']>

/** Declares one call. */
export const call = <const C extends Call>(c: C): C => c
