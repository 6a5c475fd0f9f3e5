import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** What a seat expects of an order beside the release of its reserve, as day, kind, direction and amount. */
async function expected(seat: Seat, orderId: string): Promise<string[]> {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  return rows
    .filter(({ done, link, kind }) => !done && kind === 'REPAYMENT' && link?.includes(orderId))
    .map(({ date, direction, amount }) => `${date} ${direction} ${amount}`)
    .sort()
}

test('interest in arrears beyond a reserve that a credit note lowered is expected of the supplier at maturity', async () => {
  const { alderMaker, elmMaker, settlement } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [60] })
  await credit(portal, invoiceIds[0]!, '9900.00')
  const maturity = addDays(openingDay, 60)
  const { total } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId, asOf: maturity } })
  const costs = M.toDecimal(M.subtract(M.fromDecimal(total, 'USD'), M.fromDecimal('90100', 'USD')))
  expect(Number(costs)).toBeGreaterThan(0)
  expect(await expected(alderMaker, orderId)).toEqual([`${maturity} OUT ${costs}`])
  expect(await expected(elmMaker, orderId)).toEqual([`${maturity} IN ${costs}`, `${maturity} IN 90100.00`].sort())
})

test('costs that no reserve covers are expected of the supplier on the day they are due, before they are a claim and after', async () => {
  const { alderMaker, elmMaker, settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'payables', tenors: [20] })
  const maturity = addDays(openingDay, 20)
  expect(await expected(alderMaker, orderId)).toEqual([])
  expect(await expected(elmMaker, orderId)).toEqual([`${maturity} IN 100000.00`])

  const today = await runEndOfDay(portal.app, { through: addDays(maturity, 19) })
  const { total } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId } })
  const costs = M.toDecimal(M.subtract(M.fromDecimal(total, 'USD'), M.fromDecimal('100000', 'USD')))
  expect(Number(costs)).toBeGreaterThan(0)
  expect(await expected(alderMaker, orderId)).toEqual([`${today} OUT ${costs}`])
  expect(await expected(elmMaker, orderId)).toEqual([`${today} IN 100000.00`, `${today} IN ${costs}`].sort())

  await aRepayment(portal, orderId, '100000.00', { valueDate: today })
  const [claim] = await expected(alderMaker, orderId)
  const dueDate = claim?.split(' ')[0]
  // With the penalty to the day on which the claim is due.
  const { total: settles } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId, asOf: dueDate } })
  expect(Number(settles)).toBeGreaterThan(Number(costs))
  expect(await expected(alderMaker, orderId)).toEqual([`${dueDate} OUT ${settles}`])
  expect(await expected(elmMaker, orderId)).toEqual([`${dueDate} IN ${settles}`])
})
