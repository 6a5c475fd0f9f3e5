import { calendarCodesFor } from '@usance/domain/calendar'
import { interestOf } from '@usance/domain/interest'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { leastToOf } from '@usance/domain/servicing/agreed-days'
import { financeOrderCan } from '@usance/domain/states/finance-order'
import { paymentDayOf, trialCalculation } from '@usance/domain/trial'
import type { Trial } from '@usance/domain/trial-types'
import type { poolCalls } from '@usance/wire/pool/calls'
import { audit } from '../../audit/record.ts'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { earlyFeeOf } from '../../books/servicing/terms.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { freeLimits } from '../finance-order/limits.ts'
import { answerOf, digestOf, feeRulesOf, fixingOf, offeredProduct, type Priced, pricingHashOf } from '../finance-order/price.ts'
import { productOf, quotedFees } from '../finance-order/product-of.ts'
import { refuseStoppedDrawing, riskFacts, riskWarnings, whatMayStop, withWarnings } from '../finance-order/risk.ts'
import { checkPayee, storeItems, storeOrder, submitOrder } from '../finance-order/save-order.ts'
import { refusalOf } from '../finance-order/trial-refusal.ts'
import { lockPool } from './assets.ts'
import { drawableOn, loadPools, type PoolRow, termsOfPool } from './figures.ts'

type Wanted = { poolId: string; amount: string; fundingDate: string; maturity: string }

/** The supplier's own pool; a foreign one is missing. */
async function ownPool(tx: Tx, supplierId: string, poolId: string): Promise<void> {
  const seen = await tx
    .selectFrom('pool')
    .select('id')
    .where('id', '=', poolId)
    .where('supplierId', '=', supplierId)
    .executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
}

const overdrawn = (most: M.Money) =>
  faultyField('amount', 'POOL_OVERDRAWN', { amount: M.toDecimal(most), currency: most.currency })

/** Prices a drawing like every order: what the pool carries stands for the document, and all of it may be advanced. */
async function priceDrawing(context: UseCaseContext, pool: PoolRow, wanted: Wanted, lockLimits: boolean): Promise<Priced> {
  const { tx, app, today } = context
  const offered = await offeredProduct(tx, pool.supplierId, pool.productId, today)
  if (!offered) throw new Refused('PRODUCT_NOT_AVAILABLE')
  // What the pool was opened with stays agreed; the rest is what its product offers now. A drawing is due on the day that it names, to
  // which no days are added (decision 264).
  const calendars = calendarCodesFor(offered.calendars, pool.currency)
  const product = { ...offered, ...termsOfPool(pool), calendars, maturityOffset: 0 }
  const amount = M.parseAmount(wanted.amount, pool.currency)
  if (!amount.ok) throw faultyAmount('amount', amount.refusal, pool.currency)
  if (!M.isPositive(amount.value)) throw faultyField('amount', 'AMOUNT_NOT_POSITIVE')
  const holidays = await calendarsOf(tx, product.calendars)
  const day = paymentDayOf(wanted.fundingDate, holidays)
  const { now, free, maxDrawing, hasFacility, availability } = await drawableOn(tx, pool, { today, day })
  const { assets, dilution } = now
  const counted = assets.filter(({ eligibility }) => M.isPositive(eligibility.eligible))
  const business = { supplierId: pool.supplierId, buyerIds: [...new Set(counted.map(({ buyerId }) => buyerId))] }
  refuseStoppedDrawing(await whatMayStop(tx, { ...business, funderId: pool.funderId, today }), today, {
    dilution,
    dilutionThreshold: pool.dilutionThreshold,
  })
  if (!hasFacility) throw new Refused('POOL_WITHOUT_FACILITY')
  // Beyond the bounds of its product a drawing is refused like every order.
  if (M.exceeds(amount.value, free)) throw overdrawn(maxDrawing)
  const fixing =
    product.rateType === 'FLOATING' && product.baseRateType ? await fixingOf(tx, product, wanted.fundingDate) : undefined
  const fees = await feeRulesOf(tx, product.id, pool.currency)
  const input = {
    ...wantedOf(pool, product, wanted, amount.value),
    fixings: fixing ? [fixing] : [],
    fees: quotedFees(fees, pool.currency),
    limits: await freeLimits(
      tx,
      { supplierId: pool.supplierId, buyerIds: [], funderId: pool.funderId, currency: pool.currency, today },
      { lock: lockLimits },
    ),
    calendars: holidays,
    asOf: today,
    relationshipEnabled: true,
    buyerEnabled: true,
    supplierEnabled: true,
    crossAged: false,
    intraGroup: false,
  }
  // A pool has many debtors, and none of them can be billed for a drawing.
  if (fees.some(({ payer }) => payer === 'BUYER')) throw new Refused('PRODUCT_NOT_AVAILABLE')
  const outcome = trialCalculation(input)
  if (!outcome.ok) throw refusalOf(outcome.refusal)
  const earned = earnedAtOnce(outcome.value, input.product, pool.currency)
  const carried = M.subtract(availability, earned)
  if (M.exceeds(amount.value, carried)) throw overdrawn(M.atLeastZero(M.min(maxDrawing, carried)))
  const digest = digestOf(outcome.value, today)
  const answer = answerOf(outcome.value, product, { today, pricingHash: pricingHashOf(app, digest) })
  // The invoices that carry the drawing are looked at like those of every order.
  const carrying = counted.map(({ invoiceId, riskFlags }) => ({ docType: 'INVOICE' as const, docId: invoiceId, riskFlags }))
  return {
    input,
    trial: outcome.value,
    product: { ...earlyFeeOf(fees), ...product, fees },
    funderId: pool.funderId,
    buyers: [],
    digest,
    ...withWarnings(answer, riskWarnings(await riskFacts(tx, business), carrying)),
  }
}

