import { createHash } from 'node:crypto'
import type { BusinessType } from '@usance/domain/approval-flows'
import * as M from '@usance/domain/money'
import { isNothingLess, type PriceTerm, purchasedOtherwise } from '@usance/domain/price-change'
import { cutText } from '@usance/domain/sound-text'
import type { paymentCalls } from '@usance/wire/payment/calls'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { passesOf } from '../../approval/workflow/passes.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { bankHas, refuseOtherAmount, transfersWithBank } from '../../books/servicing/bank-has.ts'
import { conversionFigures } from '../../books/servicing/convert-order.ts'
import { dueOfRemittance } from '../../books/servicing/due-to-platform.ts'
import { lockFinancing } from '../../books/servicing/load-order.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { partiesOfPayments } from '../../books/servicing/parties-of.ts'
import { paymentGoesOut } from '../../books/servicing/payment-counts.ts'
import { lockPayment, movePayment, nextOf, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { timingOf } from '../../books/servicing/payment-timing.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { adoptPrice, dayToPrice, repriceOrder } from '../../finance/finance-order/reprice.ts'
import { refuseStoppedSince } from '../../finance/finance-order/risk.ts'
import { signsForApprovers } from '../../finance/finance-order/signs.ts'
import { recheckDrawing } from '../../finance/pool/draw.ts'
import { refuseKeptByPool } from '../../finance/pool/short.ts'
import { refuseFinancedWithBank } from '../../finance/pool/with-bank.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'
import { recorderOf } from '../repayment/repayment-row.ts'
import { refuseToppedUpBack } from '../repayment/reported-back.ts'
import { accountsNow } from './accounts-now.ts'
import { acknowledge } from './acknowledge.ts'
import { cancelIfUndue } from './cancel-undue.ts'
import { isNewAccount } from './is-new-account.ts'
import { paymentFacts } from './payment-facts.ts'
import { refuseKeptBack, refuseUndue } from './still-due.ts'

/** The kind of approval a kind of payment goes through. */
const flowOf = (type: string): BusinessType =>
  type === 'RELEASE' ? 'RELEASE' : type === 'REFUND' || type === 'RECEIPT_RETURN' ? 'REFUND' : 'PAYMENT'

/**
 * Returns the payee's account, which must be enabled for the currency and past its cooling-off. A sender outside the portal has
 * no account, so risk checks every return.
 */
async function usableAccount({ tx, now }: UseCaseContext, payment: PaymentRow) {
  if (payment.type === 'RECEIPT_RETURN') return undefined
  const account = payment.toAccountId
    ? await tx.selectFrom('bankAccount').selectAll().where('id', '=', payment.toAccountId).executeTakeFirst()
    : undefined
  if (
    !account ||
    account.companyId !== payment.payeeCompanyId ||
    account.status !== 'ENABLE' ||
    !account.currency.split(',').includes(payment.currency)
  )
    throw new Refused('BANK_ACCOUNT_NOT_ENABLED')
  if (account.coolingUntil && account.coolingUntil > now.toISOString())
    throw new Refused('COOLING_OFF', { coolingUntil: account.coolingUntil })
  return account
}

/**
 * Settlement sends a payment into approval, for the day on which the bank can make it. The order must still be confirmed, and its
 * price for that day no worse than accepted; the pool that a surplus comes from must cover its drawings, none of
 * them overdue or lost. A remittance pays what of it
 * is still owed. An account that was switched off since is replaced by the one its company has now.
 */
export const instructPayment: Handler<typeof paymentCalls.instruct> = async (request) => {
  const { tx, actor, body } = request
  const locked = await lockPayment(tx, body.id)
  nextOf(locked, 'submit')
  const drafted = await measuredAgain(tx, locked)
  await refuseUndue(tx, drafted)
  await refuseKeptByPool(request, drafted)
  const accounts = await accountsNow(tx, drafted)
  const account = await usableAccount(request, { ...drafted, ...accounts })
  // If the maker saw another day, the maker reviews the payment again; approvers check the day with the rest.
  const { executionDate } = await timingOf(request, drafted)
  if (body.executionDate !== undefined && body.executionDate !== executionDate)
    throw new Refused('EXECUTION_DATE_MOVED', { executionDate })
  const payment = drafted.type === 'FUNDING' ? await fundable(request, drafted) : drafted
  await refuseOtherAmount(tx, payment)
  await refuseKeptBack(tx, payment)
  // A price for another day brings its own day, which the maker was shown with it.
  const dueDate = payment.dueDate === drafted.dueDate ? executionDate : (await timingOf(request, payment)).executionDate
  await movePayment(request, payment, 'submit', { instructedBy: actor.userId, amount: payment.amount, dueDate, ...accounts })
  const order = payment.orderId
    ? await tx.selectFrom('financeOrder').select(['orderNo', 'warnings']).where('id', '=', payment.orderId).executeTakeFirst()
    : undefined
  const payee = payment.payeeCompanyId
    ? await tx.selectFrom('company').select('name').where('id', '=', payment.payeeCompanyId).executeTakeFirst()
    : undefined
  await startFlow(request, {
    businessType: flowOf(payment.type),
    businessId: payment.id,
    businessNo: payment.no,
    title: cutText([payee?.name ?? payment.payeeName, order?.orderNo, payment.reason].filter(Boolean).join(' · '), 200),
    contentHash: await paymentHash(tx, payment.id),
    amount: payment.amount,
    currency: payment.currency,
    judged: await releasedWith(tx, payment),
    supplierId: payment.supplierId,
    funderId: payment.funderId,
    newAccount: account === undefined || isNewAccount(account, request.today),
    // Who entered or verified the account, drafted a payment that no order asked for, put forward the credit that it refunds, or
    // recorded the receipt that goes back, never decides on money that goes to it.
    makerIds: [
      account?.createdBy,
      ...(account ? await verifiersOf(tx, account) : []),
      payment.type === 'FUNDING' ? null : payment.createdBy,
      ...(await makersOfCredit(tx, payment.feeAdjustmentId)),
      ...(await recorderOf(tx, payment.collectionId)),
    ].filter((id) => typeof id === 'string'),
    link: `/payment/management?no=${payment.no}&id=${payment.id}`,
  })
  return { status: 'IN_APPROVE' as const, dueDate }
}

/** Everybody who passed an account, at any step of its approval, and for whom they did; an account without one names its verifier. */
async function verifiersOf(tx: Tx, { id, verifiedBy }: { id: string; verifiedBy: string | null }): Promise<(string | null)[]> {
  const passed = await passesOf(tx, { businessType: 'BANK_ACCOUNT', businessId: id })
  return [verifiedBy, ...passed.flatMap(({ userId, onBehalfOfId }) => [userId, onBehalfOfId])]
}

/** Everybody who put the credit of a fee forward, in whichever round: its row names the last of them alone. */
async function makersOfCredit(tx: Tx, feeAdjustmentId: string | null): Promise<string[]> {
  if (!feeAdjustmentId) return []
  const rows = await tx
    .selectFrom('workflowInstance')
    .select('makerIds')
    .where('businessType', '=', 'FEE_ADJUSTMENT')
    .where('businessId', '=', feeAdjustmentId)
    .execute()
  return rows.flatMap(({ makerIds }) => makerIds)
}

/** A remittance as far as it is still owed; fees may have been credited since it was drafted. Other payments as they are. */
async function measuredAgain(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.type !== 'FEE_REMIT') return payment
  // As when one is drafted: two of a funder are not measured at once.
  await lockCompany(tx, payment.funderId)
  const due = await dueOfRemittance(tx, payment)
  if (!M.isPositive(due)) throw new Refused('REMITTANCE_NOT_DUE')
  return { ...payment, amount: M.toDecimal(due) }
}

