import { dayCounts } from '../day-count.ts'
import { type DiscountMethod, discountOf, splitLegs } from '../interest.ts'
import { type LocalDate, maxDate, minDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import { accruedOn } from './accrued.ts'
import { type ItemLife, type OrderLife, principalOn, type RatePeriod, rateOn } from './life.ts'

/** By how much the client's interest would differ, and the funder's part of it; the rest is the platform's spread. */
export type Restated = { readonly client: Money; readonly fund: Money }

/**
 * The difference in the interest of an order at other rates: the interest and penalty accrued before a day, and the whole discount where it
 * was taken in advance; below zero where it would be less. Nothing is booked: an order keeps its rates.
 */
export function restatedBy(
  order: OrderLife,
  rates: readonly RatePeriod[],
  on: LocalDate,
  discountMethod: DiscountMethod = 'STRAIGHT',
): Restated {
  const earnings = (life: OrderLife) =>
    life.items.flatMap((item) => {
      const { interest, fund, penalty } = accruedOn(life, item, on)
      // A penalty is the funder's.
      return [
        { client: M.add(interest, penalty), fund: M.add(fund, penalty) },
        ...(life.terms.method === 'IN_ADVANCE' ? [discountAt(life, item, discountMethod)] : []),
      ]
    })
  const total = (life: OrderLife, part: keyof Restated) =>
    M.sum(
      earnings(life).map((one) => one[part]),
      life.currency,
    )
  const restated = { ...order, rates }
  const difference = (part: keyof Restated) => M.subtract(total(restated, part), total(order, part))
  return { client: difference('client'), fund: difference('fund') }
}

/**
 * The day on which the interest of an order ended: that of its loss, or on which its principal was paid; `today` while it runs. The night
 * of that day bears none. A loss leaves the principal unpaid, so that it has to be told.
 */
export function interestEndOf({ items }: OrderLife, today: LocalDate, lostOn?: LocalDate): LocalDate {
  const isPaid = items.every((item) => M.isZero(principalOn(item, today)))
  const lastPaid = items
    .flatMap(({ principalPaid }) => principalPaid.map(({ on }) => on))
    .reduce(maxDate, items[0]?.fundedOn ?? today)
  return minDate(minDate(today, lostOn ?? today), isPaid ? lastPaid : today)
}

/** A reset day, and the rate by a fixing that came late; without that fixing it keeps what stood. */
export type LateReset = {
  readonly on: LocalDate
  readonly late: { readonly rate: Rational; readonly fixingDate: LocalDate } | null
}

/**
 * Rates as they would have been with late fixings. `resets` are all reset days from the first that differs on, in their order. As the close
 * does it, a day begins a period where it takes another fixing than the day before.
 */
export function resetTo(rates: readonly RatePeriod[], resets: readonly LateReset[]): RatePeriod[] {
  const first = resets[0]?.on
  if (first === undefined) return [...rates]
  const starts = new Set(rates.map(({ from }) => from))
  return [
    ...rates.filter(({ from }) => from < first),
    ...resets
      .filter(({ on, late }, index) => {
        const isOther = late?.fixingDate !== resets[index - 1]?.late?.fixingDate
        return isOther || (late === null && starts.has(on))
      })
      .map(({ on, late }) => ({ from: on, rate: late?.rate ?? rateOn(rates, on) })),
  ]
}

function discountAt({ rates, terms, currency }: OrderLife, item: ItemLife, method: DiscountMethod): Restated {
  const { fundedOn: from, interestTo: to, advance } = item
  const { fraction } = dayCounts[terms.dayCount].measure(from, to, { termination: to })
  const client = M.fromRational(discountOf(advance, rateOn(rates, from), fraction, method), currency)
  const leg = terms.fundLeg
  if (!leg) return { client, fund: client }
  return splitLegs(client, { advance, fundRatePercent: leg.rate, fundDayCount: leg.dayCount, from, to })
}
