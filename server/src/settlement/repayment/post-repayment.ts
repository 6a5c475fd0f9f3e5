import { createHash } from 'node:crypto'
import * as M from '@usance/domain/money'
import { matchReceipt } from '@usance/domain/servicing/journals'
import { type CollectionStatus, collectionMachine } from '@usance/domain/states/collection'
import { claimingStatuses, type RepaymentEvent, repaymentMachine } from '@usance/domain/states/repayment'
import { audit } from '../../audit/record.ts'
import { post, reverseJournal, standingJournals } from '../../books/ledger/post.ts'
import { payingBuyer, type RepaymentRow } from '../../books/servicing/apply-repayment.ts'
import { lockBehind } from '../../books/servicing/behind.ts'
import { dealOf, lockFinancing, platformIdOf } from '../../books/servicing/load-order.ts'
import { payersDeal } from '../../books/servicing/owed-by.ts'
import { refuseBarred } from '../../books/servicing/paid-out.ts'
import { judgeAgain, replay } from '../../books/servicing/replay.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { takeFeeRefundsBack } from '../../finance/cost/refund-taken-back.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { cancelUndue } from '../payment/cancel-undue.ts'
import { restateInvoices, unpayInvoices } from './invoice-payments.ts'
import { keepTopUp, releaseTopUp } from './top-up.ts'