/** The sum of all releases of the same invoices' reserve, with this one: parts take the people whom the whole takes. */
async function releasedWith(
  tx: Tx,
  { id, type, currency }: PaymentRow,
): Promise<{ amount: string; currency: string } | undefined> {
  if (type !== 'RELEASE') return undefined
  const { amount } = await tx
    .selectFrom('payment as p')
    .select(({ fn }) => fn.sum<string>('p.amount').as('amount'))
    .where('p.type', '=', 'RELEASE')
    .where(paymentGoesOut('p'))
    .where('p.id', 'in', (query) =>
      query
        .selectFrom('reserveRelease as r')
        .innerJoin('reserveRelease as own', 'own.itemId', 'r.itemId')
        .select('r.paymentId')
        .where('own.paymentId', '=', id),
    )
    .executeTakeFirstOrThrow()
  return amount ? { amount: M.toDecimal(amountOf(amount, currency)), currency } : undefined
}

/** The order behind a funding must be right-confirmed, its contracts signed, its price still the accepted one. */
async function fundable(context: UseCaseContext, payment: PaymentRow): Promise<PaymentRow> {
  const { tx } = context
  let order = await orderBehind(tx, payment)
  if (order.status !== 'RIGHT_CONFIRMED') throw new Refused('ILLEGAL_TRANSITION')
  await refuseToppedUpBack(tx, order.id)
  await refuseStoppedSince(tx, order.supplierId, context.today)
  const unsigned = await tx
    .selectFrom('contract')
    .select('id')
    .where('orderId', '=', order.id)
    .where('status', 'in', ['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED'])
    .executeTakeFirst()
  if (unsigned) throw new Refused('CONTRACT_NOT_SIGNED')
  await recheckDrawing(context, order)
  await refuseFinancedWithBank(tx, order.id)
  // What a conversion pays off is compared with what was agreed and then measured: nothing is booked on its loan in between.
  if (order.arpOfOrderId) await lockFinancing(tx, order.arpOfOrderId)
  const fresh = await stillPriced(context, order)
  if (fresh) {
    await adoptPrice(context, order, fresh)
    order = await orderBehind(tx, payment)
  }
  const amount = order.arpOfOrderId
    ? (await conversionFigures(tx, order, order.requestedFundingDate)).cash
    : fresh
      ? order.netAmount
      : payment.amount
  return { ...payment, amount, dueDate: order.requestedFundingDate }
}

