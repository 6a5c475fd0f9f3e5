import { refundPaysFees } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { post } from '../../books/ledger/post.ts'
import { bankHasOf } from '../../books/servicing/bank-has.ts'
import { funderBalances, lockFinancing } from '../../books/servicing/load-order.ts'
import { movePayment } from '../../books/servicing/payment-row.ts'
import { amountOf } from '../../database/amount.ts'
import type { UseCaseContext } from '../../http/context.ts'

/**
 * After fees became due again, as their receipt was taken back or they were charged anew: the refund of an earlier credit is not
 * paid out as long as its payer owes fees of the same order. Refunds that are not on their way lower the fees of their payer
 * instead; the rest of one stays a refund.
 */
export async function takeFeeRefundsBack(context: UseCaseContext, orderId: string): Promise<void> {
  const { tx, today, actor } = context
  const refunds = await tx
    .selectFrom('payment as p')
    .innerJoin('feeAdjustment as a', 'a.id', 'p.feeAdjustmentId')
    .innerJoin('orderFee as f', 'f.id', 'a.orderFeeId')
    .selectAll('p')
    .select(['a.id as adjustmentId', 'f.payer'])
    .where('p.orderId', '=', orderId)
    .where('p.type', '=', 'REFUND')
    .where('p.status', 'in', ['DRAFT', 'FAILED'])
    .where(bankHasOf('p.id'), 'is', null)
    .orderBy('p.no', 'desc')
    .forUpdate(['p'])
    .execute()
  if (refunds.length === 0) return
  const { deal } = (await lockFinancing(tx, orderId))!
  for (const { adjustmentId, payer: by, ...payment } of refunds) {
    const payer = by === 'BUYER' ? ('BUYER' as const) : ('SUPPLIER' as const)
    const due = (await funderBalances(tx, orderId, payment.currency))(payer === 'BUYER' ? '1230' : '1220')
    const amount = amountOf(payment.amount, payment.currency)
    const back = M.min(amount, M.atLeastZero(due))
    if (!M.isPositive(back)) continue
    const left = M.subtract(amount, back)
    const key = { eventType: 'FEE_REFUND_ENDED', sourceType: 'PAYMENT', sourceId: payment.id, seq: payment.version }
    await post(tx, refundPaysFees(key, deal, { payer, amount: back }), {
      valueDate: today,
      postedOn: today,
      orderId,
      by: actor.userId,
    })
    await tx
      .updateTable('feeAdjustment')
      .set({ refunded: M.toDecimal(left) })
      .where('id', '=', adjustmentId)
      .execute()
    if (M.isZero(left)) await movePayment(context, payment, 'cancel')
    else
      await tx
        .updateTable('payment')
        .set((eb) => ({ amount: M.toDecimal(left), version: eb('version', '+', 1), updatedAt: context.now.toISOString() }))
        .where('id', '=', payment.id)
        .execute()
  }
}
