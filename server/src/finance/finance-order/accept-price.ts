import * as M from '@usance/domain/money'
import type { PriceTerms } from '@usance/domain/price-change'
import * as Exact from '@usance/domain/rational'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { Repricing as RepricingAnswer, TrialAnswer } from '@usance/wire/finance-order/trial'
import { audit } from '../../audit/record.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { refuseUnpriced } from '../../books/servicing/orders-seen.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { lockOrder, type OrderRow } from './move-order.ts'
import { adoptPrice, dayToPrice, paidAt, type Repricing, repriceOrder } from './reprice.ts'

/**
 * The accepted price beside the price of the order's present payment day. A buyer sees no prices between supplier and funder, in whatever
 * seat it asks.
 */
export const showRepricing: Handler<typeof financeOrderCalls.repricing> = async (request) => {
  const { tx, actor, body, today } = request
  if (actor.companyRole === 'BUYER') throw new Refused('FORBIDDEN')
  await refuseUnpriced(tx, actor, body.id)
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const nothing = { problem: null, goesOn: true, terms: [], pricingHash: null, signAgain: false, askedAt: null }
  const paymentDay = (await waitingPayment(tx, order.id)) && (await dayToPrice(request, order))
  const needed = paymentDay !== undefined
  if (!paymentDay) return { ...nothing, needed, mayAccept: false, mayAsk: false }
  const asked = await tx
    .selectFrom('auditLog')
    .select('at')
    .where('objectType', '=', 'FINANCE_ORDER')
    .where('objectId', '=', order.id)
    .where('event', '=', 'FINANCE_ORDER_PRICE_ASKED')
    .where('businessDate', '=', today)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  try {
    const fresh = await repriceOrder(request, order, paymentDay)
    const goesOn = fresh.worse.length === 0
    return {
      needed,
      problem: null,
      goesOn,
      terms: termsOf(order, fresh),
      pricingHash: fresh.priced.answer.pricingHash,
      // The contracts state the price and what is purchased: a price that needs acceptance is signed again.
      signAgain: !goesOn,
      askedAt: asked?.at ?? null,
      mayAccept: !goesOn && actor.companyId === order.supplierId && actor.permissions.has('finance.finance-order.edit'),
      mayAsk: !goesOn && actor.permissions.has('payment.management.instruct'),
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...nothing, needed, goesOn: false, problem: error.refusal, mayAccept: false, mayAsk: false }
  }
}

function termsOf(order: OrderRow, { fundingDate, priced, accepted, fresh, changed }: Repricing): RepricingAnswer['terms'] {
  const money = (['advance', 'interest', 'fees', 'net', 'reserve'] as const).map((key) => ({
    key,
    unit: 'money' as const,
    before: M.toDecimal(accepted[key]),
    after: M.toDecimal(fresh[key]),
    changed: changed.includes(key),
  }))
  const { trial } = order.pricing as { trial?: TrialAnswer }
  const payoff = [
    ['payoffPrincipal', M.toDecimal(accepted.payoffPrincipal), M.toDecimal(fresh.payoffPrincipal)],
    ['cashToSupplier', trial?.total.cashToSupplier ?? '0', M.toDecimal(priced.trial.total.cashToSupplier)],
  ] as const
  /** The sum of a term that lists amounts; no row where neither price has one. */
  const listed = (key: 'purchased' | 'buyerFees', amountsOf: (terms: PriceTerms) => M.Money[]) => {
    const sumOf = (terms: PriceTerms) => M.toDecimal(M.sum(amountsOf(terms), order.currency))
    return accepted[key].length + fresh[key].length === 0
      ? []
      : [{ key, unit: 'money' as const, before: sumOf(accepted), after: sumOf(fresh), changed: changed.includes(key) }]
  }
  const percent = (rate: Exact.Rational) => Exact.toShortText(rate, 6)
  return [
    {
      key: 'fundingDate',
      unit: 'date',
      before: order.requestedFundingDate,
      after: fundingDate,
      changed: order.requestedFundingDate !== fundingDate,
    },
    {
      key: 'rate',
      unit: 'percent',
      before: percent(accepted.rate),
      after: percent(fresh.rate),
      changed: changed.includes('rate'),
    },
    ...listed('purchased', ({ purchased }) => purchased.map(({ amount }) => amount)),
    ...money,
    ...(order.arpOfOrderId
      ? payoff.map(([key, before, after]) => ({ key, unit: 'money' as const, before, after, changed: before !== after }))
      : []),
    {
      key: 'maturity',
      unit: 'date',
      before: accepted.maturity,
      after: fresh.maturity,
      changed: changed.includes('maturity'),
    },
    ...listed('buyerFees', ({ buyerFees }) => buyerFees.flatMap(({ amount, tax }) => [amount, tax])),
  ]
}

/** What the notices of a new price say. */
const newPriceOf = (order: OrderRow, { priced, fundingDate }: Repricing) => ({
  orderNo: order.orderNo,
  amount: M.toDecimal(paidAt(order, priced)),
  currency: order.currency,
  date: fundingDate,
})

/** The funding payment nobody approves at the moment: only then may its price change. */
const waitingPayment = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('payment')
    .select(['id', 'no'])
    .where('orderId', '=', orderId)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .executeTakeFirst()

/**
 * The supplier accepts the price of the later day as it was shown; otherwise it is shown the new one. Settlement may then go on.
 */
export const acceptPrice: Handler<typeof financeOrderCalls.acceptPrice> = async (request) => {
  const { tx, actor, body } = request
  const seen = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('id', '=', body.id)
    .where('supplierId', '=', actor.companyId)
    .executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const order = await lockOrder(tx, body.id)
  const payment = await waitingPayment(tx, order.id)
  const paymentDay = await dayToPrice(request, order)
  if (!paymentDay || !payment) throw new Refused('ILLEGAL_TRANSITION')
  const fresh = await repriceOrder(request, order, paymentDay)
  if (fresh.priced.answer.pricingHash !== body.pricingHash) throw new Refused('PRICING_EXPIRED')
  await adoptPrice(request, order, fresh)
  await notify(tx, {
    event: 'FINANCE_ORDER_PRICE_ACCEPTED',
    companyIds: [await platformIdOf(tx), order.funderId],
    params: newPriceOf(order, fresh),
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  return { status: order.status, fundingDate: fresh.fundingDate }
}

/** Settlement tells the supplier that a payment waits for its consent to another price. */
export const askForPrice: Handler<typeof financeOrderCalls.askForPrice> = async (request) => {
  const { tx, body, now } = request
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const paymentDay = await dayToPrice(request, order)
  if (!paymentDay || !(await waitingPayment(tx, order.id))) throw new Refused('ILLEGAL_TRANSITION')
  const fresh = await repriceOrder(request, order, paymentDay)
  if (fresh.worse.length === 0) throw new Refused('ILLEGAL_TRANSITION')
  await audit(request, {
    event: 'FINANCE_ORDER_PRICE_ASKED',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    after: { fundingDate: fresh.fundingDate, net: M.toDecimal(fresh.fresh.net), changed: fresh.changed },
  })
  await notify(tx, {
    event: 'FINANCE_ORDER_PRICE_ASKED',
    companyIds: [order.supplierId],
    params: newPriceOf(order, fresh),
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  return { askedAt: now.toISOString() }
}
