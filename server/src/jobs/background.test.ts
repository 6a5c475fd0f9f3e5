import { readdirSync, readFileSync } from 'node:fs'
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

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a forgotten password brings one mail with a link, and none for a name that nobody has', async () => {
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'alder.maker' } })
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'nobody.at.all' } })
  await mailResets(portal.app)
  const [first, second] = await Promise.all([deliverMail(portal.app), deliverMail(portal.app)])
  expect(first! + second!).toBe(1)
  const folder = join(portal.app.config.dataDir, 'mail')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^To: alder\.maker@usance\.test\n[\s\S]*\/reset-pwd\?link=[\w-]{40,}/)
})

test('a mail that cannot be sent waits for another try', async () => {
  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'alder.checker' } })
  await mailResets(portal.app)
  const broken = { ...portal.app, config: { ...portal.app.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  expect(await deliverMail(broken)).toBe(0)
  const waiting = await portal.look((tx) =>
    tx.selectFrom('mail').select(['status', 'attempts']).where('status', '=', 'QUEUED').execute(),
  )
  expect(waiting).toEqual([{ status: 'QUEUED', attempts: 1 }])
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

const gate = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

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
