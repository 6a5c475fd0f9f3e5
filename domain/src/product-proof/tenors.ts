import type { FeeRule } from '../fees.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import type { TrialProduct } from '../trial.ts'
import { daysOf, type ProvedProduct, type Sample } from './sample.ts'

/**
 * The tenors that a product is proved at beside its usual one: the shortest and the longest first, then those at which a figure
 * changes its course. Between two of them a party's gain is never lower than at both, so that a harm in between is a harm at one
 * of them too. Each is tried with its neighbour, since a financing of an odd number of days is repaid half a day before its half.
 */
export function otherTenorsOf({ product, servicing, fees }: ProvedProduct, usual: Sample): number[] {
  const { maxTenor, minInterestDays } = product
  const minTenor = shortestOf(product)
  // A financing that is repaid half way is twice as long as the days for which it bears interest.
  const bends = [minInterestDays, 2 * minInterestDays, 2 * servicing.breakDays, ...fees.flatMap((fee) => heldDays(fee, usual))]
  const tenors = [minTenor, maxTenor, minTenor + 1, maxTenor - 1, ...bends.flatMap((days) => [days, days + 1])]
  const allowed = tenors.filter((days) => days >= minTenor && days <= maxTenor && days !== daysOf(usual))
  return [...new Set(allowed)]
}

// A document that matures some days after its due date, which has not passed, is out for these days at least.
const shortestOf = ({ type, minTenor, maturityOffsetDays = 0 }: TrialProduct): number =>
  Math.max(minTenor, type === 'POOL_FACTORING' ? 0 : maturityOffsetDays, 1)

/** The days after which a fee for each day reaches its least and its most amount, in years of either length. */
function heldDays({ basis, value, min, max }: FeeRule, { trial }: Sample): number[] {
  if (basis !== 'PCT_PA_ADVANCE' || !Exact.isPositive(value)) return []
  const aYear = Exact.mul(M.toRational(trial.total.applyAmount), Exact.percent(value))
  return [min, max].flatMap((limit) => (limit ? yearLengths.map((year) => daysUntil(M.toRational(limit), aYear, year)) : []))
}

const yearLengths = [360, 365]
const daysUntil = (amount: Rational, aYear: Rational, year: number): number => {
  const { n, d } = Exact.mul(Exact.div(amount, aYear), Exact.rational(year))
  return Number(n / d)
}
