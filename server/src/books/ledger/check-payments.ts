import { checkBuyerReceipt, checkDirectPayment, type Violation } from '@usance/domain/ledger/invariants'
import type { DirectPaymentStatus } from '@usance/domain/states/direct-payment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/**
 * Law 4 by invoice: each standing receipt of a buyer on a purchase is its payments on the buyer's own invoices, its fees and the
 * refund, and refunds nothing of a debt (decisions 110 and 127). An invoice that something else has financed, or that a debit note has raised
 * since, may be open beside a refund; so may one whose direct payment was taken back, and what a bank had refunded before a receipt of
 * an earlier day was recorded (decision 115). Receipts of orders whose buyers' books were corrected (decision 081) follow the rules
 * of their day. Returns at most 20 receipts; the transaction must see every company.
 */
export async function checkBuyerReceipts(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{
    no: string
    currency: string
    amount: string
    surplus: string
    paid: string
    fees: string
    owed: string
  }>`
    select * from (
      select r.no, r.currency, r.amount, r.surplus,
        coalesce((select sum(p.amount) from invoice_payment p join invoice v on v.id = p.invoice_id
          where p.repayment_id = r.id and not p.waived and v.buyer_id = coalesce(r.payer_buyer_id, o.buyer_id, v.buyer_id)), 0) as paid,
        coalesce((select sum(a.amount) from allocation a
          where a.repayment_id = r.id and a.component = 'BUYER_FEE' and not a.reversed), 0) as fees,
        case when r.fund_source = 'COLLECTION' and r.surplus > coalesce((select sum(t.amount) from payment t
            where t.repayment_id = r.id and t.type = 'REFUND' and (t.status = 'PAID' or t.instructed_on is not null)), 0) then coalesce((
          select sum(v.outstanding) from finance_order_item i join invoice v on v.id = i.invoice_id
          where i.order_id = r.order_id and (r.payer_buyer_id is null or v.buyer_id = r.payer_buyer_id)
            and not exists (select from finance_order_item n where n.invoice_id = v.id and n.order_id <> i.order_id)
            and not exists (select from pool_asset n where n.invoice_id = v.id)
            and not exists (select from invoice_adjustment n where n.invoice_id = v.id and n.type = 'DEBIT_NOTE' and n.status = 'PASSED'
              and (n.passed_at > r.posted_at) is not false)
            and not exists (select from direct_payment n where n.invoice_id = v.id and n.status = 'REVERSED')), 0) else 0 end as owed
      from repayment r join finance_order o on o.id = r.order_id
      where r.status = 'POSTED' and r.payer_role = 'BUYER' and o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE')
        and not exists (select from journal c where c.order_id = o.id and c.source_type = 'BUYER_BOOKS')) receipts
    where paid + fees + surplus <> amount or owed > 0 order by no limit 20`.execute(tx)
  return rows.flatMap(({ surplus, ...row }) => brokenReceipt({ ...row, refund: surplus }))
}

/** A standing receipt of a buyer in decimal amounts of its currency: what it paid, what goes back, what the buyer still owes. */
type ReceiptRow = { no: string; currency: string; amount: string; paid: string; fees: string; refund: string; owed: string }

/** Returns what breaks law 4 by invoice in one receipt. */
export function brokenReceipt({ no, currency, ...row }: ReceiptRow): Violation[] {
  const minor = (text: string) => amountOf(text, currency).minor
  return checkBuyerReceipt({
    receiptId: no,
    currency,
    receipt: minor(row.amount),
    onInvoices: minor(row.paid),
    fees: minor(row.fees),
    refund: minor(row.refund),
    stillOwed: minor(row.owed),
  })
}

/**
 * Law 4 for payments from buyer to supplier: a confirmed one is what it paid on its invoice, any other one paid nothing in the end.
 * Returns at most 20 payments; the transaction must see every company.
 */
export async function checkDirectPayments(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; status: DirectPaymentStatus; amount: string; paid: string }>`
    select d.no, d.currency, d.status, d.amount, coalesce(p.sum, 0) as paid from direct_payment d
    left join lateral (select sum(amount) from invoice_payment p where p.direct_payment_id = d.id) p on true
    where coalesce(p.sum, 0) <> case when d.status in ('PASSED', 'REVERSING') then d.amount else 0 end order by d.no limit 20`.execute(
    tx,
  )
  return rows.flatMap(({ no, currency, status, amount, paid }) =>
    checkDirectPayment({
      paymentNo: no,
      currency,
      status,
      amount: amountOf(amount, currency).minor,
      onInvoice: amountOf(paid, currency).minor,
    }),
  )
}