/** What a drawing asks for, as of an order: its pool is the one document, and all of it may be advanced. */
const wantedOf = (
  pool: PoolRow,
  product: Parameters<typeof productOf>[0] & { funderCode: string },
  { amount: text, fundingDate, maturity }: Wanted,
  amount: M.Money,
) => ({
  request: {
    financingProductId: product.id,
    funderCode: product.funderCode,
    buyerCode: '',
    currency: pool.currency,
    fundingDate,
    items: [{ docType: 'POOL' as const, docId: pool.id, applyAmount: text }],
  },
  product: { ...productOf(product), advanceRate: Exact.hundred },
  documents: [
    {
      docType: 'POOL' as const,
      docId: pool.id,
      number: pool.code,
      dueDate: maturity,
      // A drawing is as large as what is drawn; what may be drawn is asked before and after.
      amount,
      docStatus: 'CONFIRMED',
      financeStatus: 'UNFINANCED' as const,
    },
  ],
})

/** The interest of the minimum days, which is earned with the funding: the pool carries it beside the drawing from that day on. */
function earnedAtOnce({ items, fundingDate }: Trial, product: ReturnType<typeof productOf>, currency: string): M.Money {
  const to = leastToOf(product, fundingDate)
  if (!to || product.interestMethod === 'IN_ADVANCE') return M.zero(currency)
  const segments = items.map(({ applyAmount, rate }) => ({ principal: applyAmount, ratePercent: rate, from: fundingDate, to }))
  return interestOf(segments, product.dayCount, currency).amount
}

/** The supplier's own pool, as it stands. The transaction sees every company from then on. */
async function openPool({ tx, actor }: Pick<UseCaseContext, 'tx' | 'actor'>, poolId: string): Promise<PoolRow> {
  await ownPool(tx, actor.companyId, poolId)
  await elevate(tx)
  const pool = await loadPools(tx).where('p.id', '=', poolId).executeTakeFirst()
  if (!pool) throw new Refused('POOL_CLOSED')
  return pool
}

export const trialDrawing: Handler<typeof poolCalls.trial> = async (request) =>
  (await priceDrawing(request, await openPool(request, request.body.poolId), request.body, false)).answer