const orderBehind = (tx: Tx, payment: PaymentRow) =>
  tx.selectFrom('financeOrder').selectAll().where('id', '=', payment.orderId!).executeTakeFirstOrThrow()

/**
 * Prices an order again that cannot be paid on its pricing day, for the day on which it can. Returns a price that is no worse for
 * the supplier; otherwise the supplier must accept it first.
 */
async function stillPriced(context: UseCaseContext, order: Awaited<ReturnType<typeof orderBehind>>) {
  const fresh = await pricedAgain(context, order)
  if (fresh) refuseWorse(fresh.worse)
  return fresh
}

async function pricedAgain(context: UseCaseContext, order: Awaited<ReturnType<typeof orderBehind>>) {
  const paymentDay = await dayToPrice(context, order)
  return paymentDay ? repriceOrder(context, order, paymentDay) : undefined
}

function refuseWorse(changed: readonly PriceTerm[]): void {
  if (changed.length > 0) throw new Refused('PRICE_CHANGED', { changed })
}

/**
 * Refuses a payment that its last approver would pass at a price which is worse for the supplier by now. What an invoice has gained since
 * the payment was instructed is no part of the purchase: papers and books state the price that goes out (decisions 081 and 107).
 */
async function refusePricedWorse(context: UseCaseContext, order: Awaited<ReturnType<typeof orderBehind>>): Promise<void> {
  const priced = await pricedAgain(context, order)
  if (!priced) return
  const { worse, accepted, fresh } = priced
  const isGain = isNothingLess(accepted, fresh) && purchasedOtherwise(accepted, fresh).length > 0
  refuseWorse(isGain ? worse.filter((term) => !termsOfFace.includes(term)) : worse)
}

