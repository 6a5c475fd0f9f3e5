import { channelPartnerCalls, channelPartnerList } from '@usance/wire/channel-partner/list'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFundedOrder, passAll } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
let partnerId: string
beforeAll(async () => {
  portal = await openPortal()
  partnerId = portal.seats.bd.userId
  await introduce(portal)
})
afterAll(() => portal.close())

const calls = listCalls(channelPartnerList)
const months = async (seat: Seat) => (await portal.ask(seat, calls.pageList, { body: {} })).list as any[]
const month = (seat: Seat, date: string, id = partnerId) =>
  portal.ask(seat, channelPartnerCalls.partnerMonth, { body: { partnerId: id, date } })
async function agree(ratePct: string, effectiveDate: string, partner: string | null = partnerId) {
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'COMMISSION', values: { partnerId: partner, ratePct, effectiveDate } },
  })
  for (const seat of [portal.seats.risk, portal.seats.settlement]) {
    const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
      body: { businessNo: no, ifQueryTask: 'YES' },
    })
    await portal.ask(seat, workflowCalls.approve, {
      body: { businessNo: no, taskId: taskId!, nodeName: currentNode!, reviewType: 'PASSED', approvalComments: '' },
    })
  }
}
/** What the platform's book holds of fees before tax, from a day through another. */
const booked = (from: string, to: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(case side when 'C' then amount else -amount end), 0)::numeric(20, 2)::text as sum
      from posting p join journal j on j.id = p.journal_id
      where p.book = 'P' and p.account in ('4000', '4010', '4020') and j.posted_on between ${from} and ${to}`.execute(tx)
    return rows[0]!.sum
  })

describe('what a channel partner earns', () => {
  test('is the agreed share of the platform’s fees in the ledger, at the rate in force when the order was funded', async () => {
    const first = await aFundedOrder(portal, { faces: ['123457.89'] })
    const before = await month(portal.seats.bd, openingDay)
    expect(before.currencies[0]).toMatchObject({ feeBase: await booked('2000-01-01', openingDay) })
    expect(before.currencies[0]!.orders).toMatchObject([{ id: first.orderId, ratePct: '10' }])

    // A rate of one's own goes before the common one from its day on; before that day the common one holds.
    await agree('12.5', '2025-03-10')
    await agree('1', openingDay, null)
    await portal.setBusinessDate('2025-03-12')
    const second = await aFundedOrder(portal, { faces: ['100000'], fundingDate: '2025-03-12' })
    const whole = await month(portal.seats.auditor, '2025-03-31')
    const rates = new Map(whole.currencies.flatMap(({ orders }) => orders.map((one) => [one.id, one.ratePct])))
    expect(rates.get(second.orderId)).toBe('12.5')
    expect(rates.get(first.orderId)).toBe('1')
    for (const { orders, feeBase, commission } of whole.currencies) {
      const cents = (text: string | null) => Math.round(Number(text) * 100)
      for (const one of orders)
        expect(cents(one.commission)).toBe(Math.round((cents(one.feeBase) * Number(one.ratePct)) / 100 + 1e-9))
      expect(orders.reduce((sum, one) => sum + cents(one.commission), 0)).toBe(cents(commission))
      expect(feeBase).toBe(await booked('2025-03-01', '2025-03-31'))
    }
  })

  test('is shown to the operator’s people and the partner’s own to the partner; a company sees its partner and own orders only', async () => {
    const rows = await months(portal.seats.auditor)
    expect(rows.length).toBeGreaterThan(0)
    expect(await months(portal.seats.bd)).toEqual(rows)
    // Whom nobody introduced has no partner; a partner of others is none of its business.
    expect(await months(portal.seats.elmChecker)).toEqual([])
    expect((await refusalOf(month(portal.seats.elmChecker, '2025-03-31'))).error).toBe('NOT_FOUND')
    const introduced = await months(portal.seats.alderMaker)
    expect(introduced.map((row) => row.partnerId)).toEqual(introduced.map(() => partnerId))
    for (const row of introduced) expect(Object.keys(row).filter((name) => /feeBase|ratePct|commission/.test(name))).toEqual([])
    // A column of another audience is missing in searches too.
    for (const asked of [
      { amountSumByField: 'commission' },
      { orderByField: 'commission' },
      { filterFields: { commissionBegin: '0' } },
    ])
      expect(
        (await refusalOf(portal.ask(portal.seats.alderMaker, listCalls(channelPartnerList).pageList, { body: asked as never })))
          .error,
      ).toBe('FIELD_NOT_ALLOWED')
    const seen = await month(portal.seats.alderMaker, '2025-03-31')
    expect(seen.partnerName).toBe((await month(portal.seats.bd, '2025-03-31')).partnerName)
    expect(seen.currencies.flatMap(({ orders }) => orders).length).toBeGreaterThanOrEqual(2)
    for (const { feeBase, commission, orders } of seen.currencies)
      expect([feeBase, commission, ...orders.flatMap((one) => [one.feeBase, one.ratePct, one.commission])]).toEqual(
        Array.from({ length: 2 + orders.length * 3 }, () => null),
      )
    expect((await refusalOf(month(portal.seats.bd, '2025-03-31', portal.seats.auditor.userId))).error).toBe('NOT_FOUND')
    const own = portal.seats.alderMaker
    expect((await refusalOf(portal.ask(own, channelPartnerCalls.partners, { body: {} }))).error).toBe('FORBIDDEN')
    const file = await portal.sendRaw(
      portal.seats.bd,
      'POST',
      `/api/${portal.app.config.prefix}-financial-transaction/channelPartner/client/details/excel/export`,
      { partnerId, date: '2025-03-31' },
    )
    expect(file.headers['content-type']).toContain('spreadsheetml')
  })

  test('follows a fee that is adjusted later, in the month of the adjustment', async () => {
    const list = await months(portal.seats.bd)
    const sum = async (part: string) => (await months(portal.seats.bd)).reduce((all, row) => all + Number(row[part]), 0)
    const [base, financed] = [await sum('feeBase'), await sum('financed')]
    const fee = await portal.look((tx) =>
      tx
        .selectFrom('orderFee')
        .selectAll()
        .where('beneficiary', '=', 'PLATFORM')
        .where('charged', '=', true)
        .executeTakeFirstOrThrow(),
    )
    const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
      body: { id: fee.id, delta: '-10.00', reason: 'Agreed with the supplier' },
    })
    await passAll(portal, no, 'FEE_ADJUSTMENT')
    expect((await sum('feeBase')) - base).toBeCloseTo(-10, 6)
    expect(await sum('financed')).toBe(financed)
    expect(list.length).toBeGreaterThan(0)
  })

  test('a rate is agreed from the business date on at the earliest, and counts from no day before its approval', async () => {
    const { operations, auditor } = portal.seats
    const propose = (effectiveDate: string) =>
      portal.ask(operations, configChangeCalls.propose, {
        body: { kind: 'COMMISSION', values: { partnerId, ratePct: '30', effectiveDate } },
      })
    const told = () => month(auditor, '2025-03-31')
    const before = await told()
    expect((await refusalOf(propose('2025-03-11'))).data.fields).toEqual([{ field: 'effectiveDate', message: 'RATE_FROM_TODAY' }])
    const { no } = await propose('2025-03-12')
    await portal.setBusinessDate('2025-03-14')
    await passAll(portal, no, 'PRODUCT')
    expect(await told()).toEqual(before)
    const { rows } = await portal.look((tx) =>
      sql<{ day: string }>`select effective_date::text as day from partner_commission where rate_pct = 30`.execute(tx),
    )
    expect(rows).toEqual([{ day: '2025-03-14' }])
  })

  test('a rate beyond a hundred percent, and one for somebody who is no partner, are refused', async () => {
    const propose = (values: object) =>
      portal.ask(portal.seats.operations, configChangeCalls.propose, { body: { kind: 'COMMISSION', values } as never })
    const faulty = await refusalOf(propose({ partnerId, ratePct: '100.5', effectiveDate: '2025-03-31' }))
    expect(faulty.error).toBe('BAD_REQUEST')
    const nobody = await refusalOf(propose({ partnerId: portal.seats.risk.userId, ratePct: '5', effectiveDate: '2025-03-31' }))
    expect(nobody.data.fields[0].field).toBe('partnerId')
  })
})
