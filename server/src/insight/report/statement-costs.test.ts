import * as M from '@usance/domain/money'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { amortizationList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { aLife } from '../../testing/life.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

const seed = Number(process.env.LIFE_SEED ?? 20_261_122)
const costs = ['interestCost', 'supplierFees', 'breakCosts', 'buyerFees', 'funderFees', 'platformFees', 'fees'] as const
type Cost = (typeof costs)[number]
type Line = { orderId: string; fromDate: string; currency: string } & Partial<Record<Cost, string>>

let portal: Portal
let arrears: { orderId: string }
let advance: { orderId: string }
let early: { id: string }
/** The preview of the receipt on the discounted order. */
let ahead: Record<string, string>
beforeAll(async () => {
  portal = await openPortal()
  const { products } = portal.world
  await portal.look(async (tx) => {
    // The charges to each party on the day of the first receipt, besides the supplier's at funding.
    for (const productId of [products.purchaseInArrears, products.purchaseInAdvance]) {
      const later = { basis: 'FLAT', timing: 'SETTLEMENT', taxPct: '6' } as const
      for (const { code, ...rule } of [
        { code: 'HANDLING', value: '50', payer: 'SUPPLIER', beneficiary: 'PLATFORM' },
        { code: 'PLATFORM', value: '31', payer: 'FUNDER', beneficiary: 'PLATFORM' },
        { code: 'FUNDER', value: '41', payer: 'PLATFORM', beneficiary: 'FUNDER' },
      ] as const)
        await tx
          .updateTable('feeRule')
          .set({ ...rule, ...later })
          .where('productId', '=', productId)
          .where('code', '=', code)
          .execute()
      await tx
        .insertInto('feeRule')
        .values({ id: newId(), productId, code: 'BANK', value: '23', payer: 'BUYER', beneficiary: 'PLATFORM', ...later })
        .execute()
    }
  })
  arrears = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  advance = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  const life = await aLife(portal, seed)
  await life.closeUntil('2025-04-10')
  await aRepayment(portal, arrears.orderId, '100000.00', { valueDate: life.day() })
  const asked = { orderId: advance.orderId, amount: '100000.00', valueDate: life.day() }
  ahead = (await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: asked as never })).totals
  early = await aRepayment(portal, advance.orderId, '100000.00', { valueDate: life.day() })
  for (let step = 0; step < Number(process.env.LIFE_STEPS ?? 20); step++) await life.step()
  await runEndOfDay(portal.app, { through: life.day() })
  expect(openingDay.slice(0, 7)).toBe('2025-03')
}, 600_000)
afterAll(() => portal.close())

const linesFor = async (seat: Portal['seats']['elmMaker'], filterFields: object = {}) => {
  const { list = [] } = await portal.ask(seat, listCalls(amortizationList).pageList, {
    body: { pageSize: 5000, filterFields } as never,
  })
  return list as unknown as Line[]
}
/** Minor units of some columns by order and month. */
const byMonth = (lines: readonly Line[], columns: readonly Cost[]) => {
  const sums = new Map<string, bigint>()
  for (const line of lines) {
    const key = `${line.orderId} ${line.fromDate.slice(0, 7)}`
    for (const column of columns) {
      expect([column, line[column]]).toEqual([column, expect.any(String)])
      sums.set(key, (sums.get(key) ?? 0n) + M.fromDecimal(line[column]!, line.currency).minor)
    }
  }
  return Object.fromEntries([...sums].filter(([, minor]) => minor !== 0n).sort())
}
/** The same from the books; entries after the last period of an order belong to that period. */
const inBooks = async (names: readonly string[], lines: readonly Line[]) => {
  const rows = await portal.look((tx) =>
    sql<{ order: string; month: string; currency: string; amount: string }>`
      select order_id as order, to_char(value_date, 'YYYY-MM') as month, currency,
        sum(case side when 'D' then amount else -amount end)::text as amount
      from posting where book || account = any(${names}) and order_id is not null group by 1, 2, 3`.execute(tx),
  )
  const last = new Map<string, string>()
  for (const { orderId, fromDate } of lines)
    if ((last.get(orderId) ?? '') < fromDate.slice(0, 7)) last.set(orderId, fromDate.slice(0, 7))
  const sums = new Map<string, bigint>()
  for (const { order, month, currency, amount } of rows.rows) {
    const key = `${order} ${month < last.get(order)! ? month : last.get(order)!}`
    const minor = M.fromDecimal(amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency).minor
    sums.set(key, (sums.get(key) ?? 0n) + minor)
  }
  return Object.fromEntries([...sums].filter(([, minor]) => minor !== 0n).sort())
}
const totalOf = (lines: readonly Line[], orderId: string, column: Cost) =>
  lines.filter((line) => line.orderId === orderId).map((line) => [line.fromDate, line[column]])

