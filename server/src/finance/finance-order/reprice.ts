import { addBusinessDays } from '@usance/domain/calendar'
import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import {
  areBuyerFeesLower,
  type BilledFee,
  changedTerms,
  type PriceTerm,
  type PriceTerms,
  purchasedOtherwise,
  worsenedTerms,
} from '@usance/domain/price-change'
import * as Exact from '@usance/domain/rational'
import { leavesNothing } from '@usance/domain/trial'
import type { TrialAnswer, TrialRequest } from '@usance/wire/finance-order/trial'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { timingOf } from '../../books/servicing/payment-timing.ts'
import { agreedTermsFor, agreedTermsOf } from '../../books/servicing/terms.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { owedOf, reissueContracts } from '../contract/issue-contracts.ts'
import { agreedPayoff, paysOffMore } from './agreed-payoff.ts'
import { isOtherLeft } from './carried.ts'
import { keepPrice } from './keep-price.ts'
import type { OrderRow } from './move-order.ts'
import { type Priced, type Pricing, priceOrder } from './price.ts'
import { replaceFees } from './save-order.ts'

export type Repricing = {
  fundingDate: LocalDate
  priced: Priced
  accepted: PriceTerms
  fresh: PriceTerms
  changed: PriceTerm[]
  /** The changed terms that need the supplier's acceptance. */
  worse: PriceTerm[]
}

/** The lead of the new pricing day for a late order: the time to instruct, approve and send its payment. */
const businessDaysToPay = 1

/**
 * The day for which an order must be priced anew before it is paid: the day on which a payment made now would reach the supplier,
 * where that is another one than the pricing day (after a cut-off, a holiday or a slow approval), where a document of the order
 * has changed since, or where a conversion would pay off more of its loan's principal than agreed. Nothing where the price holds. A
 * drawing keeps its price until its day has passed.
 */
export async function dayToPrice(
  context: Pick<UseCaseContext, 'tx' | 'app' | 'today' | 'now'>,
  order: OrderRow,
): Promise<LocalDate | undefined> {
  const { tx, today } = context
  const priced = order.requestedFundingDate
  if (order.status !== 'RIGHT_CONFIRMED') return undefined
  const payment = await tx
    .selectFrom('payment')
    .select(['currency', 'fromAccountId', 'status'])
    .where('orderId', '=', order.id)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'FAILED', 'IN_APPROVE', 'INSTRUCTED'])
    .executeTakeFirst()
  const { executionDate } = await timingOf(context, {
    currency: order.currency,
    fromAccountId: payment?.fromAccountId ?? null,
    dueDate: priced,
  })
  if (priced >= today) {
    if (order.poolId) return undefined
    const isOther =
      executionDate > priced ||
      (await haveDocumentsChanged(tx, order.id)) ||
      (!isOnItsWay(payment?.status) && (await paysOffMore(tx, order)))
    return isOther ? maxDate(executionDate, priced) : undefined
  }
  const { calendars } = await agreedTermsFor(tx, order)
  return maxDate(executionDate, addBusinessDays(today, businessDaysToPay, await calendarsOf(tx, calendars)))
}

/** A payment in approval or at the bank pays the cash that was measured when it was instructed (decision 105). */
const isOnItsWay = (status: string | undefined): boolean => status === 'IN_APPROVE' || status === 'INSTRUCTED'

/**
 * The trial of a confirmed order run again for a later payment day, with the same documents, amounts and agreed terms, and in
 * what it differs from the accepted price. Refuses when the order could not be priced at all today, or would pay nothing out.
 * Sees every company.
 */
