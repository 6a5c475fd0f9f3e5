import { diluteLost } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { splitOfLoss } from '@usance/domain/servicing/recovery'
import type { Tx } from '../../database/database.ts'
import { post } from '../ledger/post.ts'
import { lossOf } from './exposure.ts'
import { type Financing, funderBalances } from './load-order.ts'
import { dealWith } from './owed-by.ts'
import { debtsOf, ownedOfLoss } from './recovery.ts'

/** What a loss is judged anew for: the source of the journals, the invoice where it is one. */
type Cause = { sourceType: string; sourceId: string; invoiceId?: string | null; today: string; by: string | null }

/**
 * L6 after a loss: what the funder still owns of the receivable is at most what its buyers still owe on their invoices. Books
 * what is beyond as diluted, and answers what of it was covered by the receivable and what the supplier owes (decision 098).
 */
export async function diluteLoss(
  tx: Tx,
  financing: Financing,
  { sourceType, sourceId, invoiceId = null, today, by }: Cause,
): Promise<{ absorbed: M.Money; claim: M.Money }> {
  const { row, kind, deal } = financing
  const none = M.zero(row.currency)
  let split = { absorbed: none, claim: none }
  if (kind === 'LOAN') return split
  const left = M.atLeastZero((await funderBalances(tx, row.id, row.currency))('5000'))
  const lost = await lossOf(tx, row)
  const owns = await ownedOfLoss(tx, financing)
  const sum = (amounts: readonly M.Money[]) => M.sum(amounts, row.currency)
  let owned = sum(owns.map(({ amount }) => amount))
  for (const [seq, { buyer, amount }] of owns.entries()) {
    const debts = await debtsOf(tx, financing, { buyer, invoiceIds: [] })
    const note = M.atLeastZero(M.subtract(amount, sum(debts.map(({ debt }) => debt))))
    if (M.isZero(note)) continue
    const { absorbed, excess } = splitOfLoss({ lost, left, owned }, note)
    const added = await post(
      tx,
      diluteLost({ eventType: 'DILUTION', sourceType, sourceId, seq }, dealWith(deal, buyer), { absorbed, excess }),
      {
        valueDate: today,
        postedOn: today,
        orderId: row.id,
        invoiceId,
        by,
        memo: { ended: { [buyer]: M.toDecimal(note) } },
      },
    )
    if (!added) continue
    owned = M.subtract(owned, note)
    split = { absorbed: M.add(split.absorbed, absorbed), claim: M.add(split.claim, excess) }
  }
  return split
}
