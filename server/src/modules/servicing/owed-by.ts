import type { Deal, OwedBy } from '@usance/domain/ledger/journal'
import * as M from '@usance/domain/money'
import { type OwedBeyond, type Raised, withOwedBeyond } from '@usance/domain/servicing/owed-beyond'
import type { OrderPosition, OwnPart } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Financing } from './load-order.ts'
import { owedOnItems } from './reserves.ts'

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

/** Which part of an order of several buyers is the payer's, where one of them pays, and what each buyer still owes. */
export async function asPaidBy(
  tx: Tx,
  financing: Financing,
  { receivable }: OrderPosition,
  payer: string | null,
): Promise<{ own?: OwnPart; owedBy: Required<OwedBy>[] | undefined }> {
  const owedBy = await owedByBuyer(tx, financing)
  if (!owedBy || !receivable || payer === null) return { owedBy }
  const face = owedBy.find((one) => one.buyer === payer)?.amount ?? M.zero(financing.row.currency)
  const items = new Set([...financing.buyerOf].filter(([, buyer]) => buyer === payer).map(([itemId]) => itemId))
  return { own: { items, face }, owedBy }
}

/** The position on which a receipt is planned: what a buyer pays beyond the funder's part is the supplier's, up to what the
 *  buyer owes. Interest that a buyer pays is no payment of its invoice. */
export async function asOwedBy(
  tx: Tx,
  financing: Financing,
  position: OrderPosition,
  {
    receipt,
    payer,
    fundSource,
    own,
  }: { receipt: M.Money; payer: 'BUYER' | 'SUPPLIER'; fundSource: string; own?: OwnPart | undefined },
): Promise<Raised> {
  const isOwed = payer === 'BUYER' && fundSource === 'COLLECTION' && position.receivable !== null
  return withOwedBeyond(position, own, receipt, isOwed ? await owedBeyond(tx, financing, position, own) : [])
}

/** What a buyer owes on the invoices of an order beyond what the funder owns of them: what they come to, less what else was
 *  paid on them and what its standing receipts on the order have paid. An invoice that is financed anew is paid there. */
async function owedBeyond(
  tx: Tx,
  { row }: Financing,
  { receivable }: OrderPosition,
  own: OwnPart | undefined,
): Promise<OwedBeyond[]> {
  const { rows } = await sql<{ itemId: string; debt: string }>`
    select i.id as item_id, v.amount - v.adjusted_amount
      - coalesce((select sum(p.amount) from invoice_payment p left join repayment r on r.id = p.repayment_id
          where p.invoice_id = v.id and (r.order_id is distinct from i.order_id or r.payer_role = 'WAIVER')), 0)
      - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
          where a.order_id = i.order_id and coalesce(a.paid_on_item_id, a.item_id) = i.id and not a.reversed
            and a.source = 'RECEIPT' and r.payer_role = 'BUYER' and a.component not in ('REFUND', 'BUYER_FEE')), 0) as debt
    from finance_order_item i join invoice v on v.id = i.invoice_id
    where i.order_id = ${row.id}
      and not exists (select from finance_order_item o where o.invoice_id = v.id and o.active and o.order_id <> i.order_id)
      and not exists (select from pool_asset p where p.invoice_id = v.id and p.released_at is null)
    order by i.maturity, i.seq, i.id`.execute(tx)
  const { currency } = row
  const mine = rows.filter((one) => !own || own.items.has(one.itemId))
  const debts = mine.map(({ itemId, debt }) => ({ itemId, debt: amountOf(debt, currency) }))
  const owned = own?.face ?? receivable!.face
  const total = M.sum(
    debts.map((one) => one.debt),
    currency,
  )
  let left = M.atLeastZero(M.subtract(total, owned))
  if (M.isZero(left)) return []
  const owes = debts.length > 1 ? await owedOnItems(tx, row.id, currency) : new Map([[debts[0]!.itemId, owned]])
  return debts.flatMap(({ itemId, debt }) => {
    const amount = M.min(left, M.atLeastZero(M.subtract(debt, owes.get(itemId) ?? M.zero(currency))))
    left = M.subtract(left, amount)
    return M.isPositive(amount) ? [{ itemId, amount }] : []
  })
}