export async function repriceOrder(context: Pricing, order: OrderRow, paymentDay: LocalDate): Promise<Repricing> {
  const { tx } = context
  const stored = order.pricing as { request?: TrialRequest; trial?: TrialAnswer }
  // A drawing is priced against the availability of its pool, which it takes itself: it is drawn again instead.
  if (order.poolId) throw new Refused('DRAWING_EXPIRED')
  if (!stored.request || !stored.trial) throw new Refused('PRICING_EXPIRED')
  const items = await itemsOf(tx, order.id)
  const priced = await priceOrder(
    context,
    order.supplierId,
    {
      ...stored.request,
      fundingDate: paymentDay,
      orderId: order.id,
      items: items.map((item) => ({
        docType: item.docType as 'INVOICE',
        docId: (item.invoiceId ?? item.purchaseOrderId)!,
        applyAmount: amountText(item.applyAmount, order.currency),
      })),
    },
    { agreed: await agreedTermsFor(tx, order) },
  )
  const dropped = priced.trial.items.filter((item) => item.reasons.length > 0)
  if (dropped.length > 0)
    throw new Refused('INVOICE_NOT_ELIGIBLE', { items: dropped.map(({ docId, reasons }) => ({ docId, reasons })) })
  // A risen fee may use up a small order; the bank never gets a payment of zero.
  if (!order.arpOfOrderId && leavesNothing(priced.trial.total)) throw new Refused('NET_NOT_POSITIVE')
  const fresh = freshTerms(priced)
  const accepted = acceptedTerms(order, items, {
    trial: stored.trial,
    payoffPrincipal: (await agreedPayoff(tx, order)) ?? fresh.payoffPrincipal,
  })
  const isInAdvance = priced.product.interestMethod === 'IN_ADVANCE'
  return {
    fundingDate: priced.trial.fundingDate,
    priced,
    accepted,
    fresh,
    changed: changedTerms(accepted, fresh, isInAdvance),
    worse: worsenedTerms(accepted, fresh, isInAdvance),
  }
}

/**
 * Whether a document of an order is not confirmed any more, or was reduced, raised, paid or invoiced since it was priced, or other
 * reductions and payments wait on it.
 */
