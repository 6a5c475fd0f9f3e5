import { normalizeReference } from '@usance/domain/fingerprint'
import * as M from '@usance/domain/money'
import type { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { numberFor } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { financeStatusTold } from '../../trade/invoice/finance-status-told.ts'
import { type LockedInvoice, lockInvoice } from '../../trade/invoice/move-invoice.ts'
import { waitingOn } from '../../trade/invoice/waiting-on.ts'
import { amountIn } from '../repayment/collecting-account.ts'
import { directPaymentHash, owedToSupplier, recordAndTell, refuseFinanced } from './direct-payment.ts'

/** The invoice of the caller's side, locked, with its financing as the caller may know it. */
async function ownInvoice({ tx, actor }: UseCaseContext, id: string): Promise<LockedInvoice> {
  const column = actor.companyRole === 'BUYER' ? 'buyerId' : 'supplierId'
  const invoice = await lockInvoice(tx, id, { column, companyId: actor.companyId })
  const { told } = await tx
    .selectFrom('invoice')
    .select(financeStatusTold(actor, 'invoice').as('told'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...invoice, financeStatus: told }
}

/**
 * Buyer or supplier reports a payment on an invoice that no funder waits for. It is confirmed by whoever was owed it, and lowers
 * what is owed from then on. What waits counts, so that reports together never exceed what is owed.
 */
export const reportPayment: Handler<typeof directPaymentCalls.report> = async (request) => {
  const { tx, actor, today, body } = request
  const invoice = await ownInvoice(request, body.invoiceId)
  if (invoice.docStatus !== 'CONFIRMED') throw new Refused('ILLEGAL_TRANSITION')
  refuseFinanced(invoice.financeStatus)
  const { owed, over } = await owedToSupplier(tx, invoice)
  const { currency } = invoice
  const amount = amountIn('amount', body.amount, currency)
  if (body.valueDate > today) throw faultyField('valueDate', 'VALUE_DATE_AHEAD', { businessDate: today })
  if (body.valueDate < invoice.issueDate) throw faultyField('valueDate', 'DAY_TOO_EARLY', { earliest: invoice.issueDate })
  await elevate(tx)
  if (await isReported(tx, { invoiceId: invoice.id, amount: M.toDecimal(amount), payDate: body.valueDate }, body.reference ?? ''))
    throw faultyField('reference', 'PAYMENT_REPORTED')
  const open = M.subtract(owed, await waitingOn(tx, invoice))
  if (M.exceeds(amount, open)) throw faultyField('amount', over, { amount: M.toDecimal(M.atLeastZero(open)), currency })
  const payment = await tx
    .insertInto('directPayment')
    .values({
      id: newId(),
      no: numberFor('DP', today),
      invoiceId: invoice.id,
      supplierId: invoice.supplierId,
      buyerId: invoice.buyerId,
      currency,
      amount: M.toDecimal(amount),
      payDate: body.valueDate,
      reference: body.reference || null,
      reportedFor: actor.companyId,
      createdBy: actor.userId,
    })
    .returning(['id', 'no', 'amount', 'payDate', 'status'])
    .executeTakeFirstOrThrow()
  await recordAndTell(request, 'DIRECT_PAYMENT_REPORTED', invoice, payment)
  await startFlow(request, {
    businessType: 'DIRECT_PAYMENT',
    businessId: payment.id,
    businessNo: payment.no,
    title: await titleOf(request, invoice, body.reference),
    contentHash: await directPaymentHash(tx, payment.id),
    amount: payment.amount,
    currency,
    supplierId: invoice.supplierId,
    valueDate: body.valueDate,
    // Only the creditor gives up its claim. Settlement confirms what the creditor itself says that it received.
    answeredBy: actor.companyRole === 'BUYER' ? 'SUPPLIER' : undefined,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  return { id: payment.id, no: payment.no, status: payment.status }
}

/** Whether a payment of an invoice is reported already, by either side: same day, amount and reference, however it is written. */
async function isReported(
  tx: Tx,
  { invoiceId, amount, payDate }: { invoiceId: string; amount: string; payDate: string },
  reference: string,
): Promise<boolean> {
  const reported = await tx
    .selectFrom('directPayment')
    .select('reference')
    .where('invoiceId', '=', invoiceId)
    .where('amount', '=', amount)
    .where('payDate', '=', payDate)
    .where('status', 'in', ['IN_APPROVE', 'PASSED', 'REVERSING'])
    .execute()
  return reported.some((one) => normalizeReference(one.reference ?? '') === normalizeReference(reference))
}

/** What an approval of a direct payment is about: the buyer, its invoice and the reference of the payment. */
export async function titleOf(
  { tx }: Pick<UseCaseContext, 'tx'>,
  { buyerId, invoiceNo }: LockedInvoice,
  reference?: string | null,
): Promise<string> {
  const buyer = await tx.selectFrom('company').select('name').where('id', '=', buyerId).executeTakeFirstOrThrow()
  return [buyer.name, invoiceNo, reference].filter(Boolean).join(' · ')
}
