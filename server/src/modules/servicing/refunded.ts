import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/** What of a repayment's surplus the bank has refunded to its payer, or was told to refund. The transaction sees every company. */
export async function refundedOf(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<M.Money> {
  const paid = await tx
    .selectFrom('payment')
    .select('amount')
    .where('repaymentId', '=', id)
    .where('type', '=', 'REFUND')
    .where('status', 'in', ['INSTRUCTED', 'PAID'])
    .execute()
  return M.sum(
    paid.map(({ amount }) => amountOf(amount, currency)),
    currency,
  )
}
