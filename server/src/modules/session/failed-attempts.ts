import { createHash } from 'node:crypto'
import { badPasswordsBeforeLock, badPasswordWindowMinutes, lockMinutes } from '@usance/domain/states/user'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../database/database.ts'
import type { Context } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

/** Whose failed attempts are counted together, as the hash under which they are kept. */
export const subjectOf = (name: string): string => createHash('sha256').update(name.toLowerCase()).digest('hex')

/** Attempts inside a session count apart from those at the door: a stranger there must not keep the owner from changing a
 *  password, and who sits at a session left open must not keep the owner out. */
export const insideSession = (userId: string): string => subjectOf(`session ${userId}`)

/** Refuses with the minutes left while a subject is locked. */
export async function refuseWhileLocked(
  { app, now }: Pick<Context, 'app' | 'now'>,
  subject: string,
  db: Db = app.asideDb,
): Promise<void> {
  const attempt = await db.selectFrom('loginAttempt').select('lockedUntil').where('loginName', '=', subject).executeTakeFirst()
  if (attempt?.lockedUntil && attempt.lockedUntil > now.toISOString())
    throw new Refused('USER_LOCKED', { minutes: Math.ceil((Date.parse(attempt.lockedUntil) - now.getTime()) / 60_000) })
}

/** Counts a failed attempt, outside the caller's transaction, which the refusal rolls back. Five within a quarter of an hour
 *  lock the subject for half an hour. */
export async function recordFailure({ app }: Pick<Context, 'app'>, subject: string): Promise<void> {
  await inTransaction(app.asideDb, { kind: 'none' }, 'write', (tx) =>
    sql`insert into login_attempt as a (login_name, failed_count, failed_since) values (${subject}, 1, now())
        on conflict (login_name) do update set
          failed_count = case when a.failed_since < now() - make_interval(mins => ${badPasswordWindowMinutes}) then 1 else a.failed_count + 1 end,
          failed_since = case when a.failed_since < now() - make_interval(mins => ${badPasswordWindowMinutes}) then now() else a.failed_since end,
          locked_until = case when a.failed_since >= now() - make_interval(mins => ${badPasswordWindowMinutes}) and a.failed_count + 1 >= ${badPasswordsBeforeLock}
                              then now() + make_interval(mins => ${lockMinutes}) else null end`.execute(tx),
  )
}

/** A right attempt makes the earlier wrong ones forgotten. */
export async function forgetFailures({ app }: Pick<Context, 'app'>, subject: string, db: Db = app.asideDb): Promise<void> {
  await db.deleteFrom('loginAttempt').where('loginName', '=', subject).execute()
}
