import { exceeds, type Money, parseAmount, readAmount, toDecimal } from '@usance/domain/money'
import { mayCancelInvoice } from '@usance/domain/states/invoice'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { buyersWithoutConfirmation } from '../../approval/config-change/buyers-without-confirmation.ts'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { refuseOtherParties } from '../../http/one-party.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { checkPapers } from '../../platform/paper/papers.ts'
import { endAdjustments } from '../adjustment/end-adjustments.ts'
import { keptFromCancel } from './kept-from-cancel.ts'
import { inOrder, type LockedInvoice, lockInvoice, moveInvoice } from './move-invoice.ts'
import { invoicePapers } from './save-invoice.ts'
import { sendWithSigns } from './signs.ts'

const statusOf = ({ id, docStatus }: LockedInvoice) => ({ id, docStatus })

/**
 * Sends drafts to their buyers. An undisclosed relationship confirms at once: its buyer is never asked. So does one without
 * confirmation, as long as its buyer wants none.
 */
export const submitInvoices: Handler<typeof invoiceCalls.submit> = async (request) => {
  const { tx, actor, body } = request
  const changed = []
  const drafts: LockedInvoice[] = []
  for (const { id } of inOrder(body.ids.map((id) => ({ id }))))
    drafts.push(await lockInvoice(tx, id, { column: 'supplierId', companyId: actor.companyId }))
  const relations = await tx.selectFrom('relationship').selectAll().where('supplierId', '=', actor.companyId).execute()
  await elevate(tx)
  const trusting = await buyersWithoutConfirmation(
    tx,
    relations.map(({ buyerId }) => buyerId),
  )
  await checkPapers(request, drafts.map(invoicePapers), 'SUBMISSION')
  for (const invoice of drafts) {
    const relation = relations.find((one) => one.buyerId === invoice.buyerId)
    if (relation?.status !== 'ENABLE') throw new Refused('PARTY_UNKNOWN', { invoiceNo: invoice.invoiceNo })
    const sent = await submit(request, invoice, relation.disclosed)
    const asksNobody = !relation.disclosed || (relation.confirmMode === 'NONE' && trusting.has(relation.buyerId))
    changed.push(statusOf(asksNobody ? await confirm(request, sent, invoice.amount) : sent))
  }
  return { changed }
}

/** The signs are asked for once the purchase order counts the invoice: of two that are sent together the second is beyond it. */
async function submit(context: UseCaseContext, invoice: LockedInvoice, disclosed: boolean): Promise<LockedInvoice> {
  const sent = await moveInvoice(context, invoice, {
    event: 'submit',
    patch: { submittedAt: sql`app_now()`, buyerVisible: disclosed },
    tell: disclosed ? [invoice.buyerId] : [],
  })
  return sendWithSigns(context, sent)
}

const confirm = (context: UseCaseContext, invoice: LockedInvoice, confirmedAmount: string) =>
  moveInvoice(context, invoice, {
    event: 'confirm',
    patch: { confirmedAmount, confirmedAt: sql`app_now()`, ...nothingPutForward },
    tell: [invoice.supplierId],
  })

const nothingPutForward = { proposedAmount: null, proposedBy: null }

/**
 * Puts forward an amount owed on an invoice, by a maker of the buyer or by operations for it. The supplier may have sent the
 * invoice or not; one that is sent so has the papers that are asked for (decision 167). It stays submitted until another person, a checker of the buyer, confirms it. `owed` is decimal text in the
 * invoice's currency.
 */
export async function putForward(context: UseCaseContext, invoice: LockedInvoice, owed: string): Promise<void> {
  const { tx, actor } = context
  await refuseOtherParties(tx, actor, [invoice.id])
  if (invoice.docStatus === 'DRAFT') await checkPapers(context, [invoicePapers(invoice)], 'SUBMISSION')
  const sent = invoice.docStatus === 'DRAFT' ? await submit(context, invoice, true) : invoice
  await tx
    .updateTable('invoice')
    .set({
      proposedAmount: owed,
      proposedBy: actor.userId,
      version: sent.version + 1,
      updatedAt: sql`app_now()`,
      updatedBy: actor.userId,
    })
    .where('id', '=', sent.id)
    .execute()
  await audit(context, {
    event: 'INVOICE_PUT_FORWARD',
    objectType: 'INVOICE',
    objectId: sent.id,
    objectNo: sent.invoiceNo,
    after: { proposedAmount: owed, currency: sent.currency },
  })
}

