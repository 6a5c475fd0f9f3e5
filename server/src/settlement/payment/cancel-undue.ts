import { movePayment } from '../../books/servicing/payment-row.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { isDue } from './still-due.ts'

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
  for (const draft of drafts) if (!(await isDue(tx, draft))) await movePayment(context, draft, 'cancel')
}
