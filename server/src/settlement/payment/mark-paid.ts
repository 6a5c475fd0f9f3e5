import { normalizeReference } from '@usance/domain/fingerprint'
import type { Payer } from '@usance/domain/ledger/collection'
import type { Deal, Journal, JournalKey } from '@usance/domain/ledger/journal'
import { paidFrom, payPoolSurplus, payRefund, releaseReserve, remitToPlatform } from '@usance/domain/ledger/templates'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { joined, returnUnmatched } from '@usance/domain/servicing/journals'
import type { paymentCalls } from '@usance/wire/payment/calls'
import { bookedBefore, post } from '../../books/ledger/post.ts'
import { bankHasSince, noLongerUnclear, refuseOtherAmount, refuseWithBank } from '../../books/servicing/bank-has.ts'
import { type FundingFigures, fundingFigures, type StoredOrder } from '../../books/servicing/funding-figures.ts'
import { dealOf, platformIdOf } from '../../books/servicing/load-order.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { payersDeal } from '../../books/servicing/owed-by.ts'
import { lockPayment, movePayment, nextOf, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { chargeShortReserve, shortSum, tellShortReserve } from '../../books/servicing/short-reserve.ts'
import { amountOf } from '../../database/amount.ts'
import { type Tx, together, violatedIndex } from '../../database/database.ts'
import { validFromToday } from '../../finance/finance-order/validity.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { fundOrder } from './fund-order.ts'
import { letGo } from './let-go.ts'
import { receiptReturned } from './return-receipt.ts'
import { tellBookedApart } from './tell-booked-apart.ts'
import { tellUnpaid } from './tell-unpaid.ts'
import { refuseUnpayable } from './unpayable.ts'

/** How many days back a bank may have paid before somebody recorded it. */
const backDatedDays = 5

/**
 * Records that the bank has paid. Nobody does while a file that was not handed out holds the payment, and a bank reference counts once.
 * The act declares that nobody who sent or approved it does.
 */
export const markPaid: Handler<typeof paymentCalls.markPaid> = async (request) => {
  const { tx, today, actor, body } = request
  const payment = await lockPayment(tx, body.id)
  nextOf(payment, 'pay')
  if (body.valueDate > today) throw faultyField('valueDate', 'VALUE_DATE_AHEAD', { businessDate: today })
  await refuseOtherAmount(tx, payment)
  // What the bank reports late by an earlier file is recorded on its own day, however long ago and whenever it was instructed again.
  const sentOn = await bankHasSince(tx, payment)
  const instructedOn = sentOn ?? payment.instructedOn
  const earliest = addDays(today, -backDatedDays)
  // The later bound speaks, so that the day it names is taken.
  if (sentOn === null && body.valueDate < earliest && (instructedOn ?? earliest) <= earliest)
    throw faultyField('valueDate', 'DAY_TOO_EARLY', { earliest })
  if (instructedOn !== null && body.valueDate < instructedOn)
    throw faultyField('valueDate', 'VALUE_DATE_BEFORE_INSTRUCTION', { instructedOn })
  const [, taken, order] = await together(
    refuseNotTaken(tx, payment.id),
    tx
      .selectFrom('payment')
      .select('id')
      .where('funderId', '=', payment.funderId)
      .where('refKey', '=', normalizeReference(body.bankRef))
      .executeTakeFirst(),
    payment.orderId
      ? tx.selectFrom('financeOrder').selectAll().where('id', '=', payment.orderId).executeTakeFirstOrThrow()
      : undefined,
  )
  if (taken) throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
  await refuseUnpayable(tx, payment)
  const moved = movePayment(request, payment, 'pay', {
    valueDate: body.valueDate,
    bankRef: body.bankRef,
    paidBy: actor.userId,
    // It was paid by its earlier instruction.
    ...(sentOn === null ? {} : { instructedOn: sentOn }),
  }).catch(refuseKnownReference)
  const [, platformId, figures] = await together(
    moved,
    platformIdOf(tx),
    payment.type === 'FUNDING' && order ? fundingFigures(tx, order, body.valueDate) : undefined,
  )
  await noLongerUnclear(tx, payment.id)
  await book(request, payment, { order, platformId, figures, sentOn }, body.valueDate)
  return { status: 'PAID' as const }
}

/** What is thrown where the funder has a payment under the reference already; it counts by its letters and digits. */
export function refuseKnownReference(error: unknown): never {
  const index = violatedIndex(error)
  throw index === 'payment_bank_ref' || index === 'payment_ref_key' ? faultyField('bankRef', 'BANK_REF_DUPLICATE') : error
}

/** The page that lists a payment. */
export const linkTo = ({ type, no }: Pick<PaymentRow, 'type' | 'no'>): string =>
  type === 'FEE_REMIT' || type === 'FUNDING' ? `/payment/management?no=${no}` : `/payment/release-refund?no=${no}`

/** The file that holds a payment now, and when the bank has reported on the payment; undefined where none holds it. */
const liveFileOf = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['f.no', 'f.status', 'i.reportedAt'])
    .where('i.paymentId', '=', paymentId)
    .where('i.live', '=', true)
    .executeTakeFirst()

