import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/**
 * What of a repayment's surplus the bank has refunded, or was told to: to its payer, or of a pool to its supplier. The transaction sees
 * every company.
 */
export async function refundedOf(
  tx: Tx,
  { id, currency }: { id: string; currency: string },
  to: 'PAYER' | 'POOL' = 'PAYER',
): Promise<M.Money> {
  const paid = await tx
    .selectFrom('payment')
    .select('amount')
    .where('repaymentId', '=', id)
    .where('type', '=', 'REFUND')
    .where('ofPool', '=', to === 'POOL')
    .where('status', 'in', ['INSTRUCTED', 'PAID'])
    .execute()
  return M.sum(
    paid.map(({ amount }) => amountOf(amount, currency)),
    currency,
  )
}
