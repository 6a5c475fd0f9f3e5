import { createHash } from 'node:crypto'
import * as M from '@usance/domain/money'
import { type DirectPaymentEvent, type DirectPaymentStatus, directPaymentMachine } from '@usance/domain/states/direct-payment'
import { isPaidToSupplier } from '@usance/domain/states/document-finance-status'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { type LockedInvoice, lockInvoice } from '../../trade/invoice/move-invoice.ts'

export type DirectPaymentRow = Awaited<ReturnType<typeof lockDirectPayment>>['payment']

/** A direct payment with its invoice, both locked, the invoice first like everywhere. */
export async function lockDirectPayment(tx: Tx, id: string) {
  const seen = await tx.selectFrom('directPayment').select('invoiceId').where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  const invoice = await lockInvoice(tx, seen.invoiceId)
  const payment = await tx.selectFrom('directPayment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  return { invoice, payment }
}

/** Moves a locked direct payment by an event of its life. */
export async function moveDirectPayment(
  { tx }: Pick<UseCaseContext, 'tx'>,
  { id, status }: { id: string; status: string },
  event: DirectPaymentEvent,
  patch: { takeBackReason?: string } = {},
): Promise<DirectPaymentStatus> {
  const next = accepted(directPaymentMachine.next(status as DirectPaymentStatus, event))
  await tx
    .updateTable('directPayment')
    .set((eb) => ({ status: next, ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return next
}

/** Refuses an invoice that is financed: what is paid on it belongs to the funder and comes in as a receipt. */
export function refuseFinanced(financeStatus: string): void {
  if (!isPaidToSupplier(financeStatus)) throw new Refused('INVOICE_LOCKED')
}

/**
 * What a buyer may still pay its supplier on an invoice: what is owed on it, but for what a funder owns of it after its order was settled
 * (RECEIVABLE_SOLD where that is all), and the refusal of more. An invoice that is financed as far as the caller knows has been refused before.
 */
export async function owedToSupplier(
  tx: Tx,
  { id, financeStatus, outstanding, currency }: Pick<LockedInvoice, 'id' | 'financeStatus' | 'outstanding' | 'currency'>,
): Promise<{ owed: M.Money; over: 'PAYMENT_OVER_OWED' | 'PAYMENT_OVER_OWN_PART' }> {
  const owed = amountOf(outstanding ?? '0', currency)
  if (financeStatus !== 'SETTLED') return { owed, over: 'PAYMENT_OVER_OWED' }
  const { rows } = await sql<{ rest: string }>`select rest_to_funder(${id}::uuid) as rest`.execute(tx)
  const rest = amountOf(rows[0]!.rest, currency)
  if (!M.isPositive(rest)) return { owed, over: 'PAYMENT_OVER_OWED' }
  const own = M.atLeastZero(M.subtract(owed, rest))
  if (M.isZero(own)) throw new Refused('RECEIVABLE_SOLD')
  return { owed: own, over: 'PAYMENT_OVER_OWN_PART' }
}

/** Everything that whoever confirms a payment, or agrees to take it back, judges. */
export async function directPaymentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('directPayment')
    .select(['invoiceId', 'amount', 'currency', 'payDate', 'reference', 'takeBackReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}

type Told = 'DIRECT_PAYMENT_REPORTED' | 'DIRECT_PAYMENT_CONFIRMED' | 'DIRECT_PAYMENT_REFUSED' | 'DIRECT_PAYMENT_TAKEN_BACK'

/** Audits what became of a direct payment and tells supplier and buyer; a buyer that does not know the invoice is not told. */
export async function recordAndTell(
  context: UseCaseContext,
  event: Told,
  invoice: LockedInvoice,
  payment: Pick<DirectPaymentRow, 'id' | 'no' | 'amount' | 'payDate'>,
  comment: string | null = null,
): Promise<void> {
  const amount = amountText(payment.amount, invoice.currency)
  await audit(context, {
    event,
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: {
      directPaymentId: payment.id,
      no: payment.no,
      amount,
      payDate: payment.payDate,
      comment: [`${payment.no}: ${amount} ${invoice.currency}`, comment].filter(Boolean).join('. '),
    },
  })
  await notify(context.tx, {
    event,
    companyIds: [invoice.supplierId, invoice.buyerVisible ? invoice.buyerId : null],
    params: { no: payment.no, invoiceNo: invoice.invoiceNo, amount, currency: invoice.currency, comment },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
}
