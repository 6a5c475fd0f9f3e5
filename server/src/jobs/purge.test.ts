import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { invitationHours } from '@usance/domain/states/user'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { receivedHours } from '../http/receive-upload.ts'
import { queueMail } from '../notify/mail.ts'
import { storeGenerated } from '../platform/file/stored-file.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { deliverMail } from './deliver-mail.ts'
import { keptDays, previewMinutes, purge, visitsAtOnce } from './purge.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('data for sign-ins and repeated requests is kept for its stated time, and links beside mails for 72 hours', async () => {
  const { userId, companyId } = portal.seats.alderMaker
  await portal.look(async (tx) => {
    for (const [name, hours] of [
      ['kept', 1],
      ['gone', -1],
    ] as const) {
      const within = (days: number) => sql<string>`now() - make_interval(days => ${days}) + make_interval(hours => ${hours})`
      await tx
        .insertInto('loginNonce')
        .values({ nonce: name, expiresAt: sql`now() + make_interval(hours => ${hours})` })
        .execute()
      await tx
        .insertInto('signInAttempt')
        .values({ account: name, place: '', state: '{}', updatedAt: within(keptDays.attempts) })
        .execute()
      await tx
        .insertInto('knownAddress')
        .values({ userId, address: name, seenAt: within(keptDays.knownAddresses) })
        .execute()
      await tx
        .insertInto('idempotency')
        .values({
          companyId,
          userId,
          key: name,
          call: 'x',
          inputHash: Buffer.from(name),
          createdAt: within(keptDays.answersToRepeat),
        })
        .execute()
      const params = { name }
      await queueMail(portal.app, tx, {
        recipient: name,
        language: 'en-US',
        kind: 'reset',
        params,
        secretLink: { address: 'https://x', hours: null },
      })
      await sql`update mail set created_at = now() - interval '72 hours' + make_interval(hours => ${hours}) where recipient = ${name}`.execute(
        tx,
      )
    }
  })
  await purge(portal.app)
  const left = await portal.look(async (tx) => [
    ...(await tx.selectFrom('loginNonce').select('nonce as name').execute()),
    ...(await tx.selectFrom('signInAttempt').select('account as name').execute()),
    ...(await tx.selectFrom('knownAddress').select('address as name').execute()),
    ...(await tx.selectFrom('idempotency').select('key as name').execute()),
    ...(await tx.selectFrom('mail').select('recipient as name').where('sealedLink', 'is not', null).execute()),
  ])
  expect(left.map(({ name }) => name)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept'])
})

test('visits of signed-in users are kept for 400 days, of others for 30, each with what was done on it', async () => {
  const { userId, companyId } = portal.seats.alderMaker
  await portal.look(async (tx) => {
    for (const [days, user] of [
      [keptDays.visits, userId],
      [keptDays.unsignedVisits, null],
    ] as const)
      for (const [name, hours] of [
        ['kept-visit', 1],
        ['gone-visit', -1],
      ] as const) {
        const createdAt = sql<string>`app_now() - make_interval(days => ${days}) + make_interval(hours => ${hours})`
        const whose = { userId: user, companyId: user && companyId, anonymous: name, createdAt }
        const id = newId()
        await tx
          .insertInto('userAnalysisSession')
          .values({ ...whose, id, ipAddress: '192.0.2.1', projectName: 'usance' })
          .execute()
        const done = { ...whose, sessionId: id, actionType: 'CLICK', pageUrl: '/' }
        await tx.insertInto('userAnalysisEvent').values(done).execute()
        // A visit stays with what was done on it later.
        if (user && hours < 0)
          await tx
            .insertInto('userAnalysisEvent')
            .values({ ...done, anonymous: 'kept-later', createdAt: sql<string>`app_now()` })
            .execute()
      }
  })
  await purge(portal.app)
  const left = await portal.look(async (tx) => ({
    sessions: await tx.selectFrom('userAnalysisSession').select(['anonymous', 'userId']).orderBy('createdAt').execute(),
    events: await tx.selectFrom('userAnalysisEvent').select(['anonymous', 'userId']).orderBy('createdAt').execute(),
  }))
  expect(left).toEqual({
    sessions: [
      { anonymous: 'gone-visit', userId },
      { anonymous: 'kept-visit', userId },
      { anonymous: 'kept-visit', userId: null },
    ],
    events: [
      { anonymous: 'kept-visit', userId },
      { anonymous: 'kept-visit', userId: null },
      { anonymous: 'kept-later', userId },
    ],
  })
})

/** Tells of so many actions of visitors, and of as many visits of theirs, which are older than they are kept. */
const tellLongAgo = (rows: number) =>
  portal.look(async (tx) => {
    const created = sql`app_now() - make_interval(days => ${keptDays.unsignedVisits + 1})`
    await sql`insert into user_analysis_session (id, anonymous, ip_address, project_name, created_at)
      select gen_random_uuid(), 'stranger', '192.0.2.1', 'usance', ${created} from generate_series(1, ${rows}::int)`.execute(tx)
    await sql`insert into user_analysis_event (action_type, page_url, anonymous, created_at)
      select 'CLICK', '/', 'stranger', ${created} from generate_series(1, ${rows}::int)`.execute(tx)
  })
