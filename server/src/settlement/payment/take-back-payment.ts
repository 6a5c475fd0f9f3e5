import { normalizeReference } from '@usance/domain/fingerprint'
import * as M from '@usance/domain/money'
import type { paymentCalls } from '@usance/wire/payment/calls'
import { paymentIs } from '@usance/wire/payment/in-state'
import type { Selectable } from 'kysely'
import { audit } from '../../audit/record.ts'
import { reverseJournal, standingJournals } from '../../books/ledger/post.ts'
import { isUnclear, noLongerUnclear } from '../../books/servicing/bank-has.ts'
import { restateInvoices } from '../../books/servicing/invoice-payments.ts'
import { lockPayment, movePayment, nextOf, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { bookWithoutRelease, judgeAgain } from '../../books/servicing/replay.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { shortSum } from '../../books/servicing/short-reserve.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { PaymentFileItemTable } from '../../database/tables.ts'
import { takeFeeRefundsBack } from '../../finance/cost/refund-taken-back.ts'
import { freeAgain } from '../../finance/finance-order/documents-with-bank.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { acknowledge } from './acknowledge.ts'
import { cancelUndue } from './cancel-undue.ts'
import { letGo } from './let-go.ts'
import { linkTo, stayValid, waitAgain } from './mark-paid.ts'
import { mayReturn, staysPaid } from './may-return.ts'
import { receiptReturned } from './return-receipt.ts'
import { tellBookedApart } from './tell-booked-apart.ts'
import { tellUnpaid } from './tell-unpaid.ts'
import { type TransferOut, transferNamed } from './transfers-out.ts'
import { unfundOrder } from './unfund-order.ts'

/**
 * Records that a payment did not arrive, or was recorded in error: its journals are mirrored, what followed from it is judged
 * again, and it waits like one that the bank refused. The act declares
 * that nobody who ever sent it does, or took out a file that held it once. Of one that is not paid, and that the bank has by an
 * earlier file, nothing is booked: its transfer came back, and it may be sent again; one that is cancelled frees what it held. Where the
 * bank has it by several transfers the act names the one that came back, and the others stay with the bank (decision 259). A funding whose
 * order has run stays paid by an equal transfer of its day (decision 207). A receipt that is booked already and may be the same money is
 * told apart first (decision 266).
 */
export const takePaymentBack: Handler<typeof paymentCalls.takeBack> = async (request) => {
  const { tx, today, body } = request
  const payment = await lockPayment(tx, body.id)
  nextOf(payment, 'return')
  const { named, others } = await transferNamed(tx, payment, body.file)
  await tellBookedApart(request, [payment], body.notBookedAs)
  const isBooked = payment.status === 'PAID' || payment.status === 'INSTRUCTED'
  if (named && others.length > 0 && !(named.isOwn && isBooked)) return otherReturned(request, payment, named)
  if (payment.status !== 'PAID') return transferReturned(request, payment, { named, others })
  const { stays } = await tx
    .selectFrom('payment as p')
    .select(staysPaid('p').as('stays'))
    .where('p.id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const standIn = stays === 'FUNDING_STAYS_PAID' && named ? standInFor(named, others) : undefined
  if (named && standIn) return standsPaidBy(request, payment, { named, standIn })
  if (stays) throw new Refused(stays)
  const { valueDate, bankRef } = payment
  if (valueDate === null) throw new Error(`Payment ${payment.no} is paid on no day.`)
  if (body.returnedOn < valueDate || body.returnedOn > today) throw faultyField('returnedOn', 'RETURN_DAY', { valueDate })
  const { returnedOn, reason } = body
  const cleared = { valueDate: null, bankRef: null, paidBy: null, failReason: reason }
  const status = await movePayment(request, payment, 'return', cleared, {
    before: { valueDate, bankRef, paidBy: payment.paidBy },
    after: { returnedOn, reason },
  })
  await takeJournalsBack(request, payment, returnedOn)
  if (payment.type === 'FUNDING') await unfundOrder(request, await orderOf(tx, payment), { id: payment.id, valueDate })
  if (payment.type === 'RELEASE' && payment.orderId)
    await judgeOrder(request, { ...payment, orderId: payment.orderId }, valueDate)
  if (payment.collectionId) await receiptReturned(request, payment.collectionId)
  await countAsRefused(tx, payment.id, { others })
  await letGo(request, { ...payment, ...cleared, status })
  await tell(request, payment, { returnedOn, reason })
  return { status: await byAnother(request, payment.id, others) }
}

/** What the books may show in place of a transfer of a file that came back: another of its amount, for its value date. */
const standInFor = ({ itemIds, amount, day }: TransferOut, others: readonly TransferOut[]): TransferOut | undefined =>
  itemIds.length === 0
    ? undefined
    : others.find((one) => one.amount === amount && one.executionDate === day && one.outcome === 'ACCEPTED' && !one.isUnclear)

/** The own transfer of a payment came back, and another one stands in for it: nothing that is booked changes. */
async function standsPaidBy(
  request: Request,
  payment: PaymentRow,
  { named, standIn }: { named: TransferOut; standIn: TransferOut },
) {
  const { tx } = request
  const answer = await otherReturned(request, payment, named)
  const { instructedOn } = standIn
  if (instructedOn !== null) await tx.updateTable('payment').set({ instructedOn }).where('id', '=', payment.id).execute()
  return answer
}

/** A transfer that came back beside the one that the payment is paid or on its way by: nothing is booked, and the payment stays as it is. */
async function otherReturned(request: Request, { id, no, status }: PaymentRow, named: TransferOut) {
  const { tx, today, body } = request
  const { returnedOn, reason } = body
  const earliest = named.day !== null && named.day < today ? named.day : today
  if (returnedOn < earliest || returnedOn > today) throw faultyField('returnedOn', 'RETURN_DAY', { valueDate: earliest })
  await tx
    .updateTable('paymentFileItem')
    .set({ status: 'REJECTED', live: false, unclear: false, returnedOn })
    .where('id', '=', anyOf(named.itemIds))
    .execute()
  const { fileNo: file, amount } = named
  await audit(request, {
    event: 'PAYMENT_RETURN',
    objectType: 'PAYMENT',
    objectId: id,
    objectNo: no,
    after: { status, file, amount, returnedOn, reason },
  })
  return { status }
}

/** What becomes of a payment whose own transfer came back: where the bank has it at its amount by another, it is on its way by that one. */
async function byAnother(request: Request, id: string, others: readonly TransferOut[]): Promise<'INSTRUCTED' | 'FAILED'> {
  if (others.length === 0) return 'FAILED'
  return (await acknowledge(request, await lockPayment(request.tx, id))) ? 'INSTRUCTED' : 'FAILED'
}

/** A transfer that came back of a payment which the portal holds as not paid. */
async function transferReturned(
  request: Request,
  payment: PaymentRow,
  { named, others }: { named: TransferOut | undefined; others: TransferOut[] },
) {
  const { tx, today, body } = request
  const { may, isHeld } = await tx
    .selectFrom('payment as p')
    .select([mayReturn('p').as('may'), isUnclear('p.id').as('isHeld')])
    .where('p.id', '=', payment.id)
    .executeTakeFirstOrThrow()
  // What the bank said nothing unclear of is for its report to say.
  if (!may || (named?.isLive && !isHeld)) throw new Refused(paymentIs[payment.status])
  const { sentOn } = await tx
    .selectFrom('paymentFileItem')
    .select((eb) => eb.fn.min('executionDate').as('sentOn'))
    .where('paymentId', '=', payment.id)
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .executeTakeFirstOrThrow()
  const { returnedOn, reason } = body
  // A transfer that is to be carried out later, and that the bank has not got, did not arrive today.
  const earliest = sentOn < today ? sentOn : today
  if (returnedOn < earliest || returnedOn > today) throw faultyField('returnedOn', 'RETURN_DAY', { valueDate: earliest })
  // The bank may still carry out a file that it has not reported on.
  await countAsRefused(tx, payment.id, { others, among: ['PENDING', 'ACCEPTED'] })
  const status = await movePayment(request, payment, 'return', { failReason: reason }, { after: { returnedOn, reason } })
  if (status === 'CANCELLED') {
    await freeAgain(tx, payment)
    return { status }
  }
  if (payment.type === 'FUNDING') await (payment.status === 'INSTRUCTED' ? waitAgain : stayValid)(request, payment)
  await letGo(request, { ...payment, status })
  // Nobody was told yet that it is not paid.
  if (isHeld) await tellUnpaid(tx, payment, { event: 'PAYMENT_FAILED', reason, link: linkTo(payment) })
  return { status: await byAnother(request, payment.id, others) }
}

type Request = Parameters<Handler<typeof paymentCalls.takeBack>>[0]
type Outcome = Selectable<PaymentFileItemTable>['status']
/** Whichever file it went by, the bank no longer has it: the next one names a new transfer. Other transfers stay with the bank. */
async function countAsRefused(
  tx: Tx,
  paymentId: string,
  { others, among = ['SENT', 'PENDING', 'ACCEPTED'] }: { others: readonly TransferOut[]; among?: readonly Outcome[] },
): Promise<void> {
  const kept = others.flatMap(({ itemIds }) => itemIds)
  await tx
    .updateTable('paymentFileItem')
    .set({ status: 'REJECTED' })
    .where('paymentId', '=', paymentId)
    .where('status', 'in', among)
    .where(({ not, eb }) => not(eb('id', '=', anyOf(kept))))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('paymentFile as f')
          .select('f.id')
          .whereRef('f.id', '=', 'paymentFileItem.fileId')
          .where('f.takenAt', 'is not', null),
      ),
    )
    .execute()
  if (kept.length === 0) await noLongerUnclear(tx, paymentId)
  else
    await tx
      .updateTable('paymentFileItem')
      .set({ unclear: false })
      .where('paymentId', '=', paymentId)
      .where('status', '=', 'REJECTED')
      .execute()
}

