import { add, isZero, subtract, toDecimal } from '@usance/domain/money'
import { type InvoicePayStatus, payStatusOf } from '@usance/domain/states/invoice'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { applyDilution } from '../../books/servicing/apply-dilution.ts'
import { isLostInvoice } from '../../books/servicing/losses.ts'
import { showOnOrderOf } from '../../books/servicing/restate-order.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { lockInvoice, moveInvoice } from '../invoice/move-invoice.ts'
import { adjustmentFacts } from './adjustment-facts.ts'
import { adjustmentHash } from './adjustment-hash.ts'

const rowOf = (tx: Tx, id: string) =>
  tx.selectFrom('invoiceAdjustment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** An adjustment with its invoice, both locked, the invoice first like everywhere. */
async function lockAdjustment(tx: Tx, id: string) {
  const seen = await tx.selectFrom('invoiceAdjustment').select('invoiceId').where('id', '=', id).executeTakeFirstOrThrow()
  const invoice = await lockInvoice(tx, seen.invoiceId)
  return { invoice, adjustment: await rowOf(tx, id) }
}

/** A passed adjustment changes what the buyer owes, closes an invoice nothing is left of, and reaches the funder's books. */
async function pass(context: UseCaseContext, id: string): Promise<void> {
  const { tx } = context
  const { invoice, adjustment } = await lockAdjustment(tx, id)
  if (adjustment.status !== 'IN_APPROVE') throw new Refused('STALE_VERSION')
  const { currency } = invoice
  const amount = amountOf(adjustment.amount, currency)
  const outstanding = amountOf(invoice.outstanding ?? '0', currency)
  const raises = adjustment.type === 'DEBIT_NOTE'
  // Since it was put forward the buyer may have paid: an adjustment never makes the invoice negative.
  if (!raises && amount.minor > outstanding.minor) throw new Refused('OVER_OUTSTANDING', { amount: toDecimal(outstanding) })
  const before = amountOf(invoice.adjustedAmount, currency)
  const adjusted = raises ? subtract(before, amount) : add(before, amount)
  const net = subtract(amountOf(invoice.amount, currency), adjusted)
  const paid = amountOf(invoice.paidAmount, currency)
  await tx
    .updateTable('invoiceAdjustment')
    .set({ status: 'PASSED', passedAt: sql`app_now()`, funderId: invoice.funderId })
    .where('id', '=', id)
    .execute()
  const payStatus: InvoicePayStatus = payStatusOf({
    net: net.minor,
    paid: paid.minor,
    writtenOff: await isLostInvoice(tx, invoice.id),
  })
  await moveInvoice(context, invoice, {
    event: isZero(subtract(net, paid)) ? 'adjustAll' : 'adjust',
    name: 'ADJUSTED',
    patch: {
      adjustedAmount: toDecimal(adjusted),
      // The buyer accepted it: what a debit note adds is confirmed (decision 209).
      ...(raises ? { debitedAmount: toDecimal(add(amountOf(invoice.debitedAmount, currency), amount)) } : {}),
      payStatus,
    },
    tell: [invoice.supplierId, invoice.buyerVisible ? invoice.buyerId : null, invoice.funderId],
    comment: `${adjustment.refNo}: ${toDecimal(amount)} ${currency}`,
  })
  if (!raises) await applyDilution(context, invoice.id, toDecimal(amount), id)
  await showOnOrderOf(context, invoice.id)
}

async function end({ tx }: UseCaseContext, id: string, status: 'REJECTED' | 'REFUSED', comment: string): Promise<void> {
  const adjustment = await rowOf(tx, id)
  if (adjustment.status !== 'IN_APPROVE') throw new Refused('STALE_VERSION')
  await tx.updateTable('invoiceAdjustment').set({ status }).where('id', '=', id).execute()
  const invoice = await tx
    .selectFrom('invoice')
    .select(['id', 'invoiceNo', 'buyerVisible'])
    .where('id', '=', adjustment.invoiceId)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    event: `INVOICE_ADJUSTMENT_${status}`,
    companyIds: [adjustment.supplierId, invoice.buyerVisible ? adjustment.buyerId : null],
    params: { invoiceNo: invoice.invoiceNo, refNo: adjustment.refNo, comment },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
}

/** What becomes of an adjustment when its approval ends. */
const adjustmentDecision: Decision<Facts> = {
  concerned: (id) =>
    sql`select unnest(array[a.supplier_id, a.buyer_id, a.funder_id]) from invoice_adjustment a where a.id = ${id}`,
  facts: adjustmentFacts,
  lock: lockAdjustment,
  contentHash: adjustmentHash,
  passed: (context, { businessId }) => pass(context, businessId),
  rejected: (context, { businessId }, comment) => end(context, businessId, 'REJECTED', comment),
  refused: (context, { businessId }, comment) => end(context, businessId, 'REFUSED', comment),
}

export const adjustmentApprovals = {
  INVOICE_ADJUSTMENT: adjustmentDecision,
} satisfies Approvals