/** A repayment the caller may see, locked; order first, then receipt, then the repayment. */
export async function lockRepayment(tx: Tx, id: string): Promise<RepaymentRow> {
  const seen = await tx.selectFrom('repayment').select(['orderId', 'collectionId']).where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  if (seen.orderId)
    await tx.selectFrom('financeOrder').select('id').where('id', '=', seen.orderId).forNoKeyUpdate().executeTakeFirst()
  if (seen.collectionId)
    await tx.selectFrom('collection').select('id').where('id', '=', seen.collectionId).forUpdate().executeTakeFirst()
  return tx.selectFrom('repayment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Moves a locked repayment by an event of its life. */
export async function moveRepayment(
  context: UseCaseContext,
  repayment: RepaymentRow,
  event: RepaymentEvent,
  patch: Partial<{ postedAt: string; postedBy: string; reversedAt: string; amount: string }> = {},
): Promise<RepaymentRow> {
  const status = accepted(repaymentMachine.next(repayment.status, event))
  const moved = await context.tx
    .updateTable('repayment')
    .set((eb) => ({ status, ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', repayment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(context, {
    event: `REPAYMENT_${event.toUpperCase()}`,
    objectType: 'REPAYMENT',
    objectId: repayment.id,
    objectNo: repayment.no,
    before: { status: repayment.status },
    after: { status },
  })
  return moved
}

/** Everything the approver of a repayment judges. */
export async function repaymentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('repayment')
    .select([
      'collectionId',
      'orderId',
      'amount',
      'currency',
      'valueDate',
      'payerRole',
      'payerBuyerId',
      'fundSource',
      'invoiceIds',
      'topUpOf',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // What most repayments lack is left out, so that approvals that run keep their hash.
  const { payerBuyerId, topUpOf, ...judged } = row
  return createHash('sha256')
    .update(canonical({ ...judged, ...(payerBuyerId ? { payerBuyerId } : {}), ...(topUpOf ? { topUpOf } : {}) }))
    .digest('hex')
}

/** L4 and L5: an approved repayment pays its order as of its value date, and its invoices. */
export async function postRepayment(context: UseCaseContext, passed: RepaymentRow): Promise<void> {
  const { tx, now, today, actor } = context
  if (passed.topUpOf) {
    await moveRepayment(context, passed, 'post', { postedAt: now.toISOString(), postedBy: actor.userId })
    await keepTopUp(context, passed)
    return settleReceipt(context, passed.collectionId)
  }
  const financing = await lockFinancing(tx, passed.orderId!)
  if (!financing) throw new Refused('ILLEGAL_TRANSITION')
  const repayment = await moveRepayment(context, passed, 'post', { postedAt: now.toISOString(), postedBy: actor.userId })
  const amount = amountOf(repayment.amount, repayment.currency)
  const payer = repayment.payerRole === 'SUPPLIER' ? ('SUPPLIER' as const) : ('BUYER' as const)
  const key = { eventType: 'COLLECTION', sourceType: 'REPAYMENT_MATCH', sourceId: repayment.id, seq: 0 }
  const buyer = payingBuyer(repayment)
  if (repayment.withinDebt) await lockBehind(tx, financing.row)
  const deal = payersDeal(financing.deal, { ...repayment, buyer })
  await post(tx, matchReceipt(key, deal, { amount, payer }), {
    valueDate: repayment.valueDate,
    postedOn: today,
    orderId: repayment.orderId,
    by: actor.userId,
  })
  const { waiverEnded, again } = await replay(context, repayment.orderId!, { add: repayment })
  await restateInvoices(context, repayment.id, again)
  if (again.length > 0) await takeFeeRefundsBack(context, repayment.orderId!)
  if (waiverEnded) await judgeAgain(context, repayment.orderId!)
  await restateOrder(context, repayment.orderId!, 'repay')
  if (again.length > 0) await cancelUndue(context, repayment.orderId!)
  await settleReceipt(context, repayment.collectionId)
  await notify(tx, {
    event: 'REPAYMENT_POSTED',
    companyIds: [repayment.supplierId, repayment.funderId],
    params: { no: repayment.no, amount: M.toDecimal(amount), currency: repayment.currency, orderNo: financing.row.orderNo },
    objectType: 'REPAYMENT',
    objectId: repayment.id,
    link: `/repayment/repaymentDetail?no=${repayment.no}`,
  })
}

/** L16: takes a posted repayment back. What was booked after its value date is booked again without it. */
export async function reverseRepayment(context: UseCaseContext, posted: RepaymentRow): Promise<void> {
  const { tx, now, today, actor } = context
  await refuseBarred(tx, ['RESERVE_RELEASED', 'PAYOUT_UNDER_WAY'], [posted.id])
  const repayment = await moveRepayment(context, posted, 'reverse', { reversedAt: now.toISOString() })
  if (repayment.topUpOf) {
    await releaseTopUp(context, repayment)
    return settleReceipt(context, repayment.collectionId)
  }
  const { waiverEnded, again } = await replay(context, repayment.orderId!, { remove: repayment })
  for (const journal of await standingJournals(tx, { sourceType: 'REPAYMENT_MATCH', sourceId: repayment.id }))
    await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
  await takeFeeRefundsBack(context, repayment.orderId!)
  await unpayInvoices(context, repayment.id)
  await restateInvoices(context, null, again)
  if (waiverEnded) await judgeAgain(context, repayment.orderId!)
  await restateOrder(context, repayment.orderId!, 'reverse')
  await cancelUndue(context, repayment.orderId!)
  await settleReceipt(context, repayment.collectionId)
  await notify(tx, {
    event: 'REPAYMENT_REVERSED',
    companyIds: [repayment.supplierId, repayment.funderId],
    params: {
      no: repayment.no,
      amount: M.toDecimal(amountOf(repayment.amount, repayment.currency)),
      currency: repayment.currency,
    },
    objectType: 'REPAYMENT',
    objectId: repayment.id,
    link: `/repayment/repaymentDetail?no=${repayment.no}`,
  })
}

/** A receipt shows what its matches say: none, some, or every part of it posted. */
export async function settleReceipt(context: UseCaseContext, collectionId: string | null): Promise<void> {
  if (!collectionId) return
  const { tx } = context
  const collection = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  const live = await tx
    .selectFrom('repayment')
    .select(['status', 'amount'])
    .where('collectionId', '=', collectionId)
    .where('status', 'in', claimingStatuses)
    .execute()
  const posted = M.sum(
    live.filter((one) => one.status === 'POSTED').map((one) => amountOf(one.amount, collection.currency)),
    collection.currency,
  )
  const status: CollectionStatus =
    live.length === 0 ? 'RECEIVED' : M.equals(posted, amountOf(collection.amount, collection.currency)) ? 'ALLOCATED' : 'MATCHED'
  if (status === collection.status) return
  await tx
    .updateTable('collection')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', collectionId)
    .execute()
  await audit(context, {
    event: `COLLECTION_${status}`,
    objectType: 'COLLECTION',
    objectId: collectionId,
    objectNo: collection.no,
    before: { status: collection.status },
    after: { status },
  })
}

/** The parties behind a receipt that no order is named for yet. */
export const dealOfNobody = async (tx: Tx, funderId: string) =>
  dealOf({ id: '', supplierId: '', buyerId: null, funderId, recourse: false, disclosed: false }, await platformIdOf(tx))
export const collectionCanMatch = (status: string) =>
  status === 'MATCHED' || collectionMachine.can.match(status as CollectionStatus)
