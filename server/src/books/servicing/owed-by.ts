import type { Deal, OwedBy } from '@usance/domain/ledger/journal'
import * as M from '@usance/domain/money'
import { type OwedBeyond, type Raised, withOwedBeyond } from '@usance/domain/servicing/owed-beyond'
import type { OrderPosition, OwnPart } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { heldElsewhere } from './behind.ts'
import { debtOfInvoice } from './debt-of-invoice.ts'
import type { Financing } from './load-order.ts'
import { owedOnItems } from './reserves.ts'

/** The deal of an order of several buyers as it concerns one of them. */
export const dealWith = (deal: Deal, buyer: string): Deal => ({ ...deal, parties: { ...deal.parties, buyer } })

/**
 * The deal behind a payment in the book of its payer. An invoice behind a loan is owed to the supplier, so that its buyer's book has
 * it among the payables that are not assigned (decision 116).
 */
export const payersDeal = (deal: Deal, { buyer, withinDebt }: { buyer: string | null; withinDebt: boolean }): Deal => ({
  ...(buyer ? dealWith(deal, buyer) : deal),
  ...(withinDebt ? { disclosed: false } : {}),
})

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

/** What the one buyer of an order still owes by the funder's book. */
export async function owedToFunder(tx: Tx, { row }: Pick<Financing, 'row'>): Promise<M.Money> {
  const { rows } = await sql<{ owed: string }>`
    select coalesce(sum(case side when 'D' then amount else -amount end), 0) as owed from posting
    where order_id = ${row.id} and book = 'F' and account = '1100' and currency = ${row.currency}`.execute(tx)
  return amountOf(rows[0]!.owed, row.currency)
}

/** The paying buyer's items, in an order of several buyers, and each buyer's remaining debt. */
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

/**
 * The position for planning a receipt: a buyer's payment beyond the funder's part is the supplier's, up to the buyer's debt.
 * Interest that a buyer pays is no payment of its invoice.
 */
export async function asOwedBy(
  tx: Tx,
  financing: Financing,
  position: OrderPosition,
  {
    receipt,
    payer,
    fundSource,
    own,
    named,
  }: {
    receipt: M.Money
    payer: 'BUYER' | 'SUPPLIER'
    fundSource: string
    own?: OwnPart | undefined
    /** The items of the invoices that the payer names. */
    named: ReadonlySet<string>
  },
): Promise<Raised> {
  const isOwed = payer === 'BUYER' && fundSource === 'COLLECTION' && position.receivable !== null
  return withOwedBeyond(position, own, receipt, isOwed ? await owedBeyond(tx, financing, position, own) : [], named)
}

/**
 * A buyer's debt on the invoices of an order beyond the funder's part: their amounts, less other payments on them and its
 * standing receipts on the order. An invoice that was financed again is paid in the newer order.
 */
async function owedBeyond(
  tx: Tx,
  { row }: Financing,
  { receivable }: OrderPosition,
  own: OwnPart | undefined,
): Promise<OwedBeyond[]> {
  const { rows } = await sql<{ itemId: string; debt: string }>`
    select i.id as item_id, ${debtOfInvoice} as debt
    from finance_order_item i join invoice v on v.id = i.invoice_id
    where i.order_id = ${row.id} and not ${heldElsewhere(sql`v.id`, sql`i.order_id`)}
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
