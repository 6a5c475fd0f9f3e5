import { type DayCountCode, dayCountOfBase, dayCounts } from './day-count.ts'
import { type DiscountMethod, discountOf, interestEnd, simpleInterest, splitLegs } from './interest.ts'
import { type LocalDate, maxDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'

/** A discount and the funder's part of it. */
export type ChargedDiscount = { readonly client: Money; readonly fund: Money }
/** What a discount is counted on: rates in percent a year, days from the payment to the end of the interest. */
export type DiscountTerms = {
  readonly advance: Money
  readonly rate: Rational
  readonly method: DiscountMethod
  readonly dayCount: DayCountCode
  readonly fundLeg: { readonly rate: Rational; readonly dayBase: 360 | 365 } | null
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The discount of an advance between two days, rounded half up in its currency: principal × rate × days by its method. */
export function discountBetween({ advance, rate, method, dayCount, fundLeg, from, to }: DiscountTerms): ChargedDiscount {
  const { fraction } = dayCounts[dayCount].measure(from, to, { termination: to })
  const client = M.fromRational(discountOf(advance, rate, fraction, method), advance.currency)
  if (!fundLeg) return { client, fund: client }
  const legs = splitLegs(client, {
    advance,
    fundRatePercent: fundLeg.rate,
    fundDayCount: dayCountOfBase(fundLeg.dayBase),
    from,
    to,
  })
  return { client, fund: legs.fund }
}

/**
 * The refund of a discount that was deducted for the pricing day of an order when the money went out on `terms.from`: the part
 * for the days before the payment. Nothing where the payment was on time.
 */
export function discountOfLateDays(charged: ChargedDiscount, terms: DiscountTerms): ChargedDiscount {
  const earned = discountBetween(terms)
  const client = M.atLeastZero(M.subtract(charged.client, earned.client))
  return { client, fund: M.min(M.atLeastZero(M.subtract(charged.fund, earned.fund)), client) }
}

type ArrearsTerms = Pick<DiscountTerms, 'advance' | 'rate' | 'dayCount' | 'from' | 'to'> & { readonly leastDays: number }

/** The interest in arrears of an advance that is kept to its end: from the payment, and for the minimum days at least. */
export function interestFrom({ advance, rate, dayCount, from, to, leastDays }: ArrearsTerms): Money {
  const chargedTo = interestEnd(from, maxDate(from, to), leastDays)
  const { fraction } = dayCounts[dayCount].measure(from, chargedTo, { termination: to })
  return M.fromRational(simpleInterest(advance, rate, fraction), advance.currency)
}
