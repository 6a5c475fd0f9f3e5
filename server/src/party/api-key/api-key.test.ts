import { accountCalls } from '@usance/wire/account/calls'
import { allCalls } from '@usance/wire/all-calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailResets } from '../../jobs/mail-resets.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { sealedFields } from '../../testing/sealed-fields.ts'
import { type Seat, testPassword } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const make = async (seat: Seat, permissions: string[], days = 30) => {
  const made = await portal.ask(seat, apiKeyCalls.make, { body: { name: 'ERP', permissions, days } })
  return { ...made, token: shown(made.token) }
}
const asKey = (seat: Seat, token: string): Seat => ({ ...seat, token })
const invoices = (seat: Seat) => portal.ask(seat, listCalls(invoiceList).pageList, { body: {} })

test('a key does what it was given and nothing more, sees its own company, and is kept only as a hash', async () => {
  const { alderMaker, alderViewer } = portal.seats
  const { grantable } = await portal.ask(alderMaker, apiKeyCalls.keys, { body: {} })
  expect(grantable).toContain('trading.invoice.view')
  expect(grantable.filter((name) => /^(approval|user-center|system)\./.test(name))).toEqual([])

  const { id, token } = await make(alderMaker, ['trading.invoice.view'])
  expect(token).toMatch(/^uk_[\w-]{43}$/)
  const system = asKey(alderMaker, token)
  expect(await invoices(system)).toEqual(await invoices(alderMaker))
  expect((await refusalOf(portal.ask(system, listCalls(purchaseOrderList).pageList, { body: {} }))).error).toBe('FORBIDDEN')
  // A key makes no keys: what is leaked once must not renew itself.
  const renewal = { name: 'again', permissions: ['trading.invoice.view'], days: 9 }
  expect((await refusalOf(portal.ask(system, apiKeyCalls.make, { body: renewal }))).error).toBe('FORBIDDEN')

  const stored = await portal.look((tx) =>
    sql<{
      all: string
    }>`select (select string_agg(k::text, ' ') from api_key k) || coalesce((select string_agg(i.answer::text, ' ') from idempotency i), '') || coalesce((select string_agg(a.after::text, ' ') from audit_log a), '') as all`.execute(
      tx,
    ),
  )
  expect(stored.rows[0]!.all).not.toContain(token.slice(3))

  const [key] = (await portal.ask(alderMaker, apiKeyCalls.keys, { body: {} })).list
  expect(key).toMatchObject({ id, state: 'ACTIVE', lastFour: token.slice(-4), lastUsedIp: '127.0.0.1' })
  expect(key!.lastUsedAt).not.toBeNull()
  // Colleagues do not see it; whoever manages the company's users does; other companies never.
  expect((await portal.ask(alderViewer, apiKeyCalls.keys, { body: {} })).list).toEqual([])
  expect((await portal.ask(portal.seats.alderDirector, apiKeyCalls.keys, { body: {} })).list.map((one) => one.id)).toEqual([id])
  expect((await refusalOf(portal.ask(portal.seats.birchMaker, apiKeyCalls.revoke, { body: { id } }))).error).toBe('NOT_FOUND')

  await portal.ask(portal.seats.alderDirector, apiKeyCalls.revoke, { body: { id } })
  expect((await refusalOf(invoices(system))).error).toBe('SESSION_EXPIRED')
})

test('nobody gives a key what they may not do themselves, and a role header cannot widen it', async () => {
  const { alderViewer, alderMaker } = portal.seats
  expect((await refusalOf(make(alderViewer, ['trading.invoice.add']))).error).toBe('FORBIDDEN')
  expect((await refusalOf(make(alderMaker, ['approval.view']))).error).toBe('FORBIDDEN')
  const { token } = await make(alderMaker, ['trading.invoice.view'])
  const response = await portal.sendRaw(
    asKey(alderMaker, token),
    'POST',
    `/api/${portal.app.config.prefix}-financial-transaction/apiKey/client/list`,
    {},
    { companyrole: 'FUNDER' },
  )
  expect(response.json().code).toBe(403)
})

