import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import type { Tx } from '../database/database.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { seldom } from './background.ts'
import { deliverMail } from './deliver-mail.ts'
import { mailResets } from './mail-resets.ts'

const gate = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

/** Fails the test by what a job reports. */
const failTest = (fault: unknown) => {
  throw fault
}
const queued = () =>
  portal.look((tx) =>
    tx
      .selectFrom('mail')
      .select(['status', 'attempts', sql<boolean>`next_at <= app_now()`.as('isDue')])
      .where('status', '=', 'QUEUED')
      .execute(),
  )

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a forgotten password brings one mail with a link, and none for a name that nobody has', async () => {
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'alder.maker' } })
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'nobody.at.all' } })
  await mailResets(portal.app)
  const [first, second] = await Promise.all([deliverMail(portal.app, failTest), deliverMail(portal.app, failTest)])
  expect(first! + second!).toBe(1)
  const folder = join(portal.app.config.dataDir, 'mail')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^To: alder\.maker@usance\.test\n[\s\S]*\/reset-pwd\?link=[\w-]{40,}/)
})

test('a mail that cannot be sent waits for another try, and its fault is told', async () => {
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'alder.checker' } })
  await mailResets(portal.app)
  const broken = { ...portal.app, config: { ...portal.app.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  const faults: unknown[] = []
  expect(await deliverMail(broken, (fault) => faults.push(fault))).toBe(0)
  expect(await queued()).toEqual([{ status: 'QUEUED', attempts: 1, isDue: false }])
  expect(faults.map(String)).toEqual([expect.stringMatching(/^Error: Mail \S+ could not be sent \(attempt 1\)$/)])
})

test('a slow mail server holds no transaction, gets each mail once, and its mail is tried again once the lease is over', async () => {
  await portal.look((tx) => tx.updateTable('mail').set({ nextAt: sql`app_now()` }).where('status', '=', 'QUEUED').execute())
  const asked = gate()
  const sockets: Socket[] = []
  const slow = createServer((socket) => {
    sockets.push(socket)
    asked.resolve()
    socket.on('error', () => {})
  })
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
  const { port } = slow.address() as AddressInfo
  const waiting = { ...portal.app, config: { ...portal.app.config, smtpUrl: `smtp://127.0.0.1:${port}` } }
  const faults: unknown[] = []
  const first = deliverMail(waiting, (fault) => faults.push(fault))
  await asked.promise
  const open = await portal.look((tx) =>
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(tx),
  )
  expect(open.rows[0]!.n).toBe(0)
  // Another process, and the next round, find nothing to send while the mail is under way.
  expect(await deliverMail(waiting, (fault) => faults.push(fault))).toBe(0)
  expect(sockets).toHaveLength(1)
  expect(await queued()).toEqual([{ status: 'QUEUED', attempts: 2, isDue: false }])
  slow.close()
  for (const socket of sockets) socket.destroy()
  expect(await first).toBe(0)
  expect(faults).toHaveLength(1)
  await portal.look((tx) => tx.updateTable('mail').set({ nextAt: sql`app_now()` }).where('status', '=', 'QUEUED').execute())
  expect(await deliverMail(portal.app, failTest)).toBe(1)
  expect(await queued()).toEqual([])
})

test('sealed audit rows form a chain, and none can be changed', async () => {
  await portal.look((tx) =>
    tx
      .insertInto('auditLog')
      .values({ at: new Date(Date.now() - 120_000).toISOString(), event: 'TEST_DONE', objectType: 'TEST' })
      .execute(),
  )
  expect(await sealAudit(portal.app)).toBeGreaterThan(0)
  expect((await portal.look((tx) => verifyAudit(tx, portal.app))).broken).toBeUndefined()
  await expect(
    portal.look((tx) => sql`update audit_log set event = 'TEST_CHANGED' where event = 'TEST_DONE'`.execute(tx)),
  ).rejects.toThrow()
})

test('rows of a transaction that lasts longer than others are sealed too, in their place', async () => {
  const long = gate()
  const write = (tx: Tx, event: string) =>
    tx
      .insertInto('auditLog')
      .values({ at: new Date(Date.now() - 120_000).toISOString(), event, objectType: 'TEST' })
      .execute()
  const written = gate()
  const underWay = portal.look(async (tx) => {
    await write(tx, 'LONG_ONE')
    written.resolve()
    await long.promise
  })
  await written.promise
  await portal.look((tx) => write(tx, 'SHORT_ONE'))
  expect(await sealAudit(portal.app, { patienceMs: 0 })).toBe(0)
  long.resolve()
  await underWay
  await sealAudit(portal.app)
  const unsealed = await portal.look((tx) =>
    tx
      .selectFrom('auditLog as l')
      .leftJoin('auditLink as s', 's.auditId', 'l.id')
      .select('l.event')
      .where('l.event', 'in', ['LONG_ONE', 'SHORT_ONE'])
      .where('s.auditId', 'is', null)
      .execute(),
  )
  expect(unsealed).toEqual([])
  expect((await portal.look((tx) => verifyAudit(tx, portal.app))).broken).toBeUndefined()
})

test('a fault that lasts is reported once a minute, and another one at once', () => {
  let now = 0
  const told: string[] = []
  const tell = seldom(
    (error) => told.push(String(error)),
    () => now,
  )
  for (now = 0; now < 121_000; now += 1000) tell(new Error('the disk is full'))
  tell(new Error('the database restarts'))
  expect(told).toEqual([...Array(3).fill('Error: the disk is full'), 'Error: the database restarts'])
})
