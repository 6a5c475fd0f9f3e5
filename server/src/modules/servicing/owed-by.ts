import type { Deal, OwedBy } from '@usance/domain/ledger/journal'
import * as M from '@usance/domain/money'
import type { OrderPosition } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Financing } from './load-order.ts'

/** The deal of an order of several buyers as it concerns one of them. */
export const dealWith = (deal: Deal, buyer: string): Deal => ({ ...deal, parties: { ...deal.parties, buyer } })

/** What each buyer of an order of several still owes by the funder's book; nothing where the order names its only one. */
export async function owedByBuyer(
  tx: Tx,
  { row, buyerOf }: Pick<Financing, 'row' | 'buyerOf'>,
): Promise<Required<OwedBy>[] | undefined> {
  const buyers = [...new Set(buyerOf.values())].filter((one): one is string => one !== null)
  if (row.buyerId !== null || buyers.length === 0) return undefined
  const { rows } = await sql<{ buyer: string; owed: string }>`
    select counterparty_id as buyer, sum(case side when 'D' then amount else -amount end) as owed from posting
    where order_id = ${row.id} and book = 'F' and account = '1100' and currency = ${row.currency} group by 1`.execute(tx)
  return buyers.sort().map((buyer) => ({
    buyer,
    amount: amountOf(rows.find((one) => one.buyer === buyer)?.owed ?? '0', row.currency),
  }))
}

/**
 * Where an order of several buyers stands for one of them, who pays: only what it owes itself can be taken from it. Answers
 * what each buyer owes too.
 */
export async function asPaidBy(
  tx: Tx,
  financing: Financing,
  position: OrderPosition,
  payer: string | null,
): Promise<{ position: OrderPosition; own?: Set<string>; owedBy: Required<OwedBy>[] | undefined }> {
  const owedBy = await owedByBuyer(tx, financing)
  if (!owedBy || !position.receivable || payer === null) return { position, owedBy }
  const face = owedBy.find((one) => one.buyer === payer)?.amount ?? M.zero(financing.row.currency)
  const own = new Set([...financing.buyerOf].filter(([, buyer]) => buyer === payer).map(([itemId]) => itemId))
  return { position: { ...position, receivable: { ...position.receivable, face } }, own, owedBy }
}