test(`a supplier reads what it bears, month by month, as its own book has it (LIFE_SEED=${seed})`, async () => {
  const lines = await linesFor(portal.seats.alderMaker)
  expect(byMonth(lines, ['interestCost', 'supplierFees', 'breakCosts'])).toEqual(await inBooks(['S5000', 'S5010'], lines))
  for (const line of lines)
    expect(
      Object.keys(line)
        .filter((name) => (costs as readonly string[]).includes(name))
        .sort(),
    ).toEqual(['breakCosts', 'interestCost', 'supplierFees'])
  // The agreed fee at settlement is in its month: 50.00 and 6 % tax on it.
  const [april] = totalOf(lines, arrears.orderId, 'supplierFees')
  expect(april).toEqual(['2025-04-01', '53.00'])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a funder reads what it charged its clients and, apart, what it bears itself', async () => {
  const lines = await linesFor(portal.seats.elmMaker)
  expect(byMonth(lines, ['funderFees'])).toEqual(await inBooks(['F5100'], lines))
  expect(totalOf(lines, arrears.orderId, 'funderFees')).toEqual([
    ['2025-04-01', '32.86'],
    ['2025-03-03', '0.00'],
  ])
  // The supplier's 53.00 and the buyer's 24.38.
  expect(totalOf(lines, arrears.orderId, 'fees')[0]).toEqual(['2025-04-01', '77.38'])
  expect(lines[0]).not.toHaveProperty('supplierFees')
  expect(lines[0]).not.toHaveProperty('platformFees')
})

test('an auditor reads the costs of every party, and a buyer’s are its bills', async () => {
  const lines = await linesFor(portal.seats.auditor)
  expect(byMonth(lines, ['interestCost', 'supplierFees', 'breakCosts'])).toEqual(await inBooks(['S5000', 'S5010'], lines))
  for (const [column, account] of [
    ['buyerFees', 'B5010'],
    ['funderFees', 'F5100'],
    ['platformFees', 'P5000'],
  ] as const)
    expect(byMonth(lines, [column])).toEqual(await inBooks([account], lines))
  const bills = await portal.look((tx) =>
    tx.selectFrom('feeBill').select(['currency', 'amount']).where('orderId', '=', arrears.orderId).execute(),
  )
  expect(bills.map(({ amount }) => Number(amount))).toEqual([24.38])
  expect(totalOf(lines, arrears.orderId, 'buyerFees')[0]).toEqual(['2025-04-01', '24.38'])
  expect(totalOf(lines, arrears.orderId, 'platformFees')[0]).toEqual(['2025-04-01', '43.46'])
})

test('break costs of a discount are shown: in the statement, in the preview and with the repayment', async () => {
  // 90,000.00 at 6.80 % for 22 remaining days of 360, less five days.
  const named = { rebate: '289.00', breakCosts: '85.00' }
  expect(ahead).toMatchObject(named)
  for (const seat of ['alderMaker', 'elmMaker', 'auditor'] as const) {
    expect(totalOf(await linesFor(portal.seats[seat]), advance.orderId, 'breakCosts')[0]).toEqual(['2025-04-01', '85.00'])
    expect(await portal.ask(portal.seats[seat], repaymentCalls.detail, { body: { id: early.id } })).toMatchObject(named)
  }
  const inBooks = await portal.look((tx) =>
    tx
      .selectFrom('posting as p')
      .innerJoin('journal as j', 'j.id', 'p.journalId')
      .select(['p.book', 'p.account', 'p.side', 'p.amount'])
      .where('j.event', '=', 'REBATE')
      .where('p.orderId', '=', advance.orderId)
      .where('p.amount', '=', '85')
      .orderBy('p.id')
      .execute(),
  )
  expect(inBooks.map((one) => `${one.side} ${one.book}${one.account}`)).toEqual(['C F4020', 'D S5010', 'C S5000'])
})