/** The terms that change with the face that is purchased: fees are measured on it. */
const termsOfFace: readonly PriceTerm[] = ['purchased', 'fees', 'net', 'buyerFees']

/** Everything the approvers of a payment judge. */
async function paymentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('payment as p')
    .leftJoin('bankAccount as a', 'a.id', 'p.toAccountId')
    .leftJoin('financeOrder as o', 'o.id', 'p.orderId')
    .select([
      'p.type',
      'p.amount',
      'p.currency',
      'p.payeeCompanyId',
      'p.payeeName',
      'p.payeeAccount',
      'p.payeeBankCode',
      'p.reason',
      'p.dueDate',
      'a.bankAccount',
      'a.bankCode',
      'a.accountName',
      'o.pricingHash',
    ])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}

/** What the bank has of a payment by earlier files, and what waits on the invoices of the order that a funding pays for. */
async function signsBehind(tx: Tx, id: string): Promise<ApprovalSign[]> {
  const payment = await tx.selectFrom('payment').select(['type', 'orderId', 'currency']).where('id', '=', id).executeTakeFirst()
  if (!payment) return []
  const sent = await transfersWithBank(tx, id)
  const { type, orderId, currency } = payment
  return [
    ...sent.map(({ no, amount }) => ({
      code: 'PAYMENT_WITH_BANK' as const,
      docNo: no,
      amount: amountText(amount, currency),
      currency,
    })),
    ...(type === 'FUNDING' && orderId ? await signsForApprovers(tx, orderId) : []),
  ]
}

/** Takes a payment out of its approval: it is on its way where the bank has it after all, and cancelled once it is no longer due. */
async function sendBack(context: UseCaseContext, payment: PaymentRow): Promise<void> {
  const status = await movePayment(context, payment, 'deny')
  if (await acknowledge(context, { ...payment, status })) return
  await cancelIfUndue(context, { ...payment, status })
}

/** What becomes of a payment when its approval ends. */
const paymentDecision: Decision<Facts> = {
  concerned: (id) => partiesOfPayments(sql`select ${id}::uuid`),
  facts: paymentFacts,
  lock: lockPayment,
  contentHash: paymentHash,
  signs: signsBehind,
  async passed(context, { businessId }) {
    const payment = await lockPayment(context.tx, businessId)
    await usableAccount(context, payment)
    await refuseUndue(context.tx, payment)
    await refuseKeptByPool(context, payment)
    await refuseOtherAmount(context.tx, payment)
    await refuseKeptBack(context.tx, payment)
    await movePayment(context, payment, 'instruct', { instructedOn: context.today })
    if (payment.type !== 'FUNDING') return
    const order = await orderBehind(context.tx, payment)
    await refuseToppedUpBack(context.tx, order.id)
    await refuseStoppedSince(context.tx, order.supplierId, context.today)
    // Approval may have taken days: the payment must not be worse than the supplier's agreement. If it is better, the approved
    // amount goes out, and the funding gives back the interest for the days of the delay.
    if (order.poolId) await recheckDrawing(context, order)
    else await refusePricedWorse(context, order)
    await refuseFinancedWithBank(context.tx, order.id)
    await moveOrder(context, order, 'instruct')
  },
  async rejected(context, { businessId }) {
    const payment = await lockPayment(context.tx, businessId)
    await sendBack(context, payment)
  },
  async refused(context, { businessId }) {
    const payment = await lockPayment(context.tx, businessId)
    // A credited fee and the money of a confirmed order are owed whoever refuses this payment, and nothing else drafts it; what the
    // bank has is recorded as paid.
    if (payment.type === 'FUNDING' || payment.feeAdjustmentId || (await bankHas(context.tx, payment.id)))
      await sendBack(context, payment)
    else await movePayment(context, payment, 'reject')
  },
}

export const paymentApprovals = {
  PAYMENT: paymentDecision,
  RELEASE: paymentDecision,
  REFUND: paymentDecision,
} satisfies Approvals
