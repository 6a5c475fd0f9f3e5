import type { JournalKey } from '@usance/domain/ledger/journal'
import { accrueRefund, payBuyerFees, recover } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { type Financing, funderBalances } from './load-order.ts'

type Recovery = { recovered: M.Money; buyerFees: M.Money; refund: M.Money }

/** What buyers owe of a receivable that was written off: its face then, less what they have paid since. */
async function owedSince(tx: Tx, { row }: Financing): Promise<M.Money> {
  const { rows } = await sql<{ owed: string }>`
    select coalesce((select sum(case p.side when 'C' then p.amount else -p.amount end) from posting p join journal j on j.id = p.journal_id
        where p.order_id = ${row.id} and p.book = 'F' and p.account = '1100' and j.event = 'WRITE_OFF'), 0)
      - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
        where a.order_id = ${row.id} and a.component = 'COST' and not a.reversed and r.payer_role = 'BUYER' and r.status = 'POSTED'), 0)
      as owed`.execute(tx)
  return M.atLeastZero(amountOf(rows[0]!.owed, row.currency))
}

/** What of a receipt lowers the loss of a written-off order. A buyer pays no more of it than it owes of the receivable: interest
 *  and fees are the supplier's. What is beyond pays what the buyer was billed, where it pays, and belongs to the payer otherwise. */
export async function recoveryOf(tx: Tx, financing: Financing, receipt: M.Money, payer: 'BUYER' | 'SUPPLIER'): Promise<Recovery> {
  const { row, kind } = financing
  const balance = await funderBalances(tx, row.id, row.currency)
  const loss = M.atLeastZero(balance('5000'))
  const most = payer === 'BUYER' && kind === 'PURCHASE' ? M.min(loss, await owedSince(tx, financing)) : loss
  const recovered = M.min(receipt, most)
  const left = M.subtract(receipt, recovered)
  const buyerFees = payer === 'BUYER' ? M.min(left, balance('1230')) : M.zero(row.currency)
  return { recovered, buyerFees, refund: M.subtract(left, buyerFees) }
}

/** L11, recovery: books a receipt on a written-off order. */
export async function bookRecovery(
  tx: Tx,
  financing: Financing,
  { receipt, payer }: { receipt: M.Money; payer: 'BUYER' | 'SUPPLIER' },
  { key, facts }: { key: (eventType: string) => JournalKey; facts: PostFacts },
): Promise<Recovery> {
  const split = await recoveryOf(tx, financing, receipt, payer)
  if (M.isPositive(split.recovered)) await post(tx, recover(key('RECOVERY'), financing.deal, split.recovered), facts)
  await post(tx, payBuyerFees(key('BUYER_FEES'), financing.deal, split.buyerFees), facts)
  await post(tx, accrueRefund(key('REFUND_DUE'), financing.deal, split.refund), facts)
  return split
}