/** Refuses while a file that nobody has taken out holds the payment: the bank cannot have it from there. */
async function refuseNotTaken(tx: Tx, paymentId: string): Promise<void> {
  const file = await liveFileOf(tx, paymentId)
  if (file && file.status !== 'TAKEN') throw new Refused('PAYMENT_FILE_NOT_TAKEN', { no: file.no })
}

async function book(
  context: UseCaseContext,
  payment: PaymentRow,
  known: { order: StoredOrder | undefined; platformId: string; figures: FundingFigures | undefined; sentOn: string | null },
  valueDate: string,
): Promise<void> {
  const { tx, today, actor } = context
  const { order, platformId } = known
  if (payment.type === 'FUNDING') {
    await fundOrder(context, order!, {
      amount: payment.amount,
      valueDate,
      paymentId: payment.id,
      platformId,
      figures: known.figures,
      sentOn: known.sentOn,
    })
    return
  }
  const amount = amountOf(payment.amount, payment.currency)
  const deal = order
    ? dealOf(order, platformId)
    : {
        parties: { funder: payment.funderId, platform: platformId, supplier: payment.payeeCompanyId ?? payment.funderId },
        orderId: '',
        recourse: false,
        disclosed: false,
      }
  // A payment that was taken back is booked anew.
  const source = { eventType: payment.type, sourceType: 'PAYMENT', sourceId: payment.id }
  const key = { ...source, seq: await bookedBefore(tx, source) }
  const facts = { valueDate, postedOn: today, orderId: payment.orderId, by: actor.userId }
  const add = async (journal: Journal) => {
    if (!(await post(tx, payment.fromBank ? paidFrom(journal, payment.fromBank) : journal, facts)))
      throw new Error(`Payment ${payment.no} is booked already.`)
  }
  if (payment.type === 'RECEIPT_RETURN') {
    await add(returnUnmatched(key, deal, amount))
    await receiptReturned(context, payment.collectionId!)
  } else if (payment.type === 'RELEASE') {
    await add(await releaseByItem(tx, payment, key, deal))
    await judgeRelease(context, payment, valueDate)
  } else if (payment.type === 'FEE_REMIT') await add(remitToPlatform(key, deal, amount))
  else {
    const { payee, buyer, withinDebt } = await refundedIn(tx, payment)
    const refund = payment.ofPool && payee === 'BUYER' ? payPoolSurplus(key, deal, amount) : undefined
    await add(refund ?? payRefund(key, payersDeal(deal, { buyer, withinDebt }), { amount, payee }))
  }
  await notify(tx, {
    event: `PAYMENT_${payment.type}_PAID`,
    companyIds: [payment.payeeCompanyId, payment.funderId],
    params: { no: payment.no, amount: M.toDecimal(amount), currency: payment.currency },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link: linkTo(payment),
  })
}

/**
 * The book of a refund: the one that booked the payment, whichever company's accounts it moves between. On an order of several
 * buyers it is the book of the paying buyer.
 */