test('a key reads no personal data of its maker', async () => {
  const { alderMaker } = portal.seats
  const { token } = await make(alderMaker, ['trading.invoice.view'])
  const personal = allCalls().filter(({ call }) => call.isPersonal)
  expect(personal.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['notification.list', 'assistant.history', 'assistant.conversations']),
  )
  for (const { call } of personal) {
    const input = { params: { list: invoiceList.id }, body: {} }
    expect((await refusalOf(portal.ask(asKey(alderMaker, token), call, input))).error).toBe('FORBIDDEN')
  }
})

test('a key ends with a password that was set through a link, and its maker is told of it when one is changed', async () => {
  const { dogwoodChecker } = portal.seats
  const { token } = await make(dogwoodChecker, ['trading.invoice.view'])
  const system = asKey(dogwoodChecker, token)
  const [oldPassword, newPassword] = await sealedFields(portal, [testPassword, 'changed on time, as every year'])
  await portal.ask(dogwoodChecker, sessionCalls.changePassword, { body: { oldPassword, newPassword } })
  await invoices(system)
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('params')
      .where('userId', '=', dogwoodChecker.userId)
      .where('event', '=', 'API_KEYS_STAY')
      .execute(),
  )
  expect(told).toEqual([{ params: { count: 1 } }])

  await portal.ask(null, sessionCalls.resetRequest, { body: { loginName: 'dogwood.checker' } })
  await mailResets(portal.app)
  const link = await mailedLink(portal, 'dogwood.checker@usance.test')
  const [password] = await sealedFields(portal, ['set after somebody took it'])
  await portal.ask(null, sessionCalls.setPassword, { body: { link, password } })
  expect((await refusalOf(invoices(system))).error).toBe('SESSION_EXPIRED')
})

test('a key ends with its date', async () => {
  const { birchMaker } = portal.seats
  const { id, token } = await make(birchMaker, ['trading.invoice.view'])
  const system = asKey(birchMaker, token)
  await portal.look((tx) => sql`update api_key set expires_at = now() - interval '1 minute' where id = ${id}`.execute(tx))
  expect((await refusalOf(invoices(system))).error).toBe('SESSION_EXPIRED')
  await portal.look((tx) => sql`update api_key set expires_at = now() + interval '1 day' where id = ${id}`.execute(tx))
  await invoices(system)
})

