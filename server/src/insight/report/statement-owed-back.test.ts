import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { amortizationList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, payDrafted, takeBack } from '../../testing/financing.ts'
import { paperInFile } from '../../testing/order-file.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'

// An order is paid and its reserve released in April; in May the receipt is taken back, and in June the supplier pays.
let portal: Portal
let orderId: string
let released: string
let day = openingDay
const closeUntil = async (to: string) => {
  day = await runEndOfDay(portal.app, { through: addDays(to, -1) })
}
const statementFor = async (seat: Seat) => {
  const { list = [] } = await portal.ask(seat, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })
  return list.filter((line) => line.orderId === orderId).reverse()
}
/** A column of the statement by month, without the months in which it is zero. */
const byMonth = async (column: 'reserveOwedBack' | 'supplierFees', seat = portal.seats.alderMaker) => {
  const sums = new Map<string, number>()
  for (const line of await statementFor(seat)) {
    const month = String(line.fromDate).slice(0, 7)
    sums.set(month, (sums.get(month) ?? 0) + Number(line[column]))
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).map(([month, sum]) => [month, sum.toFixed(2)]))
}
const fees: Record<string, string>[] = []

beforeAll(async () => {
  portal = await openPortal()
  const { settlement } = portal.seats
  orderId = (await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })).orderId
  await closeUntil(addDays(day, 28))
  const receipt = await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeUntil(addDays(day, 4))
  const release = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await payDrafted(portal, release, 'RELEASE', day)
  released = (await portal.ask(settlement, paymentCalls.detail, { body: { id: release.id } })).amount
  expect(day.slice(0, 7)).toBe('2025-04')
  await closeUntil('2025-05-12')
  fees.push(await byMonth('supplierFees'))
  await takeBack(portal, receipt)
  await closeUntil('2025-06-10')
  fees.push(await byMonth('supplierFees'))
}, 240_000)
afterAll(() => portal.close())

test('the statement in the order’s file tells what is owed back by its own name, and no fee below zero', async () => {
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  const paper = await paperInFile(portal, orderId, '00-statement.pdf')
  const written = (amount: string) => Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(paper).toContain(`Reserve owed back 应退保留款 USD ${written(released)}`)
  const total = Object.values(fees[1]!).reduce((sum, amount) => sum + Number(amount), 0)
  expect(paper).toContain(`Fees booked 已入账费用 USD ${written(total.toFixed(2))}`)
})

test('reserve that is owed back stands in the month of its booking, by its own name, and no fee is below zero', async () => {
  expect(await byMonth('reserveOwedBack')).toEqual({ '2025-05': released })
  expect(await byMonth('reserveOwedBack', portal.seats.auditor)).toEqual({ '2025-05': released })
  // The months that were read before have the fees that they had.
  expect(fees[1]).toEqual(fees[0])
  expect((await statementFor(portal.seats.elmMaker))[0]).not.toHaveProperty('reserveOwedBack')
})

test('what the supplier pays of it lowers it in the month of the payment, and is no fee either', async () => {
  // Penalty comes before it, and interest and principal after it.
  await aRepayment(portal, orderId, String(Number(released) + 5000), { valueDate: day, payerRole: 'SUPPLIER' })
  await closeUntil('2025-06-12')
  expect(await byMonth('reserveOwedBack')).toEqual({ '2025-05': released, '2025-06': `-${released}` })
  expect(await byMonth('supplierFees')).toEqual(fees[0])
  const { rows } = await portal.look((tx) =>
    sql<{ cost: string }>`select sum(case side when 'D' then amount else -amount end) as cost from posting
      where order_id = ${orderId} and book = 'S' and account in ('5000', '5010')`.execute(tx),
  )
  const borne = (await statementFor(portal.seats.alderMaker)).reduce(
    (sum, line) => sum + Number(line.interestCost) + Number(line.supplierFees) + Number(line.breakCosts),
    0,
  )
  expect(borne).toBeCloseTo(Number(rows[0]!.cost), 2)
  expect(await brokenLaws(portal)).toEqual([])
})