async function refundedIn(tx: Tx, payment: PaymentRow): Promise<{ payee: Payer; buyer: string | null; withinDebt: boolean }> {
  const paid = await tx
    .selectFrom('repayment as r')
    .innerJoin('financeOrder as o', 'o.id', 'r.orderId')
    .select(['r.payerRole', 'r.payerBuyerId', 'r.withinDebt', 'o.buyerId'])
    .where('r.id', '=', payment.repaymentId)
    .executeTakeFirst()
  const withinDebt = paid?.withinDebt ?? false
  const buyer = paid ? (paid.payerBuyerId ?? paid.buyerId) : null
  if (paid?.payerRole === 'BUYER' && (buyer || payment.ofPool)) return { payee: 'BUYER', buyer, withinDebt }
  if (paid?.payerRole === 'SUPPLIER' || payment.payeeCompanyId === payment.supplierId)
    return { payee: 'SUPPLIER', buyer: null, withinDebt }
  return payment.payeeCompanyId === payment.buyerId
    ? { payee: 'BUYER', buyer: payment.buyerId, withinDebt }
    : { payee: 'OTHER', buyer: null, withinDebt }
}

/**
 * The bank has paid what it was told, whatever was booked since: what the receipts do not fill of the release any more is the supplier's
 * debt.
 */
async function judgeRelease(context: UseCaseContext, { orderId, currency }: PaymentRow, valueDate: string): Promise<void> {
  if (!orderId) return
  const before = await shortSum(context.tx, orderId, currency)
  await chargeShortReserve(context, orderId, valueDate)
  // Receipts of later days may have filled what an earlier release took.
  if (M.equals(before, await shortSum(context.tx, orderId, currency))) return
  await restateOrder(context, orderId, 'repay')
  await tellShortReserve(context, orderId, before)
}

/** Books L7 item by item, so that books and statements show the reserve of each invoice. */
async function releaseByItem(tx: Tx, payment: PaymentRow, key: JournalKey, deal: Deal) {
  const lines = await tx.selectFrom('reserveRelease').selectAll().where('paymentId', '=', payment.id).orderBy('itemId').execute()
  return joined(
    key,
    lines.map((line) => releaseReserve(key, { ...deal, itemId: line.itemId }, amountOf(line.amount, payment.currency))),
  )
}

/**
 * Records that the bank could not pay. The order waits again for a payment; the same one is corrected and sent again. The act declares
 * that nobody who ever sent it does, or took out a file that held it once. What a file holds that was not handed out fails only
 * when that file is void: what its approver judges is what goes to the bank (decision 150). A receipt that is booked and may be its return
 * is told apart first (decision 274).
 */
export const failPayment: Handler<typeof paymentCalls.fail> = async (request) => {
  const payment = await lockPayment(request.tx, request.body.id)
  await refuseNotTaken(request.tx, payment.id)
  await refuseReported(request.tx, payment.id)
  await tellBookedApart(request, [payment], request.body.notBookedAs)
  await failInstructed(request, payment, request.body.reason)
  return { status: 'FAILED' as const }
}

/** Refuses once the bank has reported on the payment: then only a report of the bank says that it did not pay (decision 060). */
async function refuseReported(tx: Tx, paymentId: string): Promise<void> {
  const file = await liveFileOf(tx, paymentId)
  if (file?.status === 'TAKEN' && file.reportedAt !== null) throw new Refused('PAYMENT_WITH_BANK', { no: file.no })
  await refuseWithBank(tx, paymentId)
}

/** Lets a locked payment fail for a reason; a file that holds it lets go of it. */
export async function failInstructed(context: UseCaseContext, payment: PaymentRow, reason: string): Promise<void> {
  const { tx } = context
  const status = await movePayment(context, payment, 'fail', { failReason: reason })
  await letGo(context, { ...payment, status })
  if (payment.type === 'FUNDING') await waitAgain(context, payment)
  await tellUnpaid(tx, payment, { event: 'PAYMENT_FAILED', reason, link: linkTo(payment) })
}

/** An order that waits for its money goes on waiting, from today on, once a transfer of it came back. */
export async function stayValid(context: UseCaseContext, { orderId }: PaymentRow): Promise<void> {
  const order = await context.tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId!).executeTakeFirstOrThrow()
  if (order.status !== 'RIGHT_CONFIRMED') return
  const validUntil = await validFromToday(context, order)
  await context.tx.updateTable('financeOrder').set({ validUntil }).where('id', '=', order.id).execute()
}

/** The order of a funding that the bank did not pay waits for its money as after right confirmation, from today on. */
export async function waitAgain(context: UseCaseContext, { orderId }: PaymentRow): Promise<void> {
  const order = await context.tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId!).executeTakeFirstOrThrow()
  await moveOrder(context, order, 'fail', { validUntil: await validFromToday(context, order) })
}
