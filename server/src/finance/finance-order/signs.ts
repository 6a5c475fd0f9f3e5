import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import { sql } from 'kysely'
import { ordersPriced } from '../../books/servicing/orders-seen.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { reducedOnInvoice, reportedOnInvoice } from '../../trade/invoice/waiting-on.ts'
import { withBankOf } from '../pool/with-bank.ts'
import { orderAsRead } from './detail.ts'
import { heldAtBank } from './documents-with-bank.ts'

type Row = { docNo: string; currency: string; isDisputed: boolean; reduced: string; reported: string }

/** At most so many invoices are named; a pool may hold hundreds. */
const mostNamed = 50

/**
 * What waits on the invoices of an order, or on those of the pool behind a drawing, or is disputed, as long as the money is not out. The
 * transaction sees every company; no buyer may be told.
 */
async function signsOf(tx: Tx, orderId: string): Promise<ApprovalSign[]> {
  const { rows } = await sql<Row>`
    select * from (select v.invoice_no as doc_no, v.currency, v.doc_status = 'DISPUTED' as is_disputed,
        ${reducedOnInvoice(sql`v.id`)} as reduced, ${reportedOnInvoice(sql`v.id`)} as reported
      from finance_order o
      join invoice v on v.id in (select i.invoice_id from finance_order_item i where i.order_id = o.id and i.active
        union all select a.invoice_id from pool_asset a where a.pool_id = o.pool_id and a.released_at is null)
      where o.id = ${orderId} and o.status in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING')) s
    where is_disputed or reduced > 0 or reported > 0 order by doc_no limit ${mostNamed}`.execute(tx)
  return rows.flatMap(signsOfInvoice)
}

function signsOfInvoice({ docNo, currency, isDisputed, reduced, reported }: Row): ApprovalSign[] {
  const waits = (code: ApprovalSign['code'], amount: string): ApprovalSign[] =>
    Number(amount) > 0 ? [{ code, docNo, amount: amountText(amount, currency), currency }] : []
  return [
    ...(isDisputed ? [{ code: 'INVOICE_DISPUTED' as const, docNo, amount: null, currency }] : []),
    ...waits('INVOICE_REDUCTION_WAITS', reduced),
    ...waits('INVOICE_PAYMENT_WAITS', reported),
  ]
}

/**
 * What the bank may have financed of the documents of an order for another one (decision 255), and what waits on its invoices: the signs of the
 * order and of its funding. The transaction sees every company; no buyer may be told, and no supplier what the bank has.
 */
export async function signsForApprovers(tx: Tx, orderId: string): Promise<ApprovalSign[]> {
  const elsewhere = await withBankOf(tx, orderId)
  return [
    ...elsewhere.map(({ docNo, currency }) => ({ code: 'DOCUMENT_WITH_BANK' as const, docNo, amount: null, currency })),
    ...(await signsOf(tx, orderId)),
  ]
}

/** One order with what waits on its invoices at this moment and what of it is with the bank, which its buyers are not told. */
export const showOrder: Handler<typeof financeOrderCalls.detail> = async (request) => {
  const { tx, actor, query } = request
  const { order, reader } = await orderAsRead(request, query.id)
  if (reader === 'BUYER') return order
  const { rows } = await sql`select 1 from ${ordersPriced(actor)} o where o.id = ${order.id}`.execute(tx)
  await elevate(tx)
  const signs = await signsOf(tx, order.id)
  const withBank = rows.length > 0 ? await heldAtBank(tx, order.id) : null
  return { ...order, withBank, warnings: [...new Set([...order.warnings, ...signs.map(({ code }) => code)])], signs }
}
