import { exceeds, negate, toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { payInvoice } from '../../books/servicing/invoice-payments.ts'
import { amountOf } from '../../database/amount.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import {
  directPaymentHash,
  lockDirectPayment,
  moveDirectPayment,
  owedToSupplier,
  recordAndTell,
  refuseFinanced,
} from './direct-payment.ts'
import { directPaymentFacts } from './direct-payment-facts.ts'

/** A confirmed payment lowers what is owed. The invoice may have been financed, or paid otherwise, since it was reported. */
async function confirm(context: UseCaseContext, id: string): Promise<void> {
  const { invoice, payment } = await lockDirectPayment(context.tx, id)
  if (invoice.docStatus !== 'CONFIRMED') throw new Refused('ILLEGAL_TRANSITION')
  refuseFinanced(invoice.financeStatus)
  const { owed, over } = await owedToSupplier(context.tx, invoice)
  const amount = amountOf(payment.amount, payment.currency)
  if (exceeds(amount, owed)) throw new Refused(over, { amount: toDecimal(owed), currency: invoice.currency })
  await moveDirectPayment(context, payment, 'pass')
  const { payDate, reference } = payment
  await payInvoice(context, invoice.id, { amount, payDate, reference: reference ?? payment.no, directPaymentId: id })
  await recordAndTell(context, 'DIRECT_PAYMENT_CONFIRMED', invoice, payment)
}

async function refuse(context: UseCaseContext, id: string, event: 'deny' | 'reject', comment: string): Promise<void> {
  const { invoice, payment } = await lockDirectPayment(context.tx, id)
  await moveDirectPayment(context, payment, event)
  await recordAndTell(context, 'DIRECT_PAYMENT_REFUSED', invoice, payment, comment)
}

const concernedByDirectPayment = (id: string) => sql`
  select unnest(array[p.supplier_id, p.buyer_id, i.funder_id]) from direct_payment p join invoice i on i.id = p.invoice_id
  where p.id = ${id}`

/** What becomes of a reported payment: the supplier, or settlement with the receipt, confirms it or says that nothing came. */
const directPaymentDecision: Decision<Facts> = {
  concerned: concernedByDirectPayment,
  facts: directPaymentFacts,
  lock: lockDirectPayment,
  contentHash: directPaymentHash,
  passed: (context, { businessId }) => confirm(context, businessId),
  rejected: (context, { businessId }, comment) => refuse(context, businessId, 'deny', comment),
  refused: (context, { businessId }, comment) => refuse(context, businessId, 'reject', comment),
}

/** The payment stays in the history; a line below zero on the same day puts the debt back. */
async function takeBack(context: UseCaseContext, id: string): Promise<void> {
  const { invoice, payment } = await lockDirectPayment(context.tx, id)
  refuseFinanced(invoice.financeStatus)
  await moveDirectPayment(context, payment, 'reverse')
  const amount = negate(amountOf(payment.amount, payment.currency))
  await payInvoice(context, invoice.id, { amount, payDate: payment.payDate, reference: 'REVERSAL', directPaymentId: id })
  await letGo(context, invoice.id)
  await recordAndTell(context, 'DIRECT_PAYMENT_TAKEN_BACK', invoice, payment, payment.takeBackReason)
}

/** An invoice that counted as settled because it was paid is its supplier's again, where no funder owns any of it (decision 077). */
async function letGo({ tx }: UseCaseContext, invoiceId: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set((eb) => ({ financeStatus: 'UNFINANCED', funderId: null, version: eb('version', '+', 1) }))
    .where('id', '=', invoiceId)
    .where('financeStatus', '=', 'SETTLED')
    .where('payStatus', '<>', 'PAID')
    .where(sql<boolean>`not funder_owns(id)`)
    .execute()
}

async function keep(context: UseCaseContext, id: string): Promise<void> {
  const { payment } = await lockDirectPayment(context.tx, id)
  await moveDirectPayment(context, payment, 'keep')
}

/** What becomes of the wish to take a confirmed payment back. */
const takeBackDecision: Decision<Facts> = {
  concerned: concernedByDirectPayment,
  facts: directPaymentFacts,
  lock: lockDirectPayment,
  contentHash: directPaymentHash,
  passed: (context, { businessId }) => takeBack(context, businessId),
  rejected: (context, { businessId }) => keep(context, businessId),
  refused: (context, { businessId }) => keep(context, businessId),
}

export const directPaymentApprovals = {
  DIRECT_PAYMENT: directPaymentDecision,
  DIRECT_PAYMENT_REVERSAL: takeBackDecision,
} satisfies Approvals