describe('a key ends for good, with its event in the audit,', () => {
  const endedBy = async (id: string, why: string) => {
    const { list } = await portal.ask(portal.seats.alderDirector, apiKeyCalls.keys, { body: {} })
    expect(list.find((key) => key.id === id)).toMatchObject({ state: 'REVOKED', mayRevoke: false })
    const told = await portal.look((tx) =>
      tx.selectFrom('auditLog').select(['event', 'after']).where('objectId', '=', id).orderBy('id').execute(),
    )
    expect(told).toMatchObject([{ event: 'API_KEY_MADE' }, { event: 'API_KEY_REVOKED', after: { why, company: 'ALDER' } }])
  }

  test('with the seat of its maker: the seat may come back, the key does not', async () => {
    const { alderDirector: director, alderViewer: viewer } = portal.seats
    const { id, token } = await make(viewer, ['trading.invoice.view'])
    const sit = async (role: 'SUPPLIER' | 'COMPANY') => {
      const { version, cname, email } = await portal.ask(director, accountCalls.detail, {
        body: { id: viewer.userId },
      })
      const seats = [{ role, userRoles: ['Viewer' as const] }]
      const body = { id: viewer.userId, version, cname, email, seats }
      expect(await portal.ask(director, accountCalls.edit, { body })).toMatchObject({ waitingNo: null })
    }
    await sit('COMPANY')
    expect((await refusalOf(invoices(asKey(viewer, token)))).error).toBe('SESSION_EXPIRED')
    await sit('SUPPLIER')
    expect((await refusalOf(invoices(asKey(viewer, token)))).error).toBe('SESSION_EXPIRED')
    await endedBy(id, 'SEAT_ENDED')
  })

  test('with the account of its maker', async () => {
    const { alderDirector: director, alderViewer: viewer } = portal.seats
    const { id, token } = await make(viewer, ['trading.invoice.view'])
    await portal.ask(director, accountCalls.disable, { body: { id: viewer.userId } })
    expect((await refusalOf(invoices(asKey(viewer, token)))).error).toBe('SESSION_EXPIRED')
    await portal.ask(director, accountCalls.activate, { body: { id: viewer.userId } })
    expect((await refusalOf(invoices(asKey(viewer, token)))).error).toBe('SESSION_EXPIRED')
    await endedBy(id, 'USER_STOPPED')
  })

  test('with the role of the company, and no other key with it', async () => {
    const { operations, alderMaker: maker } = portal.seats
    const { id, token } = await make(maker, ['trading.invoice.view'])
    const other = await make(portal.seats.birchMaker, ['trading.invoice.view'])
    const hold = async (roles: ('SUPPLIER' | 'BUYER')[]) => {
      const now = await portal.ask(operations, companyCalls.anyDetail, { body: { id: portal.world.companies.alder } })
      const { version, name, bizRegNo, country, riskGrade } = now
      await portal.ask(operations, companyCalls.edit, {
        body: { id: now.id, version, name, bizRegNo, country, riskGrade, roles } as never,
      })
    }
    await hold(['BUYER'])
    await hold(['SUPPLIER', 'BUYER'])
    await portal.look((tx) =>
      tx.updateTable('userCompanyRole').set({ status: 'ENABLE' }).where('userId', '=', maker.userId).execute(),
    )
    expect((await refusalOf(invoices(asKey(maker, token)))).error).toBe('SESSION_EXPIRED')
    await endedBy(id, 'SEAT_ENDED')
    await invoices(asKey(portal.seats.birchMaker, other.token))
  })

  test('and nothing takes a seat or stops an account that leaves one', async () => {
    const { birchMaker } = portal.seats
    await make(birchMaker, ['trading.invoice.view'])
    const of = sql`user_id = ${birchMaker.userId}`
    for (const taking of [
      sql`update user_company_role set status = 'DISABLE' where ${of}`,
      sql`update app_user set status = 'stop' where id = ${birchMaker.userId}`,
    ])
      await expect(portal.look((tx) => taking.execute(tx))).rejects.toThrow(/a key ends with the seat of its maker/)
  })
})

test('one person has a bounded number of keys in use, so that nobody takes up those of the company', async () => {
  const { cedarMaker, cedarChecker } = portal.seats
  const asked = () => make(cedarMaker, ['trading.invoice.view'])
  await Promise.all(Array.from({ length: 9 }, asked))
  const outcomes = await Promise.all([asked(), asked()].map((one) => one.then(() => 'made').catch((error) => error.error)))
  expect(outcomes.sort()).toEqual(['TOO_MANY_OWN_KEYS', 'made'])
  expect((await refusalOf(asked())).data.fields).toMatchObject([
    { field: 'name', message: 'TOO_MANY_OWN_KEYS', params: { count: 10 } },
  ])
  await make(cedarChecker, ['trading.invoice.view'])
})

test('a company has a bounded number of keys in use, and one that has ended makes room', async () => {
  const { elmMaker, elmChecker } = portal.seats
  const asked = () => make(elmMaker, ['trading.invoice.view'])
  const made = await Promise.all(Array.from({ length: 4 }, asked))
  // Keys of colleagues: one person has fewer than the company.
  await portal.look((tx) =>
    sql`insert into api_key (id, company_id, company_role, user_id, name, token_hash, last_four, permissions, expires_at)
      select gen_random_uuid(), company_id, company_role, ${elmChecker.userId}, name, sha256(n::text::bytea), last_four, permissions, expires_at
      from api_key, generate_series(1, 45) n where id = ${made[0]!.id}`.execute(tx),
  )
  const outcomes = await Promise.all([asked(), asked()].map((one) => one.then(() => 'made').catch((error) => error.error)))
  expect(outcomes.sort()).toEqual(['TOO_MANY_KEYS', 'made'])
  expect((await refusalOf(asked())).data.fields).toMatchObject([
    { field: 'name', message: 'TOO_MANY_KEYS', params: { count: 50 } },
  ])
  await portal.ask(elmMaker, apiKeyCalls.revoke, { body: { id: made[0]!.id } })
  await asked()
  // Another company has a limit of its own.
  await make(portal.seats.firChecker, ['trading.invoice.view'])
})
