import * as M from '@usance/domain/money'
import type { Behind } from '@usance/domain/servicing/plan-repayment'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/** A loan or a drawing, as far as it says which invoices stand behind it. */
export type Loan = { id: string; poolId: string | null; buyerId: string | null; currency: string }

/**
 * SQL: whether another order than this one was written off with an invoice, and something of that loss has not come back: its funder
 * still owns the debt.
 */
const lostElsewhere = (invoiceId: RawBuilder<unknown>, orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from finance_order_item x join finance_order l on l.id = x.order_id and l.status = 'WRITTEN_OFF'
  join ledger_balance b on b.order_id = l.id and b.book = 'F' and b.account = '5000' and b.balance > 0
  where x.invoice_id = ${invoiceId} and l.id is distinct from ${orderId})`

/**
 * SQL: the invoices behind a loan, as a table of `invoice`. Of a drawing they are those assigned to its pool, and those that left it
 * when they were paid; of a loan against purchase orders, those raised from them that nothing else has financed or lost.
 */
export const invoicesBehind = ({ id, poolId, currency }: Omit<Loan, 'buyerId'>): RawBuilder<unknown> => {
  const isHeld = sql`(exists (select from finance_order_item x where x.invoice_id = v.id and x.active)
    or exists (select from pool_asset x where x.invoice_id = v.id and x.released_at is null)
    or ${lostElsewhere(sql`v.id`, sql`${id}::uuid`)})`
  const stands = poolId
    ? sql`exists (select from pool_asset a where a.invoice_id = v.id and a.pool_id = ${poolId}
        and (a.released_at is null or (v.finance_status = 'SETTLED' and not ${isHeld})))`
    : sql`v.purchase_order_id in (select i.purchase_order_id from finance_order_item i where i.order_id = ${id}) and not ${isHeld}`
  return sql`(select v.* from invoice v
    where v.currency = ${currency} and v.doc_status in ('CONFIRMED', 'DISPUTED', 'CLOSED') and ${stands})`
}

/**
 * SQL: whether another order than this one holds an invoice now or has lost it, or a pool other than that of this order holds it. What
 * its buyer pays is owed there. The transaction sees every company.
 */
export const heldElsewhere = (invoiceId: RawBuilder<unknown>, orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from finance_order_item x where x.invoice_id = ${invoiceId} and x.active and x.order_id is distinct from ${orderId})
  or exists (select from pool_asset x where x.invoice_id = ${invoiceId} and x.released_at is null
    and x.pool_id is distinct from (select o.pool_id from finance_order o where o.id = ${orderId}))
  or ${lostElsewhere(invoiceId, orderId)})`

export type InvoiceBehind = { id: string; invoiceNo: string; outstanding: string; dueDate: string; buyerId: string }

/** The invoices behind a loan, of one buyer or of all, by due date. The transaction sees every company. */
export async function listBehind(tx: Tx, loan: Loan, buyerId?: string | null): Promise<InvoiceBehind[]> {
  const { rows } = await sql<InvoiceBehind>`
    select v.id, v.invoice_no, coalesce(v.outstanding, 0)::text as outstanding, v.due_date::text as due_date, v.buyer_id
    from ${invoicesBehind(loan)} v where ${buyerId ?? null}::uuid is null or v.buyer_id = ${buyerId ?? null}::uuid
    order by v.due_date, v.invoice_no, v.id`.execute(tx)
  return rows
}

/** Locks the invoices behind a loan, so that two receipts never pay the same debt. */
export async function lockBehind(tx: Tx, loan: Loan): Promise<void> {
  await sql`select v.id from invoice v where v.id in (select b.id from ${invoicesBehind(loan)} b) order by v.id for no key update`.execute(
    tx,
  )
}

/**
 * What a buyer owes on the invoices behind a loan: their amounts, less its standing receipts on the loan and other payments on them.
 * `except` is the receipt in question; what it has paid on invoices that stand behind the loan no more is its own to pay again. Never
 * below zero. The transaction sees every company.
 */
async function owedBehind(tx: Tx, loan: Loan, { buyerId, except }: { buyerId: string; except?: string | undefined }) {
  const { rows } = await sql<{ owed: string }>`
    with behind as (select v.id, v.amount - v.adjusted_amount as net from ${invoicesBehind(loan)} v where v.buyer_id = ${buyerId}),
    own as (
      select r.id, coalesce((select sum(a.amount) from allocation a
          where a.repayment_id = r.id and not a.reversed and a.source = 'RECEIPT' and a.component not in ('REFUND', 'BUYER_FEE')), 0) as paid
      from repayment r
      where r.order_id = ${loan.id} and r.within_debt and coalesce(r.payer_buyer_id, ${loan.buyerId}::uuid) = ${buyerId}),
    elsewhere as (
      select o.id, coalesce(sum(p.amount), 0) as paid from own o join invoice_payment p on p.repayment_id = o.id
      where p.invoice_id not in (select id from behind) group by o.id)
    select coalesce((select sum(net) from behind), 0)
      - coalesce((select sum(p.amount) from invoice_payment p where p.invoice_id in (select id from behind)
          and (p.repayment_id is null or p.repayment_id not in (select id from own))), 0)
      - coalesce((select sum(o.paid - coalesce(e.paid, 0)) from own o left join elsewhere e using (id)
          where o.paid > 0 and o.id is distinct from ${except ?? null}::uuid), 0)
      + coalesce((select paid from elsewhere where id = ${except ?? null}::uuid), 0) as owed`.execute(tx)
  return M.atLeastZero(amountOf(rows[0]!.owed, loan.currency))
}

type PaidOnLoan = {
  payerRole: string
  /** The paying buyer, where the loan has several. */
  payer: string | null
  receipt: M.Money
  /** The receipt, if it is kept already. */
  id?: string | undefined
  /** False for receipts from before the debt on the invoices was their measure. */
  withinDebt: boolean
}

/**
 * The debt that a buyer's receipt on a loan or a drawing may pay (decision 116); undefined for a purchase. A supplier pays with all of
 * its money, as do receipts from before that rule, and what is over of a drawing is the supplier's.
 */
export async function behindOf(
  tx: Tx,
  { kind, row }: { kind: 'PURCHASE' | 'LOAN'; row: Loan },
  { payerRole, payer, receipt, id, withinDebt }: PaidOnLoan,
): Promise<Behind | undefined> {
  const isAssigned = row.poolId !== null
  if (kind !== 'LOAN') return undefined
  if (payerRole !== 'BUYER' || !withinDebt) return isAssigned ? { owes: receipt, isAssigned } : undefined
  const buyerId = payer ?? row.buyerId
  return { owes: buyerId ? await owedBehind(tx, row, { buyerId, except: id }) : M.zero(row.currency), isAssigned }
}
