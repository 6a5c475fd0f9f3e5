import { listCalls } from '@usance/wire/list'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { auditList } from '@usance/wire/monitor/list'
import { referenceCalls } from '@usance/wire/reference/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealAudit } from '../../audit/seal.ts'
import { inTransaction } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { deliverMail } from '../../jobs/deliver-mail.ts'
import { linkPlace, queueMail } from '../../notify/mail.ts'
import { aFailedMail } from '../../testing/failed-mail.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const inSystem = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(portal.app.db, { kind: 'system' }, 'write', work)
const find = (filterFields: Record<string, string>) =>
  portal.ask(portal.seats.auditor, listCalls(auditList).pageList, { body: { filterFields } })

describe('what the operator watches', () => {
  test('an auditor finds who did what to which object, and sees the seal of each entry once it is sealed', async () => {
    await portal.ask(portal.seats.operations, referenceCalls.saveEntry, {
      body: { grp: 'SUPPLIER_CATEGORY', dicKey: 'WATCHED', enValue: 'Watched' },
    })
    const found = await find({ objectNo: 'WATCHED' })
    const row = found.list!.at(0) as { id: string; event: string }
    const before = await portal.ask(portal.seats.auditor, monitorCalls.entry, { body: { id: row.id } })
    expect(before).toMatchObject({ hash: null, after: { dicKey: 'WATCHED' } })
    expect((await refusalOf(portal.ask(portal.seats.operations, monitorCalls.entry, { body: { id: row.id } }))).code).toBe(403)
    expect((await refusalOf(portal.ask(portal.seats.auditor, monitorCalls.entry, { body: { id: '999999999' } }))).error).toBe(
      'NOT_FOUND',
    )
  })
  test('the chain is computed again on demand from its beginning and says how far it reaches', async () => {
    await inSystem((tx) =>
      sql`insert into audit_log (at, event, object_type, object_no) select now() - interval '1 hour', 'OLD', 'TEST', 'T-' || n from generate_series(1, 3) n`.execute(
        tx,
      ),
    )
    await sealAudit(portal.app)
    const chain = (verify: boolean) => portal.ask(portal.seats.auditor, monitorCalls.chain, { body: { verify } })
    const whole = await chain(true)
    expect(whole.broken).toBeNull()
    expect(whole.checked).toBe(whole.sealed)
    expect(whole.lastHash).toMatch(/^[0-9a-f]{64}$/)
    expect((await chain(false)).checked).toBeNull()
  })
  test('a mail that failed for good is tried again by an administrator, not by an auditor', async () => {
    const id = await aFailedMail(portal)
    const look = () => portal.ask(portal.seats.auditor, monitorCalls.jobs, { body: {} })
    const retry = (seat = portal.seats.administrator) =>
      portal.ask(seat, monitorCalls.retry, { body: { kind: 'MAIL', ids: [id], idempotencyKey: newId() } })
    expect((await look()).failures).toContainEqual(expect.objectContaining({ id, what: 'lost@example.com', attempts: 8 }))
    expect((await refusalOf(retry(portal.seats.auditor))).code).toBe(403)
    expect(await retry()).toEqual({ retried: 1 })
    expect((await look()).mail).toMatchObject({ FAILED: 0 })
    expect((await find({ event: 'JOB_RETRIED' })).total).toBe(1)
  })
  test('a mail whose link is no longer kept is neither tried again nor sent without it', async () => {
    const id = newId()
    const recipient = 'late@example.com'
    await inSystem((tx) =>
      tx
        .insertInto('mail')
        .values({ id, recipient, subject: 's', body: `Open this link:\n\n${linkPlace}`, status: 'FAILED', attempts: 8 })
        .execute(),
    )
    const retried = portal.ask(portal.seats.administrator, monitorCalls.retry, {
      body: { kind: 'MAIL', ids: [id], idempotencyKey: newId() },
    })
    expect((await refusalOf(retried)).error).toBe('LINK_USED_OR_EXPIRED')
    await inSystem((tx) => tx.updateTable('mail').set({ status: 'QUEUED' }).where('id', '=', id).execute())
    await deliverMail(portal.app, () => undefined)
    const kept = await inSystem((tx) => tx.selectFrom('mail').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    expect(kept.status).not.toBe('SENT')
  })
  test('a mail whose link has ended is given up at once, and is not tried again', async () => {
    const recipient = 'slow@example.com'
    const id = await inSystem(async (tx) => {
      const secretLink = { address: 'https://portal.test/reset-pwd?link=x', hours: 2 }
      await queueMail(portal.app, tx, { recipient, language: 'en-US', kind: 'reset', params: { name: 'Lin' }, secretLink })
      const late = new Date(Date.now() - 1000).toISOString()
      const mail = await tx.updateTable('mail').set({ linkExpiresAt: late }).where('recipient', '=', recipient).returning('id')
      return (await mail.executeTakeFirstOrThrow()).id
    })
    await deliverMail(portal.app, () => undefined)
    const state = () =>
      inSystem((tx) => tx.selectFrom('mail').select(['status', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow())
    expect(await state()).toEqual({ status: 'FAILED', attempts: 1 })
    const body = { kind: 'MAIL' as const, ids: [id], idempotencyKey: newId() }
    const retried = portal.ask(portal.seats.administrator, monitorCalls.retry, { body })
    expect((await refusalOf(retried)).error).toBe('LINK_USED_OR_EXPIRED')
  })
})
