import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { listCalls } from '@usance/wire/list'
import { amortizationList } from '@usance/wire/report/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
let lost: string
let settled: string
let lostOn: string
const [recoveredOn, repaidOn] = ['2025-07-20', '2025-09-02']

/** A life with a loss in June; the supplier's fee at settlement falls due with the recovery in July, and more comes in September. */
beforeAll(async () => {
  portal = await openPortal()
  const { elmMaker } = portal.seats
  await portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ basis: 'FLAT', value: '50', timing: 'SETTLEMENT', taxPct: '6', payer: 'SUPPLIER', beneficiary: 'PLATFORM' })
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
  const wanted: WantedOrder = { product: 'purchaseInArrears', tenors: [10] }
  lost = (await aFundedOrder(portal, wanted)).orderId
  settled = (await aFundedOrder(portal, wanted)).orderId
  await aRepayment(portal, settled, '100000.00', { valueDate: openingDay })
  lostOn = await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId: lost, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', lost).executeTakeFirstOrThrow(),
  )
  await passWriteOff(portal, orderNo)
  await runEndOfDay(portal.app, { through: addDays(recoveredOn, -1) })
  await aRepayment(portal, lost, '500.00', { valueDate: recoveredOn })
  await runEndOfDay(portal.app, { through: addDays(repaidOn, -1) })
  await aRepayment(portal, lost, '1200.00', { valueDate: repaidOn, payerRole: 'SUPPLIER' })
  await runEndOfDay(portal.app, { through: addDays(repaidOn, 2) })
}, 240_000)
afterAll(() => portal.close())

type Column = 'fees' | 'penalty' | 'accrued' | 'supplierFees' | 'interestCost'
const statementFor = async (seat: Seat) => {
  const { list = [] } = await portal.ask(seat, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })
  return list.filter((line) => line.orderId === lost).reverse()
}
const minor = (text: unknown) => M.fromDecimal(Number(text ?? 0).toFixed(2), 'USD').minor
const months = (amounts: readonly (readonly [month: string, minor: bigint])[]) => {
  const sums = new Map<string, bigint>()
  for (const [month, amount] of amounts) sums.set(month, (sums.get(month) ?? 0n) + amount)
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n))
}
const byMonth = (lines: Awaited<ReturnType<typeof statementFor>>, ...columns: Column[]) =>
  months(lines.flatMap((line) => columns.map((column) => [String(line.fromDate).slice(0, 7), minor(line[column])] as const)))

/** What is posted on the lost order by month of its value date, debits less credits. */
const posted = async (which: RawBuilder<unknown>) => {
  const { rows } = await portal.look((tx) =>
    sql<{ month: string; amount: string }>`
      select to_char(p.value_date, 'YYYY-MM') as month, sum(case p.side when 'D' then p.amount else -p.amount end)::text as amount
      from posting p join journal j on j.id = p.journal_id where p.order_id = ${lost} and ${which} group by 1`.execute(tx),
  )
  return months(rows.map(({ month, amount }) => [month, minor(amount)] as const))
}

test('each charge of a lost order stands in the month it is of, and each month ties to the books', async () => {
  expect(lostOn.slice(0, 7)).toBe('2025-06')
  const ofFunder = await statementFor(portal.seats.elmMaker)
  const negative = (sums: Record<string, bigint>) => Object.fromEntries(Object.entries(sums).map(([month, sum]) => [month, -sum]))
  const charged = sql`p.book = 'F' and p.account in ('4020', '2300') and j.event = 'SETTLEMENT_FEES'`
  expect(byMonth(ofFunder, 'fees')).toEqual(negative(await posted(charged)))
  expect(Object.keys(byMonth(ofFunder, 'fees'))).toEqual(['2025-07'])
  for (const [column, account] of [
    ['penalty', '1210'],
    ['accrued', '1200'],
  ] as const)
    expect(byMonth(ofFunder, column)).toEqual(await posted(sql`p.book = 'F' and p.account = ${account} and j.event = 'ACCRUAL'`))
  const ofSupplier = await statementFor(portal.seats.alderMaker)
  const costs = await posted(sql`p.book = 'S' and p.account in ('5000', '5010')`)
  expect(byMonth(ofSupplier, 'interestCost', 'supplierFees')).toEqual(costs)
  expect(Object.keys(costs)).toContain('2025-07')
})

test('after the loss nothing is carried on: the periods of later charges have no principal, no interest and no days', async () => {
  const lines = await statementFor(portal.seats.elmMaker)
  const ofLoss = lines.findIndex((line) => line.toDate === lostOn)
  expect(lines[ofLoss]).toMatchObject({ writtenOff: '90000.00', closing: '0.00', interestDue: '0.00' })
  const later = lines.slice(ofLoss + 1)
  expect(later.map(({ fromDate, toDate }) => [fromDate, toDate])).toContainEqual(['2025-07-01', '2025-07-31'])
  for (const line of later)
    expect(line).toMatchObject({
      ...{ opening: '0.00', funded: '0.00', repaid: '0.00', closing: '0.00', writtenOff: '0.00' },
      ...{ accrued: '0.00', penalty: '0.00', interestReceived: '0.00', interestDue: '0.00', unearnedClosing: '0.00' },
      calendarDays: 0,
    })
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order that is paid off has no period after its last day, as long as nothing is charged', async () => {
  const { list = [] } = await portal.ask(portal.seats.elmMaker, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })
  expect(list.filter((line) => line.orderId === settled).map((line) => line.toDate)).toEqual([openingDay])
})
