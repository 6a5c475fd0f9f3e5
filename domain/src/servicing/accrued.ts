import { withinPeriod } from '../day-count.ts'
import { fundPartOf, simpleInterest } from '../interest.ts'
import { addDays, type LocalDate, maxDate, minDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { penaltyRateOf } from '../overdue.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import {
  type CountedSegment,
  chargedOn,
  earnedTo,
  type ItemLife,
  interestSegments,
  lastDayOfGrace,
  type OrderLife,
  principalOn,
  ratesOf,
  type ServicingTerms,
  segmentsBetween,
} from './life.ts'

/** What an item has earned from its funding up to, and not including, a day. `raw` is unrounded, in currency units. */
export type Accrued = {
  /** Interest claimed on top: all of it in arrears, after the maturity also where the discount was taken in advance. */
  readonly interest: Money
  readonly interestRaw: Rational
  /** The funder's part of it. */
  readonly fund: Money
  readonly penalty: Money
  readonly penaltyRaw: Rational
  /** Discount taken at funding that has been earned, and the funder's part of it. */
  readonly earned: Money
  readonly earnedFund: Money
}

type Counting = Pick<ServicingTerms, 'dayCount' | 'countsApart'>
const rawOf = (
  { interestTo }: Pick<ItemLife, 'interestTo'>,
  segments: readonly CountedSegment[],
  { dayCount, countsApart }: Counting,
): Rational =>
  Exact.sum(
    segments.map(({ principal, ratePercent, from, to, countedFrom }) =>
      simpleInterest(
        principal,
        ratePercent,
        withinPeriod(dayCount, { start: countsApart ? from : countedFrom, termination: interestTo }, from, to),
      ),
    ),
  )

/** Unrounded interest of an item before `on`, beside what was taken at funding. */
const interestRawOn = ({ rates, terms }: OrderLife, item: ItemLife, on: LocalDate): Rational =>
  rawOf(item, interestSegments(item, rates, terms.method, on), terms)

/**
 * The funder's unrounded part of an item's interest before `on`: its own leg, and in each stretch of time with one rate no more than
 * the client pays for that time. A rate that falls below the leg takes nothing back of the spread of earlier days.
 */
function fundRawOn({ rates, terms }: OrderLife, item: ItemLife, on: LocalDate): Rational {
  const leg = terms.fundLeg
  if (!leg) return Exact.zero
  const own = { ...terms, dayCount: leg.dayCount }
  const parts = interestSegments(item, rates, terms.method, on).map((segment) => ({
    fund: rawOf(item, [{ ...segment, ratePercent: leg.rate }], own),
    client: rawOf(item, [segment], terms),
  }))
  if (parts.some(({ fund, client }) => Exact.cmp(fund, client) > 0))
    return Exact.sum(parts.map(({ fund, client }) => Exact.min(fund, client)))
  const whole = [{ from: item.fundedOn, rate: leg.rate }]
  return rawOf(item, interestSegments(item, whole, terms.method, on), own)
}

/** Unrounded penalty before `on`: none within the grace period; after it, RETROACTIVE counts from the maturity what was
 *  still unpaid at the end of grace. The least number of days has the rate of the funding, as its interest does. None for days before the money was out, where a bank paid after the maturity. */
function penaltyRawOn({ rates, terms }: OrderLife, item: ItemLife, on: LocalDate): Rational {
  if (on <= item.maturity) return Exact.zero
  const graceEnd = lastDayOfGrace(item, terms)
  if (on <= graceEnd) return Exact.zero
  const penal = ratesOf(item, rates).map(({ from, rate }) => ({ from, rate: penaltyRateOf(rate, terms.penalty) }))
  // Money paid out after the maturity is late from its own day on.
  const due = maxDate(item.maturity, item.fundedOn)
  const after = maxDate(graceEnd, due)
  const countedFrom = terms.penaltyMode === 'RETROACTIVE' ? due : after
  const inGrace = segmentsBetween(item, penal, countedFrom, after, { held: principalOn(item, graceEnd) })
  return rawOf(item, [...inGrace, ...segmentsBetween(item, penal, after, on, { countedFrom })], terms)
}

