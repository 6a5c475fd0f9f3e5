import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { notifyAll } from '../../notify/notify.ts'

/**
 * Tells funder and payee that a payment did not arrive. A payee that was not told of the financing reads that alone: the reason is
 * written for the funder, and may name what the payee is not to know (decision 147).
 */
export async function tellUnpaid(
  tx: Tx,
  payment: PaymentRow,
  told: { event: 'PAYMENT_FAILED' | 'PAYMENT_RETURNED'; reason: string; link: string },
): Promise<void> {
  const { payeeCompanyId, funderId, no, currency } = payment
  const { rows } = await sql<{ isTold: boolean }>`
    select money_told(${payment.orderId ?? payment.refundOf}::uuid, ${funderId}::uuid, ${payeeCompanyId}::uuid) as is_told`.execute(
    tx,
  )
  const isTold = payment.type === 'FEE_REMIT' || payeeCompanyId === payment.supplierId || rows[0]!.isTold
  const notice = (companyIds: (string | null)[], reason: string, link: string) => ({
    event: told.event,
    companyIds,
    params: { no, amount: M.toDecimal(amountOf(payment.amount, currency)), currency, reason },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link,
  })
  await notifyAll(tx, [
    notice([isTold ? payeeCompanyId : null, funderId], told.reason, told.link),
    ...(isTold ? [] : [notice([payeeCompanyId], '', `/payment/release-refund?no=${no}`)]),
  ])
}
