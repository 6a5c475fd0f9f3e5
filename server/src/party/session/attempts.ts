import { setTimeout as pause } from 'node:timers/promises'
import { type Attempts, beginAttempt, endAttempt, noAttempts } from '@usance/domain/sign-in-attempts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import { keyedHash } from '../../auth/keyed-hash.ts'
import { inTransaction, needNotReachDisk, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/** The key of a counter of attempts: an account, and the place of the attempt where the account has signed in from there. */
export type Counter = { account: string; place: string }

type Keyed = Pick<App, 'installKey'>

// Typed names are no secret, but a password is sometimes typed in their place.
const hashed = (app: Keyed, text: string) => keyedHash(app, 'attempts', text.toLowerCase()).toString('hex')
/** The shared place of all attempts from addresses without an earlier sign-in of the account. */
const elsewhere = ''

/** The counter of a typed name. Its lock is shown, whether the user exists or not. */
export const counterOfName = (app: Keyed, name: string, knownPlace: string | undefined): Counter => ({
  account: hashed(app, `name ${name}`),
  place: knownPlace ?? elsewhere,
})
/**
 * The counter of the user behind the name, by any of its names. Its lock is never shown, since it would reveal whose address it
 * is.
 */
export const counterOfUser = (app: Keyed, idOrName: string, knownPlace: string | undefined): Counter => ({
  account: hashed(app, `user ${idOrName}`),
  place: knownPlace ?? elsewhere,
})
/**
 * Attempts inside a session count apart from those at sign-in: a stranger at sign-in must not keep the owner from changing a
 * password, nor a person at an open session keep the owner out.
 */
export const counterInside = (app: Keyed, userId: string): Counter => ({
  account: hashed(app, `inside ${userId}`),
  place: elsewhere,
})

/** An admitted attempt. It counts as wrong until `passed` is called. */
export type Attempt = {
  /** Whether the secret may be checked; otherwise the answer is that for a wrong secret. */
  mayCheck: boolean
  failed: () => Promise<void>
  /** Removes this attempt; wrong ones remain. */
  passed: () => Promise<void>
}

const pollMs = 25
const patienceMs = 15_000

/**
 * Admits an attempt before the secret is checked. It waits while the allowed number is being checked. A lock of the first counter
 * is shown with its minutes; a lock of a further one only fails the attempt. Throws USER_LOCKED or BUSY.
 */
export async function attempt(app: App, counters: readonly [Counter, ...Counter[]]): Promise<Attempt> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const begun = await inTransaction(app.asideDb, { kind: 'none' }, 'write', (tx) => {
      needNotReachDisk(tx)
      return begin(tx, counters)
    })
    if (begun) return attemptOf(app, begun)
    if (Date.now() > deadline) throw new Refused('BUSY')
    await pause(pollMs)
  }
}

type Row = Counter & { attempts: Attempts }
type Begun = { at: number; counted: readonly Counter[]; mayCheck: boolean }

/** Begins an attempt on every counter or on none; undefined where it has to wait. */
async function begin(tx: Tx, counters: readonly Counter[]): Promise<Begun | undefined> {
  const { rows, at } = await lockCounters(tx, counters)
  const admissions = counters.map(({ account, place }) => {
    const row = rows.find((one) => one.account === account && one.place === place)
    return { account, place, admission: beginAttempt(row?.attempts ?? noAttempts, at) }
  })
  const told = admissions[0]?.admission
  if (told?.kind === 'locked') throw new Refused('USER_LOCKED', { minutes: Math.ceil((told.until - at) / 60_000) })
  if (admissions.some(({ admission }) => admission.kind === 'wait')) return undefined
  const counted: Row[] = admissions.flatMap(({ account, place, admission }) =>
    admission.kind === 'begun' ? [{ account, place, attempts: admission.attempts }] : [],
  )
  await keep(tx, counted)
  return { at, counted, mayCheck: counted.length === counters.length }
}

const attemptOf = (app: App, { at: begunAt, counted, mayCheck }: Begun): Attempt => {
  // Outside the caller's transaction, which a refusal rolls back.
  const end = (isRight: boolean) =>
    inTransaction(app.asideDb, { kind: 'none' }, 'write', async (tx) => {
      const { rows, at } = await lockCounters(tx, counted)
      await keep(
        tx,
        rows.map((row) => ({ ...row, attempts: endAttempt(row.attempts, begunAt, isRight, at) })),
      )
    })
  return { mayCheck, failed: () => end(false), passed: () => end(true) }
}

const anyCounter = (counters: readonly Counter[]): RawBuilder<unknown> =>
  sql`unnest(${counters.map(({ account }) => account)}::text[], ${counters.map(({ place }) => place)}::text[]) as wanted (account, place)`

/** The counters, locked in a fixed order, and the time of the database that all servers count by. */
async function lockCounters(tx: Tx, counters: readonly Counter[]): Promise<{ rows: Row[]; at: number }> {
  await sql`insert into sign_in_attempt (account, place, state)
    select account, place, ${JSON.stringify(noAttempts)}::jsonb from ${anyCounter(counters)} order by account, place
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ account: string; place: string; state: Attempts; at: number }>`
    select a.account, a.place, a.state, (extract(epoch from clock_timestamp()) * 1000)::float8 as at
    from sign_in_attempt a join ${anyCounter(counters)} on a.account = wanted.account and a.place = wanted.place
    order by a.account, a.place for update of a`.execute(tx)
  return {
    rows: rows.map(({ account, place, state }) => ({ account, place, attempts: state })),
    at: Math.max(...rows.map((row) => row.at)),
  }
}

async function keep(tx: Tx, rows: readonly Row[]): Promise<void> {
  await sql`update sign_in_attempt a set state = kept.state, updated_at = now()
    from unnest(${rows.map(({ account }) => account)}::text[], ${rows.map(({ place }) => place)}::text[],
                ${rows.map(({ attempts }) => JSON.stringify(attempts))}::jsonb[]) as kept (account, place, state)
    where a.account = kept.account and a.place = kept.place`.execute(tx)
}

const knownForDays = 90

/** Whether a user has signed in from an address in the last ninety days, or verified the mailbox from there. */
export const isKnownAt = (user: string | RawBuilder<string>, address: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from known_address where user_id = ${user} and address = ${address}
    and seen_at > now() - make_interval(days => ${knownForDays}))`

/** Records that a user signed in from an address, so that strangers' guesses no longer lock them out there. */
export async function rememberAddress(tx: Tx, userId: string, address: string): Promise<void> {
  await sql`insert into known_address (user_id, address) values (${userId}, ${address})
    on conflict (user_id, address) do update set seen_at = now()`.execute(tx)
}

/** Unlocks a user everywhere after a verification of the mailbox. */
export async function forgetAttempts(app: Keyed, tx: Tx, user: { id: string; userName: string; email: string }): Promise<void> {
  const accounts = [
    counterOfUser(app, user.id, undefined),
    counterOfName(app, user.userName, undefined),
    counterOfName(app, user.email, undefined),
    counterInside(app, user.id),
  ].map(({ account }) => account)
  await tx.deleteFrom('signInAttempt').where('account', 'in', accounts).execute()
}