// Each sum between two receipts is rounded once, when the receipt makes it due; the open one as if it were due on the day.
function roundedAtCuts(rawOn: (on: LocalDate) => Rational, { cuts, currency }: OrderLife, on: LocalDate): Money {
  let total = M.zero(currency)
  let before = Exact.zero
  for (const cut of [...new Set(cuts)]
    .filter((one) => one < on)
    .sort()
    .concat(on)) {
    const raw = rawOn(cut)
    total = M.add(total, M.fromRational(Exact.sub(raw, before), currency))
    before = raw
  }
  return total
}

/**
 * Discount earned before `on`: spread over the days it was taken for. That of the minimum days is earned at once. Released
 * discount no longer counts.
 */
function earnedOn(item: ItemLife, leg: 'client' | 'fund', on: LocalDate, { dayCount, countsApart }: Counting): Money {
  const { currency } = item.advance
  let earned = M.zero(currency)
  // Nobody earns discount that was given back at funding, not even as minimum interest.
  let layer = chargedOn(item, leg)
  let start = item.fundedOn
  const partTo = (day: LocalDate) => {
    const to = earnedTo(item, day)
    const end = minDate(to, item.interestTo)
    if (to <= start || M.isZero(layer)) return M.zero(currency)
    const countedFrom = countsApart ? start : item.fundedOn
    const period = { start: countedFrom, termination: item.interestTo }
    const whole = withinPeriod(dayCount, period, start, item.interestTo)
    if (end >= item.interestTo || !Exact.isPositive(whole)) return layer
    return M.times(layer, Exact.div(withinPeriod(dayCount, period, start, end), whole))
  }
  for (const released of item.released) {
    if (released.atFunding) continue
    if (released.on > on) break
    const part = partTo(released.on)
    earned = M.add(earned, part)
    layer = M.subtract(M.subtract(layer, part), released[leg])
    start = earnedTo(item, released.on)
  }
  return M.add(earned, partTo(on))
}

/** Everything an item has accrued before a day. */
export function accruedOn(order: OrderLife, item: ItemLife, on: LocalDate): Accrued {
  const { terms } = order
  const interest = roundedAtCuts((day) => interestRawOn(order, item, day), order, on)
  const inAdvance = terms.method === 'IN_ADVANCE'
  const none = M.zero(order.currency)
  return {
    interest,
    interestRaw: interestRawOn(order, item, on),
    fund: terms.fundLeg
      ? fundPartOf(
          roundedAtCuts((day) => fundRawOn(order, item, day), order, on),
          interest,
        )
      : interest,
    penalty: roundedAtCuts((day) => penaltyRawOn(order, item, day), order, on),
    penaltyRaw: penaltyRawOn(order, item, on),
    earned: inAdvance ? earnedOn(item, 'client', on, terms) : none,
    earnedFund: inAdvance ? earnedOn(item, 'fund', on, terms) : none,
  }
}

/** Discount that is still unearned on a day, and the funder's part of it. */
export function unearnedOn(order: OrderLife, item: ItemLife, on: LocalDate): { client: Money; fund: Money } {
  const { earned, earnedFund } = accruedOn(order, item, on)
  const gone = item.released.filter((released) => released.on <= on)
  const left = (leg: 'client' | 'fund', done: Money) =>
    gone.reduce((rest, released) => M.subtract(rest, released[leg]), M.subtract(item.charged[leg], done))
  return { client: left('client', earned), fund: left('fund', earnedFund) }
}

/**
 * Interest of an item between two days: the nights from the first day to the second. Nothing is earned before funding, so minimum
 * interest is part of the first night.
 */
export function accruedBetween(order: OrderLife, item: ItemLife, from: LocalDate, to: LocalDate) {
  const before = accruedOn(order, item, from <= item.fundedOn ? addDays(item.fundedOn, -1) : from)
  const after = accruedOn(order, item, to)
  const change = (part: 'interest' | 'fund' | 'penalty' | 'earned' | 'earnedFund') => M.subtract(after[part], before[part])
  return {
    after,
    interest: change('interest'),
    fund: change('fund'),
    penalty: change('penalty'),
    earned: change('earned'),
    earnedFund: change('earnedFund'),
    interestRaw: Exact.sub(after.interestRaw, before.interestRaw),
    penaltyRaw: Exact.sub(after.penaltyRaw, before.penaltyRaw),
  }
}

/** The accrual that the close of a day posts for an item: the interest of the following night. */
export const accrualOfDay = (order: OrderLife, item: ItemLife, day: LocalDate) =>
  accruedBetween(order, item, day, addDays(day, 1))
