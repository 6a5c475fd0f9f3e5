import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aConfirmedOrder, aFundedOrder, anInstructedPayment, aRepayment, billBuyers } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
})
afterAll(() => portal.close())

const names = ['Alder Textiles Ltd', 'Cedar Retail Inc', 'Dogwood Stores GmbH', 'Elm Trade Bank'] as const
const [alder, cedar, dogwood, elm] = names
type Expected = { by: string; with: string; direction: 'IN' | 'OUT'; amount: string }

/** What supplier, buyers and funder expect of each other. */
async function expectations(): Promise<Expected[]> {
  const { alderMaker, cedarMaker, dogwoodChecker, elmMaker } = portal.seats
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
  const all: Expected[] = []
  for (const [at, seat] of [alderMaker, cedarMaker, dogwoodChecker, elmMaker].entries()) {
    const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
    for (const { done, direction, amount, partyName } of rows)
      if (!done && partyName && names.some((name) => name === partyName))
        all.push({ by: names[at]!, with: partyName, direction, amount })
  }
  return all
}

/**
 * Supplier and funder expect the same amounts of each other. The amounts that a buyer expects to pay are those that suppliers and
 * funders expect of it: an undisclosed assignment changes the payee, and the buyer does not know of it.
 */
async function isAgreed(stage: string): Promise<void> {
  const all = await expectations()
  expect([stage, all.length > 0]).toEqual([stage, true])
  const amounts = (holds: (one: Expected) => boolean) =>
    all
      .filter(holds)
      .map(({ amount }) => amount)
      .sort()
  for (const [own, others] of [
    ['IN', 'OUT'],
    ['OUT', 'IN'],
  ] as const) {
    const between = (one: string, other: string, direction: string) =>
      amounts((row) => row.by === one && row.with === other && row.direction === direction)
    expect([stage, own, between(alder, elm, own)]).toEqual([stage, own, between(elm, alder, others)])
    for (const buyer of [cedar, dogwood]) {
      const mine = amounts((row) => row.by === buyer && row.direction === own)
      const theirs = amounts((row) => row.with === buyer && row.direction === others)
      expect([stage, buyer, own, mine]).toEqual([stage, buyer, own, theirs])
    }
  }
}

test('what the funder still holds of a receivable that its supplier has taken back is expected by both', async () => {
  const { orderId } = await aFundedOrder(portal)
  await aRepayment(portal, orderId, '100900', { payerName: alder, payerRole: 'SUPPLIER' })
  const { invoices, releases } = await portal.look(async (tx) => ({
    invoices: await tx.selectFrom('invoice').select(['financeStatus', 'funderId']).execute(),
    releases: (await expectations()).filter(({ by, direction }) => by === elm && direction === 'OUT').map(({ amount }) => amount),
  }))
  expect(invoices).toEqual([{ financeStatus: 'UNFINANCED', funderId: null }])
  expect(releases).toContain('935.00')
  await isAgreed('repaid by its supplier')
})

test('supplier, buyer and funder expect the same of each other, whatever the product and however far it is', async () => {
  for (const product of ['purchaseInAdvance', 'purchaseInArrears'] as const)
    for (const apply of [aSubmittedOrder, aRightConfirmedOrder]) {
      const financingProductId = portal.world.products[product]
      await apply(portal, requestFor(portal, [await aConfirmedInvoice(portal)], { financingProductId }))
      await isAgreed(`${product} ${apply.name}`)
    }
  await aConfirmedOrder(portal, { product: 'purchaseOrder' })
  await anInstructedPayment(portal, { product: 'purchaseOrder' })
  await isAgreed('purchaseOrder instructed')
  const supplier = { payerName: alder, payerRole: 'SUPPLIER' } as const
  for (const product of ['purchaseInAdvance', 'purchaseInArrears', 'payables', 'purchaseOrder'] as const) {
    const { orderId } = await aFundedOrder(portal, { product, faces: ['60000', '40000'], tenors: [20, 60] })
    await isAgreed(`${product} funded`)
    const facts = product === 'purchaseOrder' ? supplier : {}
    await aRepayment(portal, orderId, '30000', facts)
    await isAgreed(`${product} paid in part`)
    const { orderId: paid } = await aFundedOrder(portal, { product })
    await aRepayment(portal, paid, '100900', facts)
    await isAgreed(`${product} paid with more than it owed`)
  }
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, await aPoolProduct(portal, 'DBS'), { amount: '20000.00', buyerCode: 'DOGWOOD' })
  const drawing = await aFundedDrawing(portal, poolId, '10000.00')
  await isAgreed('drawing funded')
  await aRepayment(portal, drawing.id, '4000', supplier)
  await isAgreed('drawing paid in part')
  await aRepayment(portal, drawing.id, '7500', supplier)
  await isAgreed('drawing paid with more than it owed')
  await runEndOfDay(portal.app, { through: addDays(openingDay, 40) })
  await isAgreed('some of it overdue')
})
