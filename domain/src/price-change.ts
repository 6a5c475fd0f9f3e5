import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { cmp, type Rational } from './rational.ts'

/** A fee that the buyer is billed, as its contract names it. */
export type BilledFee = { readonly code: string; readonly amount: Money; readonly tax: Money }

/** What a supplier agrees to when it accepts a price. The rate is percent a year. */
export type PriceTerms = {
  readonly rate: Rational
  readonly advance: Money
  /** All interest to maturity: deducted at funding when in advance, an estimate otherwise. */
  readonly interest: Money
  /** Every fee the supplier pays, whenever it is due. */
  readonly fees: Money
  /** What is paid out before an older financing is paid off. */
  readonly net: Money
  readonly reserve: Money
  readonly maturity: LocalDate
  /** What the buyer is billed beside what it owes, in the order of the codes. */
  readonly buyerFees: readonly BilledFee[]
}
export type PriceTerm = keyof PriceTerms

const isBilledAlike = (one: readonly BilledFee[], other: readonly BilledFee[]): boolean =>
  one.length === other.length &&
  one.every(({ code, amount, tax }, index) => {
    const { code: name, amount: sum, tax: taxed } = other[index]!
    return code === name && M.equals(amount, sum) && M.equals(tax, taxed)
  })

/**
 * The terms in which a price for another day differs from the accepted one; none means the old consent still holds.
 * Interest in arrears is no term of its own: a later start makes it smaller without anything having been agreed anew.
 */
export function changedTerms(accepted: PriceTerms, fresh: PriceTerms, isInAdvance: boolean): PriceTerm[] {
  const changed: PriceTerm[] = []
  if (cmp(accepted.rate, fresh.rate) !== 0) changed.push('rate')
  for (const term of ['advance', 'interest', 'fees', 'net', 'reserve'] as const)
    if (!M.equals(accepted[term], fresh[term]) && (term !== 'interest' || isInAdvance)) changed.push(term)
  if (accepted.maturity !== fresh.maturity) changed.push('maturity')
  if (!isBilledAlike(accepted.buyerFees, fresh.buyerFees)) changed.push('buyerFees')
  return changed
}

/**
 * Of the changed terms those that need the supplier's consent: what costs it more or brings it less. Another rate and another
 * maturity always do, because the contract states both and is signed again, and so do other fees of the buyer, which the notice of
 * assignment states.
 */
export function worsenedTerms(accepted: PriceTerms, fresh: PriceTerms, isInAdvance: boolean): PriceTerm[] {
  const better: { [Term in PriceTerm]?: boolean } = {
    advance: M.exceeds(fresh.advance, accepted.advance),
    interest: M.exceeds(accepted.interest, fresh.interest),
    fees: M.exceeds(accepted.fees, fresh.fees),
    net: M.exceeds(fresh.net, accepted.net),
    reserve: M.exceeds(fresh.reserve, accepted.reserve),
  }
  return changedTerms(accepted, fresh, isInAdvance).filter((term) => !better[term])
}
