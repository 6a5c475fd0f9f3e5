import { paymentCan } from '@usance/domain/states/payment'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { movePayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { takeAgain } from '../../finance/finance-order/documents-with-bank.ts'
import type { UseCaseContext } from '../../http/context.ts'

/**
 * A payment that was declared failed, and that the bank has after all, is on its way as it was before. One that was priced anew since is
 * of another amount than the bank has: it stays where it is, and goes nowhere, as does a cancelled one. Returns whether it is on its way.
 */
export async function acknowledge(context: UseCaseContext, payment: PaymentRow): Promise<boolean> {
  const { tx } = context
  if (payment.status === 'CANCELLED') await takeAgain(tx, payment)
  if (!paymentCan.acknowledge(payment.status)) return false
  const sent = await tx
    .selectFrom('paymentFileItem')
    .select('id')
    .where('paymentId', '=', payment.id)
    .where('live', '=', false)
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .where('amount', '=', payment.amount)
    .executeTakeFirst()
  if (!sent) return false
  await movePayment(context, payment, 'acknowledge')
  if (payment.type !== 'FUNDING' || !payment.orderId) return true
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'status'])
    .where('id', '=', payment.orderId)
    .executeTakeFirstOrThrow()
  await moveOrder(context, order, 'instruct')
  return true
}
