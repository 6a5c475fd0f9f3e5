import { bankHas } from '../../books/servicing/bank-has.ts'
import { movePayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { takeFeeRefundsBack } from '../../finance/cost/refund-taken-back.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { isDue } from './still-due.ts'

/**
 * Cancels a payment that is not on its way once it pays more than is due; what the bank has after all is recorded as paid instead. The
 * refund of a fee pays what its payer owes of the order again by now, and what is left of it stays.
 */
export async function cancelIfUndue(context: UseCaseContext, payment: PaymentRow): Promise<void> {
  const { tx } = context
  if (payment.feeAdjustmentId && payment.orderId) return takeFeeRefundsBack(context, payment.orderId)
  if (!(await isDue(tx, payment)) && !(await bankHas(tx, payment.id))) await movePayment(context, payment, 'cancel')
}

/**
 * Cancels releases and refunds of an order that are not on their way and pay more than is due after receipts were booked again, the
 * latest first. Settlement drafts them again for what is due.
 */
export async function cancelUndue(context: UseCaseContext, orderId: string): Promise<void> {
  const { tx } = context
  const drafts = await tx
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('type', 'in', ['RELEASE', 'REFUND'])
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .where('feeAdjustmentId', 'is', null)
    .orderBy('no', 'desc')
    .forUpdate()
    .execute()
  for (const draft of drafts) await cancelIfUndue(context, draft)
}