export const cancelInvoice: Handler<typeof invoiceCalls.cancel> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  const isFree = mayCancelInvoice({
    status: invoice.docStatus,
    financeStatus: invoice.financeStatus,
    payStatus: invoice.payStatus,
  })
  if (!isFree) throw new Refused('ILLEGAL_TRANSITION')
  await elevate(tx)
  // A loan is applied for under this lock: its outcome is read once the lock is held.
  if (invoice.confirmedAmount !== null && invoice.purchaseOrderId)
    await tx.selectFrom('purchaseOrder').select('id').where('id', '=', invoice.purchaseOrderId).forShare().execute()
  const { kept } = await tx
    .selectFrom('invoice')
    .select(keptFromCancel.as('kept'))
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  if (kept) throw new Refused(kept)
  await endAdjustments(request, invoice.id)
  const cancelled = await moveInvoice(request, invoice, {
    event: 'cancel',
    tell: invoice.docStatus !== 'DRAFT' && invoice.buyerVisible ? [invoice.buyerId] : [],
  })
  return { changed: [statusOf(cancelled)] }
}

/**
 * Refuses to bind somebody to another debt than they were shown: another amount, or other terms, each as it was shown and as it is now.
 * What is undefined the caller does not name. Throws STALE_VERSION.
 */
export function refuseUnseen(
  shown: string | undefined,
  amount: Money,
  terms: readonly (readonly [shown: string | number | undefined, now: string | number | null])[],
): void {
  if (terms.some(([seen, now]) => seen !== undefined && seen !== now)) throw new Refused('STALE_VERSION')
  if (shown === undefined) return
  const seen = readAmount(shown, amount.currency)
  if (!seen.ok || seen.value.minor !== amount.minor) throw new Refused('STALE_VERSION')
}

/**
 * The buyer confirms its debts in bulk: the given amount, else the proposed one, else the invoice's. The amount may be lower than
 * the invoice's, never higher.
 */
export const confirmInvoices: Handler<typeof invoiceCalls.confirm> = async (request) => {
  const { tx, actor, body } = request
  const locked: { invoice: LockedInvoice; confirmed: string }[] = []
  for (const item of inOrder(body.items)) {
    const invoice = await lockInvoice(tx, item.id, { column: 'buyerId', companyId: actor.companyId })
    const face = amountOf(invoice.amount, invoice.currency)
    const putForward = invoice.proposedAmount ? amountOf(invoice.proposedAmount, invoice.currency) : face
    refuseUnseen(item.shownAmount, putForward, [
      [item.shownCurrency, invoice.currency],
      [item.shownDueDate, invoice.dueDate],
    ])
    const amount = item.confirmedAmount
      ? parseAmount(item.confirmedAmount, invoice.currency)
      : { ok: true as const, value: putForward }
    if (!amount.ok) throw faultyAmount('confirmedAmount', amount.refusal, invoice.currency)
    if (amount.value.minor <= 0n) throw faultyField('confirmedAmount', 'AMOUNT_NOT_POSITIVE')
    if (exceeds(amount.value, face)) throw faultyField('confirmedAmount', 'OVER_FACE', { amount: toDecimal(face) })
    locked.push({ invoice, confirmed: toDecimal(amount.value) })
  }
  await checkPapers(
    request,
    locked.map(({ invoice }) => invoicePapers(invoice)),
    'CONFIRMATION',
  )
  const changed = []
  for (const { invoice, confirmed } of locked) changed.push(statusOf(await confirm(request, invoice, confirmed)))
  return { changed }
}

export const returnInvoice: Handler<typeof invoiceCalls.returnToSupplier> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, { column: 'buyerId', companyId: actor.companyId })
  // A returned invoice is the supplier's draft again, which its buyer no longer sees: the change is made beyond the buyer's sight.
  await elevate(tx)
  const returned = await moveInvoice(request, invoice, {
    event: 'return',
    patch: { returnComment: body.comment, buyerVisible: false, submittedAt: null, ...nothingPutForward },
    tell: [invoice.supplierId],
    comment: body.comment,
  })
  return { changed: [statusOf(returned)] }
}