const toldByStrangers = () =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ events: number; sessions: number }>`
      select (select count(*)::int from user_analysis_event where anonymous = 'stranger') as events,
        (select count(*)::int from user_analysis_session where anonymous = 'stranger') as sessions`.execute(tx)
    return rows[0]!
  })

/** Refuses every deletion of more actions or visits than these at once, while the work goes on. */
async function withoutDeletionsAbove(rows: number, work: () => Promise<void>): Promise<void> {
  await portal.asOwner(async (db) => {
    await sql`create function refuse_deletion() returns trigger language plpgsql as ${sql.lit(
      `begin if (select count(*) from gone) > ${rows} then raise 'too much at once'; end if; return null; end`,
    )}`.execute(db)
    for (const table of ['user_analysis_event', 'user_analysis_session'])
      await sql`create trigger refused after delete on ${sql.table(table)} referencing old table as gone
        for each statement execute function refuse_deletion()`.execute(db)
  })
  try {
    await work()
  } finally {
    await portal.asOwner((db) => sql`drop function refuse_deletion cascade`.execute(db))
  }
}

test('however many visits are over, no statement deletes more than a batch of them, and the next purge goes on with the rest', async () => {
  await tellLongAgo(visitsAtOnce + 1)
  await withoutDeletionsAbove(visitsAtOnce, async () => {
    expect(await purge(portal.app, 1)).toBe(true)
    expect(await toldByStrangers()).toEqual({ events: 1, sessions: visitsAtOnce + 1 })
    expect(await purge(portal.app)).toBe(false)
    expect(await toldByStrangers()).toEqual({ events: 0, sessions: 0 })
  })
})

test('visits that cannot be deleted keep nothing else from being purged', async () => {
  await tellLongAgo(1)
  await portal.look((tx) =>
    tx.insertInto('loginNonce').values({ nonce: 'gone-beside-visits', expiresAt: sql`now() - interval '1 hour'` }).execute(),
  )
  const received = aged('incoming', 'beside-visits', receivedHours + 1)
  await withoutDeletionsAbove(0, () => expect(purge(portal.app)).rejects.toThrow('too much at once'))
  const nonces = await portal.look((tx) =>
    tx.selectFrom('loginNonce').select('nonce').where('nonce', '=', 'gone-beside-visits').execute(),
  )
  expect([nonces, existsSync(received), await toldByStrangers()]).toEqual([[], false, { events: 1, sessions: 1 }])
  await purge(portal.app)
  expect(await toldByStrangers()).toEqual({ events: 0, sessions: 0 })
})

test('the file of a contract preview is deleted after an hour, and no other file', async () => {
  const { userId, companyId } = portal.seats.alderMaker
  const store = (purpose: string, minutes: number) =>
    portal.look(async (tx) => {
      const content = Buffer.from('%PDF-1.4')
      const file = { companyId, userId, fileName: 'x.pdf', contentType: 'application/pdf', content, purpose }
      const key = await storeGenerated(portal.app, tx, file)
      const createdAt = sql<string>`now() - make_interval(mins => ${minutes})`
      await tx.updateTable('storedFile').set({ createdAt }).where('objectKey', '=', key).execute()
      return key
    })
  const young = await store('contract-preview', previewMinutes - 1)
  const old = await store('contract-preview', previewMinutes + 1)
  const signed = await store('contract', previewMinutes + 1)
  await purge(portal.app)
  const kept = await portal.look((tx) => tx.selectFrom('storedFile').select('objectKey').execute())
  expect(kept.map(({ objectKey }) => objectKey).sort()).toEqual([young, signed].sort())
  await expect(portal.app.files.onDisk(old)).rejects.toThrow()
  for (const key of [young, signed]) await (await portal.app.files.onDisk(key)).release()
})

/** Makes a file in a folder of the installation as it is some hours after it was last written to. */
function aged(folder: string, name: string, hours: number): string {
  const path = join(portal.app.config.dataDir, folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  if (!existsSync(path)) writeFileSync(path, 'x')
  const at = Date.now() / 1000 - hours * 3600
  utimesSync(path, at, at)
  return path
}

test('what a killed process was receiving is removed after a day', async () => {
  const old = aged('incoming', 'old', receivedHours + 1)
  const young = aged('incoming', 'young', receivedHours - 1)
  await purge(portal.app)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('mails in the mail folder are removed with the links in them', async () => {
  await deliverMail(portal.app, () => {})
  const params = { name: 'folder' }
  const queue = (recipient: string) =>
    portal.look((tx) =>
      queueMail(portal.app, tx, {
        recipient,
        language: 'en-US',
        kind: 'reset',
        params,
        secretLink: { address: 'https://x', hours: null },
      }),
    )
  await queue('folder-old@example.com')
  await queue('folder-young@example.com')
  await deliverMail(portal.app, () => {})
  const idOf = async (recipient: string) =>
    (await portal.look((tx) => tx.selectFrom('mail').select('id').where('recipient', '=', recipient).executeTakeFirstOrThrow()))
      .id
  const old = aged('mail', `${await idOf('folder-old@example.com')}.txt`, invitationHours + 1)
  const young = aged('mail', `${await idOf('folder-young@example.com')}.txt`, invitationHours - 1)
  await purge(portal.app)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})
