import { draftFunding } from '../finance/finance-order/draft-funding.ts'
import { asConversion } from './as-conversion.ts'
import { aConfirmedOrder, actAs, aFundedOrder } from './financing.ts'
import type { Portal } from './portal.ts'

/** A conversion whose advance does not cover the payoff of its purchase order financing, with its drafted payment. */
export async function aShortConversion(portal: Portal, fundingDate: string) {
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate, faces: ['100000'], tenors: [90] })
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate, faces: ['100000'], tenors: [60] })
  await asConversion(portal, child.orderId, parent.orderId)
  await portal.look(async (tx) => {
    // The advance is 40,000 lower, and the interest 453.33.
    await tx
      .updateTable('financeOrder')
      .set((eb) => ({ netAmount: eb('netAmount', '-', '39546.67') }))
      .where('id', '=', child.orderId)
      .execute()
    await tx
      .updateTable('financeOrderItem')
      .set({ applyAmount: '50000', reserve: '50000', interest: '566.67' })
      .where('orderId', '=', child.orderId)
      .execute()
  })
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  return { parent, child, payment }
}
