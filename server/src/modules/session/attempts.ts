import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attempts, beginAttempt, endAttempt, noAttempts } from '@usance/domain/sign-in-attempts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import { inTransaction, needNotReachDisk, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/** Whose attempts are counted together: an account, and the place they come from where the account is known there. */
export type Counter = { account: string; place: string }

const hashed = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('hex')
/** All places where an account was never signed in from count together. */
const elsewhere = ''

/** The counter behind a name as it was typed: its lock is told, whether such a user exists or not. */
export const counterOfName = (name: string, knownPlace: string | undefined): Counter => ({
  account: hashed(`name ${name}`),
  place: knownPlace ?? elsewhere,
})
/** The counter behind the user of that name, by whichever name; its lock is never told, or it would tell who has which address. */
export const counterOfUser = (idOrName: string, knownPlace: string | undefined): Counter => ({
  account: hashed(`user ${idOrName}`),
  place: knownPlace ?? elsewhere,
})
/** Attempts inside a session count apart from those at the door: a stranger there must not keep the owner from changing a
 *  password, and who sits at a session left open must not keep the owner out. */
export const counterInside = (userId: string): Counter => ({ account: hashed(`inside ${userId}`), place: elsewhere })

/** An attempt that was admitted. It counts as wrong until `passed` says otherwise. */
export type Attempt = {
  /** Whether the secret may be checked; where it may not, the answer is the one for a wrong secret. */
  mayCheck: boolean
  failed: () => Promise<void>
  /** Takes this attempt away; wrong ones of others stay. */
  passed: () => Promise<void>
}

const pollMs = 25
const patienceMs = 15_000

/**
 * Admits an attempt before the secret is looked at; waits while as many as are allowed are being checked. The lock of the
 * first counter is told with its minutes; that of a further one only lets the attempt fail. Throws USER_LOCKED or BUSY.
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

/** Begins an attempt on each counter at once, or on none: undefined where it has to wait. */
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

/** The counters, locked in one order, and the instant of the database by which all servers count. */
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

/** Whether a user has signed in from an address in the last ninety days, or proved the mailbox from there. */
export const isKnownAt = (user: string | RawBuilder<string>, address: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from known_address where user_id = ${user} and address = ${address}
    and seen_at > now() - make_interval(days => ${knownForDays}))`

/** Remembers that a user proved themselves from an address, so that strangers' guesses no longer lock them out there. */
export async function rememberAddress(tx: Tx, userId: string, address: string): Promise<void> {
  await sql`insert into known_address (user_id, address) values (${userId}, ${address})
    on conflict (user_id, address) do update set seen_at = now()`.execute(tx)
}

/** Unlocks a user everywhere, who proved the mailbox. */
export async function forgetAttempts(tx: Tx, user: { id: string; userName: string; email: string }): Promise<void> {
  const accounts = [
    counterOfUser(user.id, undefined),
    counterOfName(user.userName, undefined),
    counterOfName(user.email, undefined),
    counterInside(user.id),
  ].map(({ account }) => account)
  await tx.deleteFrom('signInAttempt').where('account', 'in', accounts).execute()
}
