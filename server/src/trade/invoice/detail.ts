import * as M from '@usance/domain/money'
import { isPaidToSupplier } from '@usance/domain/states/document-finance-status'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { untoldFlags } from '@usance/wire/invoice/untold-flags'
import { sql } from 'kysely'
import { isOwnRequest } from '../../approval/workflow/own-request.ts'
import { timelineOf } from '../../audit/doer.ts'
import { isPartner } from '../../auth/partner.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { Refused } from '../../http/refused.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import { papersOf } from '../../platform/paper/papers.ts'
import { adjustmentOperations } from '../adjustment/list.ts'
import { financeStatusTold, isFinanceTold, payStatusTold } from './finance-status-told.ts'
import { keptFromCancel } from './kept-from-cancel.ts'
import { invoiceOperations, isSold, mayTakeBack, restOfFunder } from './operations.ts'
import { wasSent } from './was-sent.ts'

/** One invoice with its files, reductions, payments, orders and story, as far as the caller may see each. */
export const invoiceDetail: Handler<typeof invoiceCalls.detail> = async ({ tx, actor, query, today }) => {
  const row = await invoiceRow(tx, actor, query.id)
  const money = (stored: string) => amountText(stored, row.currency)
  const attachments = await papersOf({ tx, actor }, 'INVOICE', row.id, await paperGroupsOf(tx, 'INVOICE'))
  const supplier = actor.companyRole === 'SUPPLIER' && row.supplierId === actor.companyId
  const adjustments = await adjustmentsOf(tx, actor, row)
  const payments = await paymentsOf(tx, row)
  const directPayments = await directPaymentsOf(tx, actor, { ...row, mayAsk: supplier && !row.actsForAnother })
  const orders = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin(ordersSeen(actor).as('o'), 'o.id', 'i.orderId')
    .select(['o.id', 'o.orderNo', 'o.status', 'i.applyAmount', 'i.active'])
    .where('i.invoiceId', '=', row.id)
    .orderBy('o.createdAt', 'desc')
    .execute()
  return {
    id: row.id,
    invoiceNo: row.invoiceNo,
    taxInvoiceNo: row.taxInvoiceNo,
    supplier: { code: row.supplierCode, name: row.supplierName },
    buyer: { code: row.buyerCode, name: row.buyerName },
    keepsBuyer: row.wasSent,
    purchaseOrder: row.purchaseOrderId && row.poNo ? { id: row.purchaseOrderId, poNo: row.poNo } : null,
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    currency: row.currency,
    amount: money(row.amount),
    confirmedAmount: row.confirmedAmount && money(row.confirmedAmount),
    proposedAmount: row.proposedAmount && money(row.proposedAmount),
    adjustedAmount: money(row.adjustedAmount),
    reducedAmount: M.toDecimal(M.add(amountOf(row.adjustedAmount, row.currency), amountOf(row.debitedAmount, row.currency))),
    paidAmount: money(row.paidAmount),
    outstanding: money(row.outstanding ?? '0'),
    payableToSupplier: payableToSupplier(row),
    docStatus: row.docStatus,
    payStatus: row.payStatus,
    financeStatus: row.financeStatus,
    source: row.source,
    remark: row.remark,
    disputeReason: row.disputeReason,
    resolution: row.resolution,
    returnComment: row.returnComment,
    riskFlags: flagsTold(row, { actor, today, supplier }),
    // A buyer edits no invoice, and the count of its changes would tell it of a financing.
    version: row.buyerId === actor.companyId ? 0 : row.version,
    operations: invoiceOperations(row, actor, today),
    attachments,
    adjustments,
    payments,
    directPayments,
    orders: orders.map((o) => ({ ...o, applyAmount: money(o.applyAmount) })),
    timeline: await storyOf(tx, actor, row),
  }
}

