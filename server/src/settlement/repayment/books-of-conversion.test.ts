import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asConversion } from '../../testing/as-conversion.ts'
import { aConfirmedOrder, aFundedOrder, brokenLaws, payFunding } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** The journals of an order as a seat reads them: the event of each, and the loan of which it has lines. */
async function loansIn(seat: Seat, orderId: string) {
  const { journals } = await portal.ask(seat, ledgerCalls.order, { body: { orderId } })
  return journals.map(({ event, loan }) => ({ event, loan }))
}

test('the books of a conversion tell which of its entries have lines of the loan that it pays off', async () => {
  const fundingDate = openingDay
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate, faces: ['200000'], tenors: [90] })
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate, faces: ['200000'], tenors: [60] })
  await asConversion(portal, child.orderId, parent.orderId)
  await payFunding(portal, child.orderId)
  await runEndOfDay(portal.app, { through: openingDay })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', parent.orderId).executeTakeFirstOrThrow(),
  )

  const { auditor, elmMaker, alderMaker, cedarMaker } = portal.seats
  const loan = { id: parent.orderId, orderNo }
  for (const seat of [auditor, elmMaker, alderMaker])
    expect(await loansIn(seat, child.orderId)).toContainEqual({ event: 'FUNDING', loan })
  expect(await loansIn(elmMaker, child.orderId)).toContainEqual({ event: 'ACCRUAL', loan: null })
  // A buyer has no lines of a loan in its book, and the books of the loan have their own lines alone.
  for (const found of [await loansIn(cedarMaker, child.orderId), await loansIn(auditor, parent.orderId)]) {
    expect(found).not.toEqual([])
    expect(found.filter((one) => one.loan !== null)).toEqual([])
  }
  expect(await brokenLaws(portal)).toEqual([])
})
