import { adjust, type Calendar } from './calendar.ts'
import { canonicalPricing } from './canonical-pricing.ts'
import { dayCountOfBase, dayCounts } from './day-count.ts'
import { contractedFaceOf, eligibilityOf, type FinanceDocument, maxAdvanceOf } from './eligibility.ts'
import { feeOf } from './fees.ts'
import {
  type BaseRateFixing,
  chooseFixing,
  customerRate,
  discountOf,
  interestEnd,
  simpleInterest,
  splitLegs,
} from './interest.ts'
import { addDays, daysBetween, type LocalDate, maxDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { proofBounds } from './product-proof/lives.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'
import { type Applied, applyAmounts, type Candidate } from './trial-apply.ts'
import { explainTrial } from './trial-explain.ts'
import type {
  Trial,
  TrialBuyer,
  TrialInput,
  TrialItem,
  TrialProduct,
  TrialRefusal,
  TrialTotal,
  TrialWarning,
} from './trial-types.ts'
import { buyerOf, type PricedItem, type TrialWorking, weightedNet } from './trial-working.ts'

export type * from './trial-types.ts'

/** The earliest payment day: the day asked for, or the first business day of every calendar after it. */
export const paymentDayOf = (wanted: LocalDate, calendars: readonly Calendar[]): LocalDate =>
  adjust(wanted, 'FOLLOWING', calendars)

/** Prices a financing request from the business day of its payment: what is eligible, advanced, charged and paid out per
 *  document, and why. Nothing is stored; the same input always gives the same answer. */
export function trialCalculation(asked: TrialInput): Result<Trial, TrialRefusal> {
  const documents = documentsOf(asked)
  const fundingDate = paymentDayOf(asked.request.fundingDate, asked.calendars)
  const input: TrialInput = { ...asked, request: { ...asked.request, fundingDate } }
  const { request, product } = input
  const { currency } = request
  if (!documents.ok) return documents

  const priced = rateOf(input)
  if (!priced.ok) return priced
  const { fixing, baseRate, rate } = priced.value
  const candidates = documents.value.map(({ document, requested }) => candidateOf(document, requested, input))
  const unusable = allUnusable(candidates, input)
  if (unusable) return refuse(unusable)

  const limits = product.maxAmount ? [...input.limits, { type: 'PRODUCT', available: product.maxAmount }] : input.limits
  const applied = applyAmounts(candidates, limits, currency)
  if (!applied.ok) return applied
  const wanted = M.sum(
    applied.value.map((item) => item.applyAmount),
    currency,
  )
  // A conversion takes over an existing loan, however little is left of it.
  if (product.minAmount && !input.arpPayoff && M.exceeds(product.minAmount, wanted))
    return refuse({ code: 'ORDER_BELOW_PRODUCT_MIN' as const, min: product.minAmount, requested: wanted })
  const items = applied.value.map((item) => withInterest(item, rate, input))
  const charged = items.filter((item) => M.isPositive(item.applyAmount))
  const fees = input.fees.map((rule) =>
    feeOf(
      rule,
      charged.map((item) => ({
        face: input.faceOfFees === 'AMOUNT' ? item.document.amount : contractedFaceOf(item.document, item.eligibility),
        advance: item.applyAmount,
        fraction: dayCounts[product.dayCount].measure(request.fundingDate, maxDate(request.fundingDate, item.interestTo), {
          termination: item.interestTo,
        }).fraction,
        dueDate: item.document.dueDate,
        number: item.document.number,
      })),
      currency,
    ),
  )
  const working: TrialWorking = { input, fixing, baseRate, rate, applied: items, fees }
  const answers = items.map((item) => answerItem(item, charged.indexOf(item), working))
  const total = totalOf(answers, items, working)
  const warnings = warningsOf(answers, total, working, asked.request.fundingDate)
  const trial = { fundingDate, items: answers, total, fees, fixing, limits, warnings }
  return ok({ ...trial, explain: explainTrial(working, answers, total), canonicalPricing: canonicalPricing(input, trial) })
}

type Requested = { document: FinanceDocument; requested: Money | null }

// Finds each requested document and reads the amount asked for; refuses what cannot be priced at all.
function documentsOf({ request, product, documents, asOf }: TrialInput): Result<Requested[], TrialRefusal> {
  if (request.items.length === 0) return refuse({ code: 'NO_ITEMS' as const })
  if (!product.currencies.includes(request.currency))
    return refuse({ code: 'CURRENCY_NOT_OFFERED' as const, currency: request.currency })
  if (request.fundingDate < asOf) return refuse({ code: 'DATE_ORDER' as const, fundingDate: request.fundingDate, asOf })
  const found: Requested[] = []
  for (const { docId, docType, applyAmount } of request.items) {
    const document = documents.find((one) => one.docId === docId && one.docType === docType)
    if (!document) return refuse({ code: 'DOCUMENT_NOT_FOUND' as const, docId })
    if (found.some((one) => one.document === document)) return refuse({ code: 'DUPLICATE_ITEM' as const, docId })
    let requested: Money | null = null
    if (applyAmount !== undefined) {
      const parsed = M.parseAmount(applyAmount, request.currency)
      if (!parsed.ok) return refuse({ code: parsed.refusal, docId })
      if (!M.isPositive(parsed.value)) return refuse({ code: 'AMOUNT_NOT_POSITIVE' as const, docId })
      requested = parsed.value
    }
    found.push({ document, requested })
  }
  return ok(found)
}

function rateOf({
  request,
  product,
  fixings,
  calendars,
}: TrialInput): Result<{ fixing: BaseRateFixing | null; baseRate: Rational; rate: Rational }, TrialRefusal> {
  const priced = (baseRate: Rational, fixing: BaseRateFixing | null) =>
    ok({ fixing, baseRate, rate: customerRate(baseRate, product.margin, product.floor) })
  if (product.rateType === 'FIXED') return priced(product.baseRate ?? Exact.zero, null)
  const type = product.baseRateType ?? ''
  const chosen = chooseFixing(fixings, { type, resetDate: request.fundingDate, lookbackBd: product.lookbackBd, calendars })
  if (!chosen.ok) return refuse({ code: 'NO_FIXING' as const, baseRateType: type, resetDate: request.fundingDate })
  return priced(chosen.value.percentRate, chosen.value)
}

/**
 * A product's advance rate in percent for what a buyer owes: one point lower for each point of the buyer's dilution of a year above the
 * threshold, never below zero.
 */
export function advanceRateOf(
  product: Pick<TrialProduct, 'advanceRate' | 'dilutionThreshold'>,
  { dilution12m }: Pick<TrialBuyer, 'dilution12m'>,
): Rational {
  if (!dilution12m || !product.dilutionThreshold) return product.advanceRate
  const excess = Exact.max(Exact.sub(dilution12m, product.dilutionThreshold), Exact.zero)
  return Exact.max(Exact.sub(product.advanceRate, excess), Exact.zero)
}

/** What decides, beside a document and its buyer, what the document could bring. */
export type DocumentTerms = Pick<TrialInput, 'calendars' | 'asOf'> & {
  readonly product: TrialProduct
  readonly currency: string
  readonly paymentDay: LocalDate
  readonly isArp: boolean
  readonly disclosed: boolean
}

/**
 * What may be advanced on a document that is paid on a day, and every reason why it cannot be taken. The choice of documents and the
 * price of them both ask it.
 */
export function priceableOf(document: FinanceDocument, buyer: TrialBuyer, terms: DocumentTerms): Omit<Candidate, 'requested'> {
  const { product, currency, calendars } = terms
  const unadjustedMaturity = addDays(document.dueDate, product.maturityOffsetDays ?? 0)
  const maturity = adjust(unadjustedMaturity, product.bdConvention, calendars)
  const tenorDays = daysBetween(terms.paymentDay, maturity)
  const advanceRate = advanceRateOf(product, buyer)
  const eligibility = eligibilityOf(document, tenorDays, {
    currency,
    asOf: terms.asOf,
    minTenor: Math.max(product.minTenor, 0),
    maxTenor: product.maxTenor,
    relationshipEnabled: buyer.relationshipEnabled,
    buyerEnabled: buyer.buyerEnabled,
    supplierEnabled: buyer.supplierEnabled,
    crossAged: buyer.crossAged,
    intraGroup: buyer.intraGroup,
    funderIsParty: buyer.funderIsParty ?? false,
    stop: buyer.stop ?? null,
    isArp: terms.isArp,
    disclosed: terms.disclosed,
  })
  const usable = eligibility.reasons.length === 0
  return {
    document,
    eligibility,
    advanceRate,
    maxAdvance: usable ? maxAdvanceOf(eligibility.eligible, advanceRate) : M.zero(currency),
    maturity,
    interestTo: product.accrualShift === 'SC' ? maturity : unadjustedMaturity,
    unadjustedMaturity,
    tenorDays,
  }
}

function candidateOf(document: FinanceDocument, requested: Money | null, input: TrialInput): Candidate {
  const { product, request, calendars, asOf, arpPayoff, disclosed = false } = input
  const priceable = priceableOf(document, buyerOf(input, document), {
    product,
    currency: request.currency,
    paymentDay: request.fundingDate,
    calendars,
    asOf,
    isArp: arpPayoff !== undefined,
    disclosed,
  })
  return { ...priceable, requested }
}

function allUnusable(candidates: readonly Candidate[], { product }: TrialInput): TrialRefusal | null {
  if (candidates.some(({ eligibility }) => eligibility.reasons.length === 0)) return null
  const onlyTenor = candidates.find(({ eligibility: { reasons } }) => reasons.every((reason) => reason.startsWith('TENOR_')))
  if (onlyTenor) return { code: 'TENOR_OUT_OF_RANGE', days: onlyTenor.tenorDays, min: product.minTenor, max: product.maxTenor }
  return {
    code: 'INVOICE_NOT_ELIGIBLE',
    items: candidates.map(({ document, eligibility }) => ({ docId: document.docId, reasons: eligibility.reasons })),
  }
}

function withInterest(item: Applied, rate: Rational, { request, product }: TrialInput): PricedItem {
  const from = request.fundingDate
  const chargedTo = interestEnd(from, maxDate(from, item.interestTo), product.minInterestDays)
  const { measure } = dayCounts[product.dayCount]
  const { days, fraction } = measure(from, chargedTo, { termination: item.interestTo })
  const outFraction = measure(from, maxDate(from, item.maturity), { termination: item.maturity }).fraction
  const interestRaw =
    product.interestMethod === 'IN_ADVANCE'
      ? discountOf(item.applyAmount, rate, fraction, product.discountMethod)
      : simpleInterest(item.applyAmount, rate, fraction)
  const interest = M.fromRational(interestRaw, request.currency)
  return { ...item, chargedTo, days, fraction, outFraction, interestRaw, interest }
}

function answerItem(item: PricedItem, chargedIndex: number, { input, baseRate, rate, fees }: TrialWorking): TrialItem {
  const { product, request } = input
  const { document, eligibility, applyAmount } = item
  const itemFees =
    chargedIndex < 0
      ? []
      : fees.map(({ rule, parts }) => ({ code: rule.code, payer: rule.payer, timing: rule.timing, ...parts[chargedIndex]! }))
  const atFunding = itemFees.filter((fee) => fee.payer === 'SUPPLIER' && fee.timing === 'FUNDING')
  const deducted = product.interestMethod === 'IN_ADVANCE' ? item.interest : M.zero(request.currency)
  const net = atFunding.reduce(
    (left, fee) => M.subtract(M.subtract(left, fee.amount), fee.tax),
    M.subtract(applyAmount, deducted),
  )
  // Only a purchase holds back a reserve; a loan against an order or a pool owes the supplier nothing more.
  const holdsReserve = document.docType === 'INVOICE' && M.isPositive(applyAmount)
  return {
    docType: document.docType,
    docId: document.docId,
    number: document.number,
    ...(document.buyerId === undefined ? {} : { buyerId: document.buyerId }),
    face: eligibility.face,
    adjustments: M.subtract(eligibility.adjustments, eligibility.debitNotes),
    paid: eligibility.payments,
    netReceivable: eligibility.net,
    eligible: eligibility.eligible,
    reasons: eligibility.reasons,
    advanceRate: item.advanceRate,
    maxAdvance: item.maxAdvance,
    applyAmount,
    dueDate: document.dueDate,
    maturity: item.maturity,
    interestTo: item.chargedTo,
    days: item.days,
    baseRate,
    margin: product.margin,
    rate,
    interest: item.interest,
    fees: itemFees,
    net,
    reserve: holdsReserve ? M.subtract(eligibility.net, applyAmount) : M.zero(request.currency),
    legs: legsOf(item, input),
  }
}

const legsOf = (item: PricedItem, { product, request }: TrialInput) =>
  product.fundLeg && M.isPositive(item.applyAmount)
    ? splitLegs(item.interest, {
        advance: item.applyAmount,
        fundRatePercent: product.fundLeg.rate,
        fundDayCount: dayCountOfBase(product.fundLeg.dayBase),
        from: request.fundingDate,
        to: item.chargedTo,
      })
    : null

function totalOf(items: readonly TrialItem[], priced: readonly PricedItem[], { input, fees }: TrialWorking): TrialTotal {
  const { currency } = input.request
  // Documents that do not count for finance are shown but add nothing to the order.
  const ours = items.filter((item) => item.reasons.length === 0)
  const total = (pick: (item: TrialItem) => Money) => M.sum(ours.map(pick), currency)
  const feesAt = (timing: string) =>
    M.sum(
      fees.filter(({ rule }) => rule.payer === 'SUPPLIER' && rule.timing === timing).map((fee) => fee.total),
      currency,
    )
  const [interest, feesAtFunding, feesAtSettlement, net] = [
    total((item) => item.interest),
    feesAt('FUNDING'),
    feesAt('SETTLEMENT'),
    total((item) => item.net),
  ]
  const hasLegs = items.some((item) => item.legs)
  const payoff = input.arpPayoff ?? M.zero(currency)
  const cash = M.subtract(net, payoff)
  return {
    face: total((item) => item.face),
    netReceivable: total((item) => item.netReceivable),
    eligible: total((item) => item.eligible),
    maxAdvance: total((item) => item.maxAdvance),
    applyAmount: total((item) => item.applyAmount),
    interest,
    feesAtFunding,
    feesAtSettlement,
    net,
    reserve: total((item) => item.reserve),
    fundInterest: hasLegs ? total((item) => item.legs?.fund ?? M.zero(currency)) : null,
    spread: hasLegs ? total((item) => item.legs?.spread ?? M.zero(currency)) : null,
    allInApr: allInApr(M.sum([interest, feesAtFunding, feesAtSettlement], currency), items, priced),
    cashToSupplier: M.atLeastZero(cash),
    topUp: M.atLeastZero(M.negate(cash)),
  }
}

/**
 * The yearly cost of the money received, in percent and in the product's own day count: cost ÷ Σ (net × part of a year from the
 * payment to the maturity). The cost is everything the supplier pays when it keeps to the terms: interest with its minimum days,
 * fees and their tax at funding and at settlement. Null where no money is out for any time. For one document it is the rate of a
 * single advance repaid at once, w × (P ÷ A − 1), of 12 CFR 1026, appendix J.
 */
function allInApr(cost: Money, items: readonly TrialItem[], priced: readonly PricedItem[]): Rational | null {
  const weighted = weightedNet(items, priced)
  return Exact.isPositive(weighted) ? Exact.mul(Exact.div(M.toRational(cost), weighted), Exact.hundred) : null
}

/** The cost of a quote for a supplier that keeps to the terms: interest, and its fees with their tax. */
export const costsOfQuote = (total: Pick<TrialTotal, 'interest' | 'feesAtFunding' | 'feesAtSettlement'>): Money =>
  M.add(M.add(total.interest, total.feesAtFunding), total.feesAtSettlement)

/** Whether the costs use up the supplier's whole advance, at funding or at settlement. */
export const leavesNothing = (total: TrialTotal): boolean => !M.exceeds(total.applyAmount, costsOfQuote(total))

// A product is proved at chosen sizes and tenors; this document may be smaller and shorter than all of them.
function dearness(total: TrialTotal): [boolean, TrialWarning][] {
  const { allInApr: percent } = total
  if (!percent || leavesNothing(total)) return []
  const { unusual, refused } = proofBounds.supplierYear
  const isBeyond = (bound: number) => Exact.cmp(percent, Exact.rational(bound)) > 0
  const detail = Exact.toDecimalText(percent, 2)
  return [
    [isBeyond(unusual) && !isBeyond(refused), { code: 'COSTS_MUCH', detail }],
    [isBeyond(refused), { code: 'COSTS_MORE_THAN_MONEY', detail }],
  ]
}

function warningsOf(
  items: readonly TrialItem[],
  total: TrialTotal,
  { input, applied, baseRate, fees }: TrialWorking,
  wanted: LocalDate,
): TrialWarning[] {
  const { product, request } = input
  const floor = product.floor ?? Exact.zero
  const isReduced = (item: TrialItem) => Exact.cmp(item.advanceRate, product.advanceRate) < 0
  const ofItems = items.flatMap((item, index): TrialWarning[] => {
    const priced = applied[index]!
    const { docId } = item
    if (item.reasons.length > 0) return [{ code: 'ITEM_NOT_ELIGIBLE', docId, detail: item.reasons.join(',') }]
    const found: [boolean, TrialWarning][] = [
      [priced.capped, { code: 'LIMIT_CAPPED', docId, detail: M.toDecimal(item.applyAmount) }],
      [
        !priced.capped && M.exceeds(item.maxAdvance, item.applyAmount),
        { code: 'PARTIAL_USE', docId, detail: M.toDecimal(item.maxAdvance) },
      ],
      [
        input.buyers !== undefined && isReduced(item),
        { code: 'ADVANCE_RATE_REDUCED', docId, detail: Exact.toShortText(item.advanceRate) },
      ],
      [item.maturity !== priced.unadjustedMaturity, { code: 'MATURITY_MOVED', docId, detail: item.maturity }],
      [
        item.interestTo > maxDate(request.fundingDate, priced.interestTo),
        { code: 'MIN_INTEREST_APPLIED', docId, detail: String(item.days) },
      ],
    ]
    return found.filter(([applies]) => applies).map(([, warning]) => warning)
  })
  const ofOrder: [boolean, TrialWarning][] = [
    [request.fundingDate !== wanted, { code: 'FUNDING_DATE_NOT_BUSINESS_DAY', detail: request.fundingDate }],
    [Exact.cmp(baseRate, floor) < 0, { code: 'RATE_FLOOR_APPLIED', detail: Exact.toShortText(floor) }],
    [
      product.rateType === 'FLOATING' && product.resetFrequency !== 'NONE',
      { code: 'RATE_WILL_RESET', detail: product.resetFrequency },
    ],
    [
      input.buyers === undefined && items.some(isReduced),
      { code: 'ADVANCE_RATE_REDUCED', detail: Exact.toShortText(items[0]?.advanceRate ?? product.advanceRate) },
    ],
    [leavesNothing(total), { code: 'NET_NOT_POSITIVE', detail: M.toDecimal(M.subtract(total.applyAmount, costsOfQuote(total))) }],
    ...dearness(total),
    [M.isPositive(total.topUp), { code: 'ARP_SHORTFALL', detail: M.toDecimal(total.topUp) }],
  ]
  const ofFees = fees
    .filter((fee) => fee.limitedBy)
    .map(
      (fee): TrialWarning => ({ code: fee.limitedBy === 'MIN' ? 'FEE_MIN_APPLIED' : 'FEE_MAX_APPLIED', detail: fee.rule.code }),
    )
  return [...ofItems, ...ofOrder.filter(([applies]) => applies).map(([, warning]) => warning), ...ofFees]
}
