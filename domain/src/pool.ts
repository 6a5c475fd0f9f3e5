import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

type BuyerConcentration = {
  readonly buyerCode: string
  readonly eligible: Money
  readonly counted: Money
  readonly excess: Money
}
export type BorrowingBase = {
  readonly buyers: readonly BuyerConcentration[]
  readonly grossEligible: Money
  readonly concentrationCap: Money
  readonly excessConcentration: Money
  readonly netEligible: Money
  readonly effectiveAdvanceRate: Rational
  readonly borrowingBase: Money
  /** Base − drawn − accrued − lost; negative when the pool has shrunk below what it has to carry. */
  readonly availability: Money
  readonly facilityHeadroom: Money
  /** The most that can be drawn now, never below zero. */
  readonly maxDrawing: Money
}

/** The borrowing base of a pool: each buyer counts up to concentrationPct of the gross eligible amount (one pass), times
 *  the advance rate less the dilution above its threshold, rounded down; percent throughout. */
export function borrowingBase({
  currency,
  eligibleByBuyer,
  concentrationPct,
  advanceRate,
  dilution12m,
  dilutionThreshold,
  drawn,
  accrued,
  lost,
  facility,
}: {
  currency: string
  eligibleByBuyer: readonly { readonly buyerCode: string; readonly eligible: Money }[]
  concentrationPct: Rational
  advanceRate: Rational
  dilution12m: Rational
  dilutionThreshold: Rational
  drawn: Money
  accrued: Money
  /** What was written off on its drawings and has not come back: the receivables secure it still. */
  lost: Money
  facility: Money
}): BorrowingBase {
  const grossEligible = M.sum(
    eligibleByBuyer.map((one) => one.eligible),
    currency,
  )
  const concentrationCap = M.times(grossEligible, Exact.percent(concentrationPct), 'DOWN')
  const buyers = eligibleByBuyer.map(({ buyerCode, eligible }) => {
    const counted = M.min(eligible, concentrationCap)
    return { buyerCode, eligible, counted, excess: M.subtract(eligible, counted) }
  })
  const netEligible = M.sum(
    buyers.map((one) => one.counted),
    currency,
  )
  const dilutionExcess = Exact.max(Exact.sub(dilution12m, dilutionThreshold), Exact.zero)
  const effectiveAdvanceRate = Exact.max(Exact.sub(advanceRate, dilutionExcess), Exact.zero)
  const base = M.times(netEligible, Exact.percent(effectiveAdvanceRate), 'DOWN')
  const availability = M.subtract(base, M.sum([drawn, accrued, lost], currency))
  const facilityHeadroom = M.subtract(facility, M.add(drawn, lost))
  return {
    buyers,
    grossEligible,
    concentrationCap,
    excessConcentration: M.sum(
      buyers.map((one) => one.excess),
      currency,
    ),
    netEligible,
    effectiveAdvanceRate,
    borrowingBase: base,
    availability,
    facilityHeadroom,
    maxDrawing: M.atLeastZero(M.min(availability, facilityHeadroom)),
  }
}