/** The most that a drawing for a day may be, and the business day on which it would be paid. */
export const readDrawable: Handler<typeof poolCalls.drawable> = async (request) => {
  const { tx, today, body } = request
  const pool = await openPool(request, body.poolId)
  const calendars = await calendarsOf(tx, calendarCodesFor(pool.calendars, pool.currency))
  const day = paymentDayOf(body.fundingDate, calendars)
  const { maxDrawing } = await drawableOn(tx, pool, { today, day })
  return { fundingDate: day, maxDrawing: M.toDecimal(maxDrawing) }
}

/** Draws on a pool: an order of its own that goes the way of every order, from approval to payment. */
export const drawOnPool: Handler<typeof poolCalls.draw> = async (request) => {
  const { tx, actor, body, now } = request
  await ownPool(tx, actor.companyId, body.poolId)
  const pool = await lockPool(tx, body.poolId)
  const order = body.again && (await sentBack(request, body.again, pool.id))
  await checkPayee(tx, actor.companyId, body.payeeBankAccountId, pool.currency, now)
  await elevate(tx)
  const priced = await priceDrawing(request, pool, body, true)
  if (body.pricingHash !== priced.answer.pricingHash) throw new Refused('PRICING_EXPIRED')
  const id = order?.id ?? newId()
  const saved = await storeOrder(
    request,
    {
      financingProductId: pool.productId,
      currency: pool.currency,
      fundingDate: body.fundingDate,
      items: [],
      payeeBankAccountId: body.payeeBankAccountId,
      remark: body.remark,
      poolId: pool.id,
    },
    priced,
    id,
    order,
  )
  await storeItems(tx, id, actor.companyId, priced)
  await audit(request, {
    event: order ? 'FINANCE_ORDER_EDITED' : 'FINANCE_ORDER_CREATED',
    objectType: 'FINANCE_ORDER',
    objectId: id,
    objectNo: saved.orderNo,
    after: { pool: pool.code, financeAmount: saved.financeAmount, currency: saved.currency },
  })
  const submitted = await submitOrder(request, saved, priced)
  return { id, orderNo: submitted.orderNo, status: submitted.status, version: submitted.version }
}

/** The caller's own drawing on this pool that was sent back to be corrected. */
async function sentBack({ tx, actor }: UseCaseContext, again: { orderId: string; version: number }, poolId: string) {
  const order = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('id', '=', again.orderId)
    .where('supplierId', '=', actor.companyId)
    .where('poolId', '=', poolId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  if (order.version !== again.version) throw new Refused('STALE_VERSION')
  if (!financeOrderCan.edit(order.status)) throw new Refused('ILLEGAL_TRANSITION')
  return order
}

type Drawing = { id: string; poolId: string | null; financeAmount: string; currency: string; requestedFundingDate: string }

/**
 * What a pool carries at most, today and on the day of a drawing, where that is less than the drawing, and whether there is a facility then;
 * undefined where it carries it, and for every other order.
 */
export async function shortOfDrawing({ tx, today }: Pick<UseCaseContext, 'tx' | 'today'>, order: Drawing) {
  if (!order.poolId) return undefined
  const pool = await loadPools(tx).where('p.id', '=', order.poolId).executeTakeFirst()
  if (!pool) throw new Refused('POOL_CLOSED')
  const { carried, hasFacility } = await drawableOn(tx, pool, { today, day: order.requestedFundingDate, exceptOrderId: order.id })
  return M.exceeds(M.fromDecimal(order.financeAmount, order.currency), carried) ? { carried, hasFacility } : undefined
}

/** A pool may have shrunk since a drawing was submitted: it must still carry it when the last approver passes it. */
export async function recheckDrawing(context: UseCaseContext, order: Drawing): Promise<void> {
  if (!order.poolId) return
  await lockPool(context.tx, order.poolId)
  const short = await shortOfDrawing(context, order)
  if (!short) return
  if (!short.hasFacility) throw new Refused('POOL_WITHOUT_FACILITY')
  throw new Refused('POOL_OVERDRAWN', { amount: M.toDecimal(short.carried), currency: order.currency })
}
