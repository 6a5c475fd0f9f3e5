import { join } from 'node:path'
import { invitationHours } from '@usance/domain/states/user'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { removeOldFiles } from '../files/remove-old-files.ts'
import { receivedHours } from '../http/receive-upload.ts'

/**
 * The retention of data for sign-ins, repeated requests and visits, in days; nonces are deleted when they expire. The usage page looks back
 * a year; what visitors tell who have not signed in is proved by nothing and kept for a month (decision 250).
 */
export const keptDays = { attempts: 1, knownAddresses: 90, answersToRepeat: 30, endedLinks: 90, visits: 400, unsignedVisits: 30 }

/** The retention of files of contract previews, in minutes. */
export const previewMinutes = 60
const previewsAtOnce = 500

/** The most rows of visits that one statement deletes, and the most statements of one purge: other jobs wait for it. */
export const visitsAtOnce = 20_000
const batchesOfPurge = 10

/**
 * Deletes expired data: nonces, attempts, addresses of old sign-ins, stored answers, links and visits; links beside mails are removed
 * when an invitation would have expired, and with them the mails that were written to the mail folder. What a killed process was
 * receiving goes too. Visits come last, since they may be very many. Returns whether some of them are left to the next purge.
 */
export async function purge(app: App, batches = batchesOfPurge): Promise<boolean> {
  const older = (days: number) => sql`now() - make_interval(days => ${days})`
  await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    await sql`delete from login_nonce where expires_at < now()`.execute(tx)
    await sql`delete from sign_in_attempt where updated_at < ${older(keptDays.attempts)}`.execute(tx)
    await sql`delete from known_address where seen_at < ${older(keptDays.knownAddresses)}`.execute(tx)
    await sql`delete from idempotency where created_at < ${older(keptDays.answersToRepeat)}`.execute(tx)
    await sql`delete from one_time_link where expires_at < ${older(keptDays.endedLinks)}`.execute(tx)
    await sql`update mail set sealed_link = null
      where sealed_link is not null and created_at < now() - make_interval(hours => ${invitationHours})`.execute(tx)
    await sql`delete from visit_count where day < app_now()::date`.execute(tx)
  })
  await removeOldFiles(join(app.config.dataDir, 'mail'), invitationHours)
  await removeOldFiles(join(app.config.dataDir, 'incoming'), receivedHours)
  await purgePreviews(app)
  return purgeVisits(app, batches)
}

/**
 * Deletes what was done on visits, then the visits without any of it: the oldest first, each batch in a transaction of its own.
 * Returns whether some are left after so many batches.
 */
async function purgeVisits(app: App, batches: number): Promise<boolean> {
  const before = (days: number) => sql`created_at < app_now() - make_interval(days => ${days})`
  // Two conditions, since each has an index in the order of age.
  const old = [sql`user_id is null and ${before(keptDays.unsignedVisits)}`, before(keptDays.visits)]
  const withoutEvents = sql`not exists (select from user_analysis_event e where e.session_id = user_analysis_session.id)`
  const deletions = [
    ...old.map((isOld) => ({ table: sql.table('user_analysis_event'), gone: isOld })),
    ...old.map((isOld) => ({ table: sql.table('user_analysis_session'), gone: sql`${isOld} and ${withoutEvents}` })),
  ]
  let left = batches
  for (const { table, gone } of deletions) {
    for (let deleted = visitsAtOnce; deleted === visitsAtOnce; left -= 1) {
      if (left === 0) return true
      deleted = await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
        const { numAffectedRows } = await sql`delete from ${table}
          where id in (select id from ${table} where ${gone} order by created_at limit ${visitsAtOnce})`.execute(tx)
        return Number(numAffectedRows)
      })
    }
  }
  return false
}

/** Deletes files of previews with their rows: first the file, so that a purge that is stopped is done again. */
async function purgePreviews(app: App): Promise<void> {
  const old = await inTransaction(app.db, { kind: 'system' }, 'read', (tx) =>
    tx
      .selectFrom('storedFile')
      .select('objectKey')
      .where('purpose', '=', 'contract-preview')
      .where('createdAt', '<', sql<string>`now() - make_interval(mins => ${previewMinutes})`)
      .orderBy('createdAt')
      .limit(previewsAtOnce)
      .execute(),
  )
  if (old.length === 0) return
  const keys = old.map(({ objectKey }) => objectKey)
  for (const key of keys) await app.files.remove(key)
  await inTransaction(app.db, { kind: 'system' }, 'write', (tx) =>
    tx.deleteFrom('storedFile').where('objectKey', 'in', keys).execute(),
  )
  if (old.length === previewsAtOnce) await purgePreviews(app)
}