const orderOf = (tx: Tx, { orderId }: PaymentRow) =>
  tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId!).executeTakeFirstOrThrow()

/**
 * Mirrors what booked a payment, on its own value date (decision 065). What was booked of a refund before it went out stays: part of
 * its fees is due again.
 */
async function takeJournalsBack({ tx, today, actor }: UseCaseContext, payment: PaymentRow, returnedOn: string): Promise<void> {
  // By its reference the money is known when it is recorded as a receipt later.
  const memo = { returnedOn, ...(payment.bankRef && { refKey: normalizeReference(payment.bankRef) }) }
  for (const { id, event } of await standingJournals(tx, { sourceType: 'PAYMENT', sourceId: payment.id }))
    if (event !== 'FEE_REFUND_ENDED') await reverseJournal(tx, id, { postedOn: today, by: actor.userId, memo })
}

/**
 * A release that did not arrive leaves its reserve with the funder. Where the supplier was charged for a reserve that was released too
 * much, its order is booked again since the release: later receipts may have paid that charge.
 */
async function judgeOrder(
  context: UseCaseContext,
  { orderId, currency }: PaymentRow & { orderId: string },
  valueDate: string,
): Promise<void> {
  if (M.isZero(await shortSum(context.tx, orderId, currency))) return
  const { waiverEnded, again } = await bookWithoutRelease(context, { id: orderId, currency }, valueDate)
  await takeFeeRefundsBack(context, orderId)
  await restateInvoices(context, null, again)
  if (waiverEnded) await judgeAgain(context, orderId)
  await restateOrder(context, orderId, 'repay')
  await cancelUndue(context, orderId)
}

/** Tells payee and funder, and the timeline of the order. */
async function tell(
  context: UseCaseContext,
  payment: PaymentRow,
  { returnedOn, reason }: { returnedOn: string; reason: string },
): Promise<void> {
  const { tx } = context
  const amount = M.toDecimal(amountOf(payment.amount, payment.currency))
  if (payment.orderId) {
    const { orderNo } = await tx
      .selectFrom('financeOrder')
      .select('orderNo')
      .where('id', '=', payment.orderId)
      .executeTakeFirstOrThrow()
    await audit(context, {
      event: 'FINANCE_ORDER_PAYMENT_RETURNED',
      objectType: 'FINANCE_ORDER',
      objectId: payment.orderId,
      objectNo: orderNo,
      after: { payment: payment.no, amount, currency: payment.currency, returnedOn, comment: reason },
    })
  }
  await tellUnpaid(tx, payment, { event: 'PAYMENT_RETURNED', reason, link: linkTo(payment) })
}
