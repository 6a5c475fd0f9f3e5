import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passWriteOff, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a loss that its supplier owes stops the supplier and uses its facility until it has come back; one without recourse does neither', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const facility = async () => {
    const [row] = (await portal.ask(alderMaker, financeOrderCalls.summaryCompany, { body: {} })).filter(
      ({ currency }) => currency === 'USD',
    )
    return Number(row!.available)
  }
  /** The losses that count against limits, as supplier and funder read them. */
  const losses = () =>
    Promise.all(
      [alderMaker, elmMaker].map(async (seat) => {
        const rows = await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })
        return rows.find(({ currency }) => currency === 'USD')!.lost
      }),
    )
  const all = await facility()
  const orders: string[] = []
  for (const recourse of [false, true]) {
    await portal.asOwner((db) =>
      db.updateTable('financingProduct').set({ recourse }).where('id', '=', portal.world.products.purchaseInArrears).execute(),
    )
    orders.push((await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })).orderId)
  }
  expect(await facility()).toBe(all - 180_000)
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  const dueDate = addDays(today, 60)
  // Cedar's receivables are too old for another one to count.
  const invoiceId = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', issueDate: today, dueDate })
  const price = () =>
    portal.ask(alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, [invoiceId], { buyerCode: 'DOGWOOD', fundingDate: today }),
    })
  expect((await refusalOf(price())).error).toBe('STOP_OVERDUE')
  for (const orderId of orders) {
    await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
    const { orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
    await passWriteOff(portal, orderNo)
  }
  const loss = await balanceIn(portal, orders[1]!, 'F5000')
  expect((await refusalOf(price())).error).toBe('STOP_OVERDUE')
  expect(await facility()).toBeCloseTo(all - Number(loss), 2)
  expect((await losses()).map(Number)).toEqual([Number(loss), Number(loss)])
  // A partner reads the losses of the companies that it introduced, and no others.
  const lostToPartner = async () =>
    (await portal.ask(portal.seats.bd, financeOrderCalls.summaryCompany, { body: {} })).map(({ lost }) => Number(lost))
  await introduce(portal, { companyId: portal.world.companies.birch })
  expect((await lostToPartner()).filter((lost) => lost !== 0)).toEqual([])
  await introduce(portal)
  expect((await lostToPartner()).filter((lost) => lost !== 0)).toEqual([Number(loss)])

  await aRepayment(portal, orders[1]!, loss, { valueDate: today, payerRole: 'SUPPLIER' })
  await price()
  expect(await facility()).toBe(all)
  expect(await losses()).toEqual(['0.00', '0.00'])
  const shown = await portal.ask(alderMaker, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
  expect(Number(shown.facilityHeadroom)).toBe(all)
  expect(await brokenLaws(portal)).toEqual([])
})
