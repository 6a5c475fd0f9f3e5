import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

/** The releases that a seat expects. */
async function releases(seat: Seat) {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  return rows.filter(({ kind, done }) => kind === 'RELEASE' && !done).map(({ direction, amount }) => `${direction} ${amount}`)
}

/** The reserve that the supplier's overview has as releasable, of a past day where one is given. */
async function releasable(asOf?: string) {
  const { currencies } = await portal.ask(portal.seats.alderMaker, reportCalls.accountOverview, { body: asOf ? { asOf } : {} })
  const usd = currencies.find(({ currency }) => currency === 'USD')
  return usd?.figures.find(({ figure }) => figure === 'RESERVE_RELEASABLE')?.amount
}

/** An order that was written off, and the day on which it was. */
async function aLostOrder() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  await passWriteOff(portal, orderNo)
  return { orderId, today }
}

test('what a buyer pays beyond a loss is expected by its supplier, and what the loss takes is not', async () => {
  const { alderMaker, elmMaker, settlement } = portal.seats
  const { orderId, today } = await aLostOrder()
  await aRepayment(portal, orderId, '40000', { valueDate: today })
  expect([await releases(alderMaker), await releases(elmMaker)]).toEqual([[], []])
  await aRepayment(portal, orderId, '60000', { valueDate: today })
  const { releases: waiting } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
  const [{ amount }] = [waiting[0]!]
  expect(Number(amount)).toBeGreaterThan(0)
  expect([await releases(alderMaker), await releases(elmMaker)]).toEqual([[`IN ${amount}`], [`OUT ${amount}`]])
  // Drafted, it is a payment, and counted once.
  await runEndOfDay(portal.app, { through: addDays(today, 6) })
  expect(await releasable(addDays(today, 3))).toBe(amount)
  expect(await releasable()).toBe(amount)
  await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  expect([await releases(alderMaker), await releases(elmMaker)]).toEqual([[`IN ${amount}`], [`OUT ${amount}`]])
})

test('what a buyer still owes once the loss has come back is expected by the funder, and passed on to the supplier', async () => {
  const { alderMaker, cedarMaker, elmMaker } = portal.seats
  const { orderId, today } = await aLostOrder()
  await aRepayment(portal, orderId, '98000', { valueDate: today })
  const expected = async (seat: Seat) => {
    const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
    const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
    return rows
      .filter(({ done, kind }) => !done && ['PAYABLE', 'RECEIVABLE', 'REPAYMENT'].includes(kind))
      .map(({ kind, direction, partyName, amount }) => `${kind} ${direction} ${partyName} ${amount}`)
  }
  const released = async () => (await releases(alderMaker)).map((row) => Number(row.split(' ')[1]))
  expect(await expected(cedarMaker)).toEqual(['PAYABLE OUT Elm Trade Bank 2000.00'])
  expect(await expected(elmMaker)).toEqual(['REPAYMENT IN Cedar Retail Inc 2000.00'])
  expect(await expected(alderMaker)).toEqual([])
  const before = await released()
  await aRepayment(portal, orderId, '2000', { valueDate: today })
  expect([await expected(cedarMaker), await expected(elmMaker)]).toEqual([[], []])
  // What was expected is what is then held for the supplier.
  expect(await released()).toEqual(before)
})

test('reserve that came in after a loss is expected when the claim for which it is kept is due', async () => {
  const { orderId, today } = await aLostOrder()
  await aRepayment(portal, orderId, '100000', { valueDate: today })
  const on = async () => {
    const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
    const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, { body })
    return rows.filter(({ kind, link }) => kind === 'RELEASE' && link?.includes(orderId)).map(({ date }) => date)
  }
  const [free] = await on()
  const other = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: today, tenors: [60] })
  await credit(portal, other.invoiceIds[0]!, '13000')
  const { dueDate } = await portal.look((tx) =>
    tx.selectFrom('recourseClaim').select('dueDate').where('orderId', '=', other.orderId).executeTakeFirstOrThrow(),
  )
  expect(free && free < dueDate).toBe(true)
  expect(await on()).toEqual([dueDate])
})
