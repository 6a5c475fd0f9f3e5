import { paymentCan } from '@usance/domain/states/payment'
import { bankHas } from '../../books/servicing/bank-has.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { movePayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import type { Tx } from '../../database/database.ts'
import { lockDocumentsAgain, unlockDocuments } from '../../finance/finance-order/documents.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'

/** Tells the supplier of an ended order that its documents are locked again, or free again. */
async function tellSupplier(tx: Tx, orderId: string, event: 'FINANCE_ORDER_HELD_BY_BANK' | 'FINANCE_ORDER_FREE_OF_BANK') {
  const { orderNo, supplierId } = await tx
    .selectFrom('financeOrder')
    .select(['orderNo', 'supplierId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    event,
    companyIds: [supplierId],
    params: { orderNo },
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    link: `/finance/finance-order/${orderId}/detail`,
  })
}

/** The documents of a cancelled payment are taken while the bank has it: its money is out, or may go out. */
async function takeAgain(tx: Tx, { id, type, orderId }: PaymentRow): Promise<void> {
  if (type !== 'FUNDING' || !orderId || !(await bankHas(tx, id))) return
  if ((await lockDocumentsAgain(tx, orderId)) > 0) await tellSupplier(tx, orderId, 'FINANCE_ORDER_HELD_BY_BANK')
}

/** Frees what a cancelled payment held, once the bank has it no more. */
export async function freeAgain(tx: Tx, { id, type, orderId, status }: PaymentRow): Promise<void> {
  if (status !== 'CANCELLED' || type !== 'FUNDING' || !orderId || (await bankHas(tx, id))) return
  if ((await unlockDocuments(tx, orderId)) > 0) await tellSupplier(tx, orderId, 'FINANCE_ORDER_FREE_OF_BANK')
}

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
