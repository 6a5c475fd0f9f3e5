import type { AnsweringSide } from '@usance/domain/approval-flows'
import { normalizeReference } from '@usance/domain/fingerprint'
import { atLeastZero, exceeds, isPositive, parseAmount, subtract, toDecimal, toRational } from '@usance/domain/money'
import { div, hundred, mul, toDecimalText } from '@usance/domain/rational'
import type { AdjustmentFacts, adjustmentCalls } from '@usance/wire/adjustment/calls'
import { sql } from 'kysely'
import { isOwnRequest } from '../../approval/workflow/own-request.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { numberFor } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { type LockedInvoice, lockInvoice } from '../invoice/move-invoice.ts'
import { waitingOn } from '../invoice/waiting-on.ts'
import { adjustmentHash } from './adjustment-hash.ts'
import { takesAdjustments } from './list.ts'

/** What a credit or debit note says against itself: other parties than those of its invoice. */
export type NoteSign = 'OTHER_SELLER' | 'OTHER_BUYER' | 'OTHER_PAYEE'

/** The facts of an adjustment, checked against its invoice, which is locked. */
async function checked(tx: Tx, invoice: LockedInvoice, facts: AdjustmentFacts, today: string): Promise<string> {
  const amount = parseAmount(facts.amount, invoice.currency)
  if (!amount.ok) throw faultyAmount('amount', amount.refusal, invoice.currency)
  if (!isPositive(amount.value)) throw faultyField('amount', 'AMOUNT_NOT_POSITIVE')
  const open = subtract(amountOf(invoice.outstanding ?? '0', invoice.currency), await waitingOn(tx, invoice))
  if (facts.type !== 'DEBIT_NOTE' && exceeds(amount.value, open))
    throw faultyField('amount', 'OVER_OUTSTANDING', { amount: toDecimal(atLeastZero(open)) })
  if (facts.date < invoice.issueDate || facts.date > today) throw faultyField('date', 'ADJUSTMENT_DATE')
  return toDecimal(amount.value)
}

/**
 * Stores an adjustment of a confirmed invoice and sends it into approval: the other side or operations decide. `signs` are what the
 * document that it was made of says against it; its approvers read them in each round.
 */