async function haveDocumentsChanged(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from finance_order_item i left join invoice v on v.id = i.invoice_id left join purchase_order p on p.id = i.purchase_order_id
    where i.order_id = ${orderId} and i.active and (coalesce(v.doc_status, p.doc_status) <> 'CONFIRMED'
      or i.adjustments <> coalesce(v.adjusted_amount, p.invoiced_amount) or i.paid <> coalesce(v.paid_amount, 0)) limit 1`.execute(
    tx,
  )
  return rows.length > 0 || isOtherLeft(tx, orderId)
}

const itemsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('financeOrderItem')
    .select(['id', 'docType', 'invoiceId', 'purchaseOrderId', 'buyerId', 'applyAmount', 'reserve', 'face'])
    .where('orderId', '=', orderId)
    .where('active', '=', true)
    .orderBy('seq')
    .execute()

const inOrder = (fees: BilledFee[]): BilledFee[] => fees.sort((a, b) => (a.code < b.code ? -1 : 1))

function acceptedTerms(
  order: OrderRow,
  items: Awaited<ReturnType<typeof itemsOf>>,
  { trial, payoffPrincipal }: { trial: TrialAnswer; payoffPrincipal: M.Money },
): PriceTerms {
  const money = (text: string) => amountOf(text, order.currency)
  return {
    rate: Exact.parseDecimal(order.rate ?? '0'),
    purchased: items.flatMap((item) =>
      item.invoiceId ? [{ docId: item.invoiceId, amount: money(owedOf(item, order.currency)) }] : [],
    ),
    advance: money(order.financeAmount),
    interest: money(order.interestAmount),
    fees: M.add(money(order.feeAmount), money(trial.total.feesAtSettlement)),
    net: money(order.netAmount),
    reserve: money(order.reserveAmount),
    payoffPrincipal,
    maturity: order.maturity!,
    buyerFees: inOrder(
      trial.fees
        .filter(({ payer }) => payer === 'BUYER')
        .map(({ code, amount, tax }) => ({ code, amount: money(amount), tax: money(tax) })),
    ),
  }
}

const lastMaturity = ({ trial }: Priced): LocalDate =>
  trial.items
    .map((item) => item.maturity)
    .sort()
    .at(-1)!

function freshTerms(priced: Priced): PriceTerms {
  const { total, items } = priced.trial
  const { payoffPrincipal = '0' } = priced.answer
  return {
    rate: items[0]!.rate,
    purchased: items.flatMap(({ docType, docId, applyAmount, reserve }) =>
      docType === 'INVOICE' ? [{ docId, amount: M.add(applyAmount, reserve) }] : [],
    ),
    advance: total.applyAmount,
    interest: total.interest,
    fees: M.add(total.feesAtFunding, total.feesAtSettlement),
    net: total.net,
    reserve: total.reserve,
    payoffPrincipal: amountOf(payoffPrincipal, total.net.currency),
    maturity: lastMaturity(priced),
    buyerFees: inOrder(
      priced.trial.fees
        .filter(({ rule }) => rule.payer === 'BUYER')
        .map(({ rule, amount, tax }) => ({ code: rule.code, amount, tax })),
    ),
  }
}

/** What an order brings its supplier at a price: of a conversion what its payoff leaves. */
export const paidAt = ({ arpOfOrderId }: Pick<OrderRow, 'arpOfOrderId'>, { trial }: Pick<Priced, 'trial'>): M.Money =>
  arpOfOrderId ? trial.total.cashToSupplier : trial.total.net

/** Puts the new price in the place of the old one: the locked order, its items and fees, and the payment that waits. */
export async function adoptPrice(
  context: UseCaseContext,
  order: OrderRow,
  { priced, fundingDate, changed, worse, accepted, fresh }: Repricing,
): Promise<void> {
  const { tx, actor } = context
  const { trial, answer } = priced
  const { request } = order.pricing as { request: TrialRequest }
  const maturity = lastMaturity(priced)
  await tx
    .updateTable('financeOrder')
    .set({
      requestedFundingDate: fundingDate,
      netAmount: M.toDecimal(trial.total.net),
      interestAmount: M.toDecimal(trial.total.interest),
      feeAmount: M.toDecimal(trial.total.feesAtFunding),
      reserveAmount: M.toDecimal(trial.total.reserve),
      rate: answer.items[0]!.rate,
      maturity,
      pricing: JSON.stringify({ request: { ...request, fundingDate }, trial: answer }),
      pricingHash: answer.pricingHash,
      agreedTerms: agreedTermsOf(priced.product),
      version: order.version + 1,
      updatedAt: sql`app_now()`,
      updatedBy: actor.userId,
    })
    .where('id', '=', order.id)
    .execute()
  const items = await itemsOf(tx, order.id)
  for (const item of items) {
    const now = trial.items.find(({ docId }) => docId === (item.invoiceId ?? item.purchaseOrderId))!
    await tx
      .updateTable('financeOrderItem')
      .set({
        adjustments: M.toDecimal(now.adjustments),
        paid: M.toDecimal(now.paid),
        eligible: M.toDecimal(now.eligible),
        reserve: M.toDecimal(now.reserve),
        interest: M.toDecimal(now.interest),
        maturity: now.maturity,
      })
      .where('id', '=', item.id)
      .execute()
  }
  await replaceFees(tx, order.id, trial)
  await keepPrice(tx, order.id, priced, context.today)
  await tx
    .updateTable('payment')
    .set((eb) => ({
      amount: M.toDecimal(paidAt(order, priced)),
      dueDate: fundingDate,
      version: eb('version', '+', 1),
      updatedAt: context.now.toISOString(),
    }))
    .where('orderId', '=', order.id)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .execute()
  await audit(context, {
    event: 'FINANCE_ORDER_REPRICED',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    before: { fundingDate: order.requestedFundingDate, net: M.toDecimal(accepted.net), pricingHash: order.pricingHash },
    after: { fundingDate, net: M.toDecimal(fresh.net), pricingHash: answer.pricingHash, changed },
  })
  // By the agreement, a price that is no worse needs no new signatures. Signatures for another rate, another amount that is purchased,
  // or higher buyer fees do not hold. Lower buyer fees harm nobody: the buyer is told.
  const lowered = areBuyerFeesLower(accepted, fresh)
  if (lowered) await tellLowerFees(tx, order, { accepted, fresh })
  const stated = [
    ...(worse.some((term) => term !== 'buyerFees' && term !== 'purchased') ? ['price'] : []),
    ...(changed.includes('rate') || changed.includes('maturity') ? ['rate', 'maturity'] : []),
    ...(changed.includes('buyerFees') && !lowered ? ['buyerFees'] : []),
  ]
  const otherwise = purchasedOtherwise(accepted, fresh)
  const owing = items.flatMap(({ invoiceId, buyerId }) =>
    buyerId && invoiceId && otherwise.includes(invoiceId) ? [buyerId] : [],
  )
  await reissueContracts(context, order.id, { stated, owing })
}

/** Tells the buyer of an order what it will be billed instead of the fees that its notice of assignment states. */
async function tellLowerFees(tx: Tx, order: OrderRow, { accepted, fresh }: Pick<Repricing, 'accepted' | 'fresh'>): Promise<void> {
  const total = ({ buyerFees }: PriceTerms) =>
    M.toDecimal(
      M.sum(
        buyerFees.flatMap(({ amount, tax }) => [amount, tax]),
        order.currency,
      ),
    )
  await notify(tx, {
    event: 'FINANCE_ORDER_BUYER_FEES_LOWERED',
    companyIds: [order.buyerId],
    params: { orderNo: order.orderNo, stated: total(accepted), amount: total(fresh), currency: order.currency },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
}
