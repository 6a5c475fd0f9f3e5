import type { JournalKey } from '@usance/domain/ledger/journal'
import { accrueRefund, recover } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import type { Tx } from '../../database/database.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { type Financing, funderBalances } from './load-order.ts'

/** What of a receipt lowers the loss of a written-off order; what is beyond the loss belongs to the payer. */
export async function recoveryOf(tx: Tx, { row }: Financing, receipt: M.Money): Promise<{ recovered: M.Money; refund: M.Money }> {
  const loss = M.atLeastZero((await funderBalances(tx, row.id, row.currency))('5000'))
  const recovered = M.min(receipt, loss)
  return { recovered, refund: M.subtract(receipt, recovered) }
}

/** L11, recovery: books a receipt on a written-off order. */
export async function bookRecovery(
  tx: Tx,
  financing: Financing,
  receipt: M.Money,
  { key, facts }: { key: (eventType: string) => JournalKey; facts: PostFacts },
): Promise<{ recovered: M.Money; refund: M.Money }> {
  const split = await recoveryOf(tx, financing, receipt)
  if (M.isPositive(split.recovered)) await post(tx, recover(key('RECOVERY'), financing.deal, split.recovered), facts)
  await post(tx, accrueRefund(key('REFUND_DUE'), financing.deal, split.refund), facts)
  return split
}
