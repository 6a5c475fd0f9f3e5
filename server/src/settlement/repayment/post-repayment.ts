import * as M from '@usance/domain/money'
import { matchReceipt } from '@usance/domain/servicing/journals'
import { post, reverseJournal, standingJournals } from '../../books/ledger/post.ts'
import { payingBuyer } from '../../books/servicing/apply-repayment.ts'
import { lockBehind } from '../../books/servicing/behind.ts'
import { restateInvoices, unpayInvoices } from '../../books/servicing/invoice-payments.ts'
import { lockFinancing } from '../../books/servicing/load-order.ts'
import { payersDeal } from '../../books/servicing/owed-by.ts'
import { refuseBarred } from '../../books/servicing/paid-out.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import { judgeAgain, replay } from '../../books/servicing/replay.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { takeFeeRefundsBack } from '../../finance/cost/refund-taken-back.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { cancelUndue } from '../payment/cancel-undue.ts'
import { returnWhatWasRefunded } from './refund-of-receipt.ts'
import { moveRepayment, settleReceipt } from './repayment-row.ts'
import { keepTopUp, releaseTopUp } from './top-up.ts'

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
  await tellOtherPayer(context, repayment, { orderNo: financing.row.orderNo, owedBy: buyer ?? financing.row.buyerId })
}

/**
 * Tells the funder that a debt was paid by another company than the one that owed it, where the payer of the receipt is known. On a pool
 * any debtor pays.
 */
async function tellOtherPayer(
  { tx }: UseCaseContext,
  { id, no, collectionId, payerRole, supplierId, funderId, amount, currency }: RepaymentRow,
  { orderNo, owedBy }: { orderNo: string; owedBy: string | null },
): Promise<void> {
  const owes = payerRole === 'SUPPLIER' ? supplierId : owedBy
  if (!collectionId || !owes) return
  const found = await tx
    .selectFrom('collection as c')
    .innerJoin('company as payer', 'payer.id', 'c.payerCompanyId')
    .innerJoin('company as debtor', (join) => join.on('debtor.id', '=', owes))
    .select(['payer.name as payer', 'debtor.name as debtor'])
    .where('c.id', '=', collectionId)
    .where('c.payerCompanyId', '<>', owes)
    .executeTakeFirst()
  if (!found) return
  await notify(tx, {
    event: 'REPAYMENT_OF_OTHER_PAYER',
    companyIds: [funderId],
    params: { no, amount: amountText(amount, currency), currency, orderNo, ...found },
    objectType: 'REPAYMENT',
    objectId: id,
    link: `/repayment/repaymentDetail?no=${no}`,
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
  await returnWhatWasRefunded(context, repayment)
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
  const notice = {
    event: 'REPAYMENT_REVERSED' as const,
    params: {
      no: repayment.no,
      amount: M.toDecimal(amountOf(repayment.amount, repayment.currency)),
      currency: repayment.currency,
    },
    objectType: 'REPAYMENT',
    objectId: repayment.id,
  }
  await notify(tx, {
    ...notice,
    companyIds: [repayment.supplierId, repayment.funderId],
    link: `/repayment/repaymentDetail?no=${repayment.no}`,
  })
  // A buyer that was told of the financing owes again what it had paid.
  if (repayment.payerRole === 'BUYER')
    await notify(tx, { ...notice, companyIds: [repayment.buyerId], link: `/finance/finance-order/${repayment.orderId}/detail` })
}