/** The row of an invoice that the caller may see, with what it is told of its payments and financing. */
async function invoiceRow(tx: Tx, actor: Actor, id: string) {
  const row = await tx
    .selectFrom('invoice')
    .innerJoin('company as s', 's.id', 'invoice.supplierId')
    .innerJoin('company as b', 'b.id', 'invoice.buyerId')
    .leftJoin('purchaseOrder as p', 'p.id', 'invoice.purchaseOrderId')
    .selectAll('invoice')
    .select(['s.code as supplierCode', 's.name as supplierName', 'b.code as buyerCode', 'b.name as buyerName', 'p.poNo'])
    .select(madeByCaller('invoice', 'invoice.id').as('madeByReader'))
    .select([callerActedForAnother('invoice.id').as('actsForAnother'), keptFromCancel.as('keptFromCancel')])
    .select([restOfFunder.as('restOfFunder'), isSold.as('isSold'), wasSent('INVOICE', sql`invoice.id`).as('wasSent')])
    .select([
      payStatusTold(actor, 'invoice', 'any').as('payStatus'),
      financeStatusTold(actor, 'invoice', 'any').as('financeStatus'),
    ])
    .select(isFinanceTold(actor, 'invoice.id', 'invoice.buyer_id').as('isTold'))
    .where('invoice.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}
type InvoiceRow = Awaited<ReturnType<typeof invoiceRow>>

async function adjustmentsOf(tx: Tx, actor: Actor, { id, docStatus, currency }: InvoiceRow) {
  const rows = await tx
    .selectFrom('invoiceAdjustment')
    .selectAll()
    .select(isOwnRequest(actor, 'INVOICE_ADJUSTMENT', sql.ref('invoiceAdjustment.id')).as('isOwnRequest'))
    .where('invoiceId', '=', id)
    .orderBy('adjustmentDate')
    .execute()
  return rows.map((a) => ({
    id: a.id,
    no: a.no,
    refNo: a.refNo,
    type: a.type,
    amount: amountText(a.amount, currency),
    date: a.adjustmentDate,
    status: a.status,
    reason: a.reason,
    operations: adjustmentOperations({ ...a, invoiceStatus: docStatus }, actor),
  }))
}

async function paymentsOf(tx: Tx, { id, isTold, currency }: InvoiceRow) {
  const rows = await tx.selectFrom('invoicePayment').selectAll().where('invoiceId', '=', id).orderBy('payDate').execute()
  return rows.map((p) => ({
    id: p.id,
    amount: amountText(p.amount, currency),
    date: p.payDate,
    // The number of a receipt on a financing is for whoever knows of the financing.
    reference: isTold || p.repaymentId === null ? p.reference : null,
    waived: p.waived,
  }))
}

/** What was paid to the supplier itself, and what of it the caller may take back. */
async function directPaymentsOf(tx: Tx, actor: Actor, row: InvoiceRow & { mayAsk: boolean }) {
  const rows = await tx
    .selectFrom('directPayment')
    .selectAll()
    .where('invoiceId', '=', row.id)
    .orderBy('payDate')
    .orderBy('no')
    .execute()
  return rows.map((p) => ({
    id: p.id,
    no: p.no,
    amount: amountText(p.amount, row.currency),
    date: p.payDate,
    reference: p.reference,
    status: p.status,
    takeBackReason: p.takeBackReason,
    mayTakeBack: row.mayAsk && mayTakeBack(p, row, actor),
  }))
}

/** What happened to an invoice. A buyer to which it was shown later reads what was done from that act on. */
function storyOf(tx: Tx, actor: Actor, { id, buyerId }: InvoiceRow) {
  const isLate = sql`exists (select from audit_log s where s.object_type = 'INVOICE' and s.object_id = l.object_id
    and s.event = 'INVOICE_SHOWN_TO_BUYER' and s.id > l.id and s.request_id is distinct from l.request_id)`
  return timelineOf(tx, actor, {
    objectType: 'INVOICE',
    objectId: id,
    where: sql`(${actor.staff || buyerId !== actor.companyId} or l.company_id = ${actor.companyId} or not ${isLate})`,
  })
}

type Flagged = { buyerId: string; issueDate: string; riskFlags: string[] }

/**
 * The flags of an invoice that its reader is told. They weigh the supplier, so that its buyer reads of none but the day of issue, which the
 * invoice itself shows it: until that day it is asked to own to a debt that may not be one yet. A partner is told no more of other companies
 * than the supplier is.
 */
function flagsTold(
  { buyerId, issueDate, riskFlags }: Flagged,
  { actor, today, supplier }: Pick<Context, 'today'> & { actor: Actor; supplier: boolean },
): string[] {
  const partner = isPartner(actor)
  if (actor.staff && !partner) return riskFlags
  if (supplier || partner) return riskFlags.filter((flag) => !untoldFlags.includes(flag))
  return buyerId === actor.companyId && issueDate > today ? riskFlags.filter((flag) => flag === 'ISSUED_LATER') : []
}

/**
 * What may be paid to the supplier of an invoice, as far as its reader knows: nothing while it is financed, and once it was settled not what
 * its funder owns of it.
 */
function payableToSupplier({
  outstanding,
  restOfFunder: rest,
  financeStatus,
  currency,
}: Record<'restOfFunder' | 'financeStatus' | 'currency', string> & { outstanding: string | null }): string {
  const owed = isPaidToSupplier(financeStatus) ? amountOf(outstanding ?? '0', currency) : M.zero(currency)
  return M.toDecimal(financeStatus === 'SETTLED' ? M.atLeastZero(M.subtract(owed, amountOf(rest, currency))) : owed)
}