export async function putForward(
  context: UseCaseContext,
  invoice: LockedInvoice,
  facts: AdjustmentFacts,
  signs: readonly NoteSign[] = [],
): Promise<{ id: string; no: string; status: string }> {
  const { tx, actor, today } = context
  if (!takesAdjustments(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  await elevate(tx)
  const amount = await checked(tx, invoice, facts, today)
  if (await isPutForward(tx, invoice.id, facts.refNo)) throw faultyField('refNo', 'ADJUSTMENT_DUPLICATE')
  const id = newId()
  const added = await tx
    .insertInto('invoiceAdjustment')
    .values({
      id,
      no: numberFor('IA', today),
      invoiceId: invoice.id,
      supplierId: invoice.supplierId,
      buyerId: invoice.buyerId,
      funderId: invoice.funderId,
      refNo: facts.refNo,
      type: facts.type,
      currency: invoice.currency,
      amount,
      adjustmentDate: facts.date,
      reason: facts.reason || null,
      signs: [...signs],
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'no', 'signs'])
    .executeTakeFirst()
  if (!added) throw faultyField('refNo', 'ADJUSTMENT_DUPLICATE')
  await audit(context, {
    event: 'INVOICE_ADJUSTMENT_ADDED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { ...facts, adjustmentId: id, comment: facts.reason ?? facts.refNo },
  })
  await start(context, invoice, added, { ...facts, amount })
  return { id, no: added.no, status: 'IN_APPROVE' }
}

/** Whether an invoice has an adjustment under a reference, however it is written. One that was refused or withdrawn frees its reference. */
async function isPutForward(tx: Tx, invoiceId: string, refNo: string, exceptId?: string): Promise<boolean> {
  const known = await tx
    .selectFrom('invoiceAdjustment')
    .select(['id', 'refNo'])
    .where('invoiceId', '=', invoiceId)
    .where('status', 'not in', ['REFUSED', 'WITHDRAWN'])
    .execute()
  return known.some((one) => one.id !== exceptId && normalizeReference(one.refNo) === normalizeReference(refNo))
}

/** What all adjustments of an invoice that have passed or are under way add to it, or take from it, together. */
async function changedTogether(tx: Tx, invoice: LockedInvoice, type: AdjustmentFacts['type']) {
  const row = await tx
    .selectFrom('invoiceAdjustment')
    .select((eb) => eb.fn.sum<string | null>('amount').as('amount'))
    .where('invoiceId', '=', invoice.id)
    .where('status', 'in', ['PASSED', 'IN_APPROVE'])
    .where('type', type === 'DEBIT_NOTE' ? '=' : '<>', 'DEBIT_NOTE')
    .executeTakeFirstOrThrow()
  return amountOf(row.amount ?? '0', invoice.currency)
}

/** Whether the buyer of an invoice has acknowledged it by the right confirmation of an order, also one that it is not shown. */
async function isAcknowledged(tx: Tx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from finance_order_item x join finance_order o on o.id = x.order_id
      left join finance_order_part p on p.order_id = o.id and p.buyer_id = x.buyer_id
    where x.invoice_id = ${invoiceId} and o.right_confirm_party = 'BUYER' and (o.right_confirmed_at is not null or p.confirmed_at is not null)
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * The side that answers alone: the buyer of a debt beyond what it confirmed or acknowledged, also where one of its own people put that
 * forward, and the supplier of its claim. Undefined for what a supplier takes off itself, and for debit notes on what no buyer has
 * confirmed.
 */
async function whoGivesUp(
  tx: Tx,
  invoice: LockedInvoice,
  type: AdjustmentFacts['type'],
  makerRole: string,
): Promise<AnsweringSide | undefined> {
  if (type !== 'DEBIT_NOTE') return makerRole === 'SUPPLIER' ? undefined : 'SUPPLIER'
  const isConfirmed = invoice.buyerVisible && invoice.confirmedAmount !== null
  return isConfirmed || (await isAcknowledged(tx, invoice.id)) ? 'BUYER' : undefined
}

/** A buyer that acknowledged an invoice which it was not shown reads it from when it is asked to owe more on it (decision 187). */
async function showToBuyer(context: UseCaseContext, invoice: LockedInvoice): Promise<void> {
  await context.tx
    .updateTable('invoice')
    .set((eb) => ({ buyerVisible: true, version: eb('version', '+', 1), updatedAt: sql`app_now()` }))
    .where('id', '=', invoice.id)
    .execute()
  await audit(context, {
    event: 'INVOICE_SHOWN_TO_BUYER',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    before: { buyerVisible: false },
    after: { buyerVisible: true },
  })
}

async function start(
  context: UseCaseContext,
  invoice: LockedInvoice,
  { id, no, signs }: { id: string; no: string; signs: readonly string[] },
  facts: AdjustmentFacts,
): Promise<void> {
  const { tx, actor } = context
  const changed = await changedTogether(tx, invoice, facts.type)
  const share = mul(div(toRational(changed), toRational(amountOf(invoice.amount, invoice.currency))), hundred)
  const answeredBy = await whoGivesUp(tx, invoice, facts.type, actor.companyRole)
  const isShown = invoice.buyerVisible || answeredBy === 'BUYER'
  if (isShown && !invoice.buyerVisible) await showToBuyer(context, invoice)
  const buyer = await tx.selectFrom('company').select('name').where('id', '=', invoice.buyerId).executeTakeFirstOrThrow()
  await startFlow(context, {
    businessType: 'INVOICE_ADJUSTMENT',
    businessId: id,
    businessNo: no,
    title: `${buyer.name} · ${invoice.invoiceNo} · ${facts.refNo}`,
    contentHash: await adjustmentHash(tx, id),
    amount: facts.amount,
    currency: invoice.currency,
    supplierId: invoice.supplierId,
    buyerId: isShown ? invoice.buyerId : null,
    funderId: invoice.funderId,
    sharePercent: toDecimalText(share, 6, 'UP'),
    warnings: signs.map((sign) => `NOTE_${sign}`),
    answeredBy,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  await notify(tx, {
    event: 'INVOICE_ADJUSTMENT_SUBMITTED',
    companyIds: [invoice.supplierId, isShown ? invoice.buyerId : null, invoice.funderId],
    params: { invoiceNo: invoice.invoiceNo, refNo: facts.refNo, amount: facts.amount, currency: invoice.currency },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
}

/** The invoice as the caller's own side of it; operations may adjust any. */
const ownInvoice = ({ tx, actor }: UseCaseContext, id: string) =>
  lockInvoice(
    tx,
    id,
    actor.staff ? undefined : { column: actor.companyRole === 'BUYER' ? 'buyerId' : 'supplierId', companyId: actor.companyId },
  )

export const addAdjustment: Handler<typeof adjustmentCalls.add> = async (request) => {
  const { invoiceId, idempotencyKey: _, ...facts } = request.body
  return putForward(request, await ownInvoice(request, invoiceId), facts)
}

/** The company that put it forward corrects what was sent back; that opens another round of the same approval. */
export const resubmitAdjustment: Handler<typeof adjustmentCalls.resubmit> = async (request) => {
  const { tx, actor, body, today } = request
  const { id, idempotencyKey: _, ...facts } = body
  const before = await tx
    .selectFrom('invoiceAdjustment')
    .selectAll()
    .where('id', '=', id)
    .where(isOwnRequest(actor, 'INVOICE_ADJUSTMENT', sql.ref('invoiceAdjustment.id')))
    .executeTakeFirst()
  if (!before) throw new Refused('NOT_FOUND')
  const invoice = await ownInvoice(request, before.invoiceId)
  if (before.status !== 'REJECTED' || !takesAdjustments(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  await elevate(tx)
  const amount = await checked(tx, invoice, facts, today)
  if (await isPutForward(tx, invoice.id, facts.refNo, id)) throw faultyField('refNo', 'ADJUSTMENT_DUPLICATE')
  try {
    const saved = await tx
      .updateTable('invoiceAdjustment')
      .set((eb) => ({
        refNo: facts.refNo,
        type: facts.type,
        amount,
        adjustmentDate: facts.date,
        reason: facts.reason || null,
        status: 'IN_APPROVE',
        createdBy: actor.userId,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('status', '=', 'REJECTED')
      .returning('id')
      .executeTakeFirst()
    if (!saved) throw new Refused('STALE_VERSION')
  } catch (error) {
    if (violatedIndex(error)) throw faultyField('refNo', 'ADJUSTMENT_DUPLICATE')
    throw error
  }
  await audit(request, {
    event: 'INVOICE_ADJUSTMENT_CORRECTED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    before: { adjustmentId: id, refNo: before.refNo, type: before.type, amount: before.amount, date: before.adjustmentDate },
    after: { ...facts, adjustmentId: id, comment: facts.reason ?? facts.refNo },
  })
  await start(request, invoice, before, { ...facts, amount })
  return { id, no: before.no, status: 'IN_APPROVE' }
}
