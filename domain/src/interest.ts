import { addBusinessDays, type Calendar } from './calendar.ts'
import { type DayCountCode, dayCounts } from './day-count.ts'
import { addDays, type LocalDate, maxDate } from './local-date.ts'
import { fromRational, type Money, min, subtract, toRational } from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

export const interestMethods = ['IN_ADVANCE', 'IN_ARREARS'] as const
export type InterestMethod = (typeof interestMethods)[number]
export type DiscountMethod = 'STRAIGHT' | 'YIELD'

/** A stretch of time with one principal and one rate (percent a year); the first day counts, the last does not. */
export type InterestSegment = {
  readonly principal: Money
  readonly ratePercent: Rational
  readonly from: LocalDate
  readonly to: LocalDate
}
type SegmentInterest = InterestSegment & { readonly days: number; readonly fraction: Rational; readonly raw: Rational }
/** Interest of several segments: raw in currency units, unrounded; amount is the sum rounded once, HALF_UP. */
export type Interest = {
  readonly segments: SegmentInterest[]
  readonly days: number
  readonly raw: Rational
  readonly amount: Money
}

/** principal × rate/100 × fraction of a year, in currency units and unrounded. */
export const simpleInterest = (principal: Money, ratePercent: Rational, fraction: Rational): Rational =>
  Exact.mul(Exact.mul(toRational(principal), Exact.percent(ratePercent)), fraction)

/** The interest of segments in one currency, summed unrounded and rounded once. */
export function interestOf(segments: readonly InterestSegment[], dayCount: DayCountCode, currency: string): Interest {
  const priced = segments.map((segment) => {
    const { days, fraction } = dayCounts[dayCount].measure(segment.from, segment.to)
    return { ...segment, days, fraction, raw: simpleInterest(segment.principal, segment.ratePercent, fraction) }
  })
  const raw = Exact.sum(priced.map((segment) => segment.raw))
  const days = priced.reduce((all, segment) => all + segment.days, 0)
  return { segments: priced, days, raw, amount: fromRational(raw, currency) }
}

/** The unrounded discount of an advance: STRAIGHT = A×r×t, YIELD = A − A ÷ (1 + r×t). */
export function discountOf(advance: Money, ratePercent: Rational, fraction: Rational, method: DiscountMethod): Rational {
  const straight = simpleInterest(advance, ratePercent, fraction)
  if (method === 'STRAIGHT') return straight
  const amount = toRational(advance)
  const growth = Exact.add(Exact.one, Exact.mul(Exact.percent(ratePercent), fraction))
  return Exact.sub(amount, Exact.div(amount, growth))
}

/** The day interest runs to: at least minInterestDays after the start, however short the financing. */
export const interestEnd = (from: LocalDate, to: LocalDate, minInterestDays = 0): LocalDate =>
  minInterestDays > 0 ? maxDate(to, addDays(from, minInterestDays)) : to

/** A published value of a benchmark (spec field percentRate); a correction has the same date and a higher revision. */
export type BaseRateFixing = {
  readonly type: string
  readonly effectiveDate: LocalDate
  readonly revision: number
  readonly percentRate: Rational
}

/** The latest day whose fixing may price a reset date: the date less the look-back business days. */
export const latestFixingDay = (resetDate: LocalDate, lookbackBd: number, calendars: readonly Calendar[]): LocalDate =>
  lookbackBd > 0 ? addBusinessDays(resetDate, -lookbackBd, calendars) : resetDate

/** The fixing that prices a reset date: the greatest effectiveDate on or before the reset date less the look-back
 *  business days, and of equal dates the highest revision. */
export function chooseFixing(
  fixings: readonly BaseRateFixing[],
  {
    type,
    resetDate,
    lookbackBd,
    calendars,
  }: { type: string; resetDate: LocalDate; lookbackBd: number; calendars: readonly Calendar[] },
): Result<BaseRateFixing, 'NO_FIXING'> {
  const latest = latestFixingDay(resetDate, lookbackBd, calendars)
  let best: BaseRateFixing | undefined
  for (const fixing of fixings) {
    if (fixing.type !== type || fixing.effectiveDate > latest) continue
    const newer = !best || fixing.effectiveDate > best.effectiveDate
    if (newer || (best && fixing.effectiveDate === best.effectiveDate && fixing.revision > best.revision)) best = fixing
  }
  return best ? ok(best) : refuse('NO_FIXING')
}

/** The customer's rate in percent: max(fixing, floor) + margin, and never below zero: a funder does not pay for lending. The
 *  floor is zero unless the product says otherwise. */
export const customerRate = (fixing: Rational, margin: Rational, floor: Rational = Exact.zero): Rational =>
  Exact.max(Exact.add(Exact.max(fixing, floor), margin), Exact.zero)

/**
 * What the funder earns of a client's interest: its own leg, and no more than the client pays. Where a benchmark has fallen below
 * the leg, the funder bears the difference. The platform's spread is then zero and never below. Where the rate of a financing
 * resets, each time with one rate is held to what the client pays for it (`accruedOn`).
 */
export const fundPartOf = (leg: Money, client: Money): Money => min(leg, client)

/** Two legs of one financing: what the client pays, what the funder earns, and the platform's spread between them,
 *  which is never rounded on its own. fundRaw is the funder's leg before it is held to what the client pays. */
export type Legs = { readonly client: Money; readonly fund: Money; readonly spread: Money; readonly fundRaw: Rational }
export function splitLegs(
  client: Money,
  {
    advance,
    fundRatePercent,
    fundDayCount,
    from,
    to,
  }: { advance: Money; fundRatePercent: Rational; fundDayCount: DayCountCode; from: LocalDate; to: LocalDate },
): Legs {
  const fundRaw = simpleInterest(advance, fundRatePercent, dayCounts[fundDayCount].measure(from, to).fraction)
  const fund = fundPartOf(fromRational(fundRaw, client.currency), client)
  return { client, fund, fundRaw, spread: subtract(client, fund) }
}
