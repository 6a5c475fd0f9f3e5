import { addDays } from '@usance/domain/local-date'
import { draftFunding } from '../finance/finance-order/draft-funding.ts'
import { asConversion } from './as-conversion.ts'
import { aConfirmedOrder, actAs, aFundedOrder } from './financing.ts'
import type { Portal } from './portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from './trade.ts'

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

/** A conversion that its supplier has applied for, so that it can be priced again, with an advance below the payoff of its loan. */
export async function aShortOneAppliedFor(portal: Portal, fundingDate: string) {
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate, faces: ['100000'], tenors: [90] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const docId = await aConfirmedInvoice(portal, { issueDate: addDays(fundingDate, -1), dueDate: addDays(fundingDate, 60) })
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', docId).execute())
  const child = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [docId], {
      fundingDate,
      arpOfOrderId: parent.orderId,
      items: [{ docType: 'INVOICE', docId, applyAmount: '40000.00' }],
    }),
  )
  return { parent, child }
}
