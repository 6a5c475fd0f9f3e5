import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { cmp, type Rational } from './rational.ts'

/** A fee that the buyer is billed, as its contract names it. */
export type BilledFee = { readonly code: string; readonly amount: Money; readonly tax: Money }

/** What is purchased of an invoice: advance and reserve, which agreement and notice state (decision 231). */
type Purchased = { readonly docId: string; readonly amount: Money }

/** What a supplier agrees to when it accepts a price. The rate is percent a year. */
export type PriceTerms = {
  readonly rate: Rational
  /** The invoices of a purchase; none of a loan, whose contracts state its purchase orders. */
  readonly purchased: readonly Purchased[]
  readonly advance: Money
  /** All interest to maturity: deducted at funding when in advance, an estimate otherwise. */
  readonly interest: Money
  /** Every fee the supplier pays, whenever it is due. */
  readonly fees: Money
  /** What is paid out before an older financing is paid off. */
  readonly net: Money
  readonly reserve: Money
  /** What of the principal of an older financing is paid off; zero without one. */
  readonly payoffPrincipal: Money
  readonly maturity: LocalDate
  /** The buyer's fees beside its debt, ordered by code. */
  readonly buyerFees: readonly BilledFee[]
}
export type PriceTerm = keyof PriceTerms

const isBilledAlike = (one: readonly BilledFee[], other: readonly BilledFee[]): boolean =>
  one.length === other.length &&
  one.every(({ code, amount, tax }, index) => {
    const { code: name, amount: sum, tax: taxed } = other[index]!
    return code === name && M.equals(amount, sum) && M.equals(tax, taxed)
  })

const amountIn = (purchased: readonly Purchased[], docId: string) => purchased.find((one) => one.docId === docId)?.amount

/** The documents whose purchased amount is another than the accepted one. */
export const purchasedOtherwise = (accepted: PriceTerms, fresh: PriceTerms): string[] =>
  [...new Set([...accepted.purchased, ...fresh.purchased].map(({ docId }) => docId))].filter((docId) => {
    const [before, after] = [amountIn(accepted.purchased, docId), amountIn(fresh.purchased, docId)]
    return !before || !after || !M.equals(before, after)
  })

/** Whether each accepted document is still purchased, for no less. */
export const isNothingLess = (accepted: PriceTerms, fresh: PriceTerms): boolean =>
  accepted.purchased.every(({ docId, amount }) => {
    const after = amountIn(fresh.purchased, docId)
    return after !== undefined && !M.exceeds(amount, after)
  })

/**
 * The terms in which a price for another day differs from the accepted one; none means the old consent still holds.
 * Interest in arrears is no term of its own: a later start makes it smaller without anything having been agreed anew. Nor are the costs
 * of a financing that is paid off, which its own agreement states (decision 177).
 */
export function changedTerms(accepted: PriceTerms, fresh: PriceTerms, isInAdvance: boolean): PriceTerm[] {
  const changed: PriceTerm[] = []
  if (cmp(accepted.rate, fresh.rate) !== 0) changed.push('rate')
  if (purchasedOtherwise(accepted, fresh).length > 0) changed.push('purchased')
  for (const term of ['advance', 'interest', 'fees', 'net', 'reserve', 'payoffPrincipal'] as const)
    if (!M.equals(accepted[term], fresh[term]) && (term !== 'interest' || isInAdvance)) changed.push(term)
  if (accepted.maturity !== fresh.maturity) changed.push('maturity')
  if (!isBilledAlike(accepted.buyerFees, fresh.buyerFees)) changed.push('buyerFees')
  return changed
}

/** Whether each fee of the buyer is the same or lower, with its tax, and some fee is lower. */
export const areBuyerFeesLower = (accepted: PriceTerms, fresh: PriceTerms): boolean =>
  !isBilledAlike(accepted.buyerFees, fresh.buyerFees) &&
  fresh.buyerFees.every(({ code, amount, tax }) => {
    const before = accepted.buyerFees.find((one) => one.code === code)
    return before !== undefined && !M.exceeds(amount, before.amount) && !M.exceeds(tax, before.tax)
  })

/**
 * The changed terms that need the supplier's consent: those that cost it more or pay it less. A new rate or maturity always needs
 * consent, because the contract states both and is signed again. So does another purchased amount of an invoice, which agreement and
 * notice state, and so do higher buyer fees, which the notice of assignment states.
 */
export function worsenedTerms(accepted: PriceTerms, fresh: PriceTerms, isInAdvance: boolean): PriceTerm[] {
  const better: { [Term in PriceTerm]?: boolean } = {
    advance: M.exceeds(fresh.advance, accepted.advance),
    interest: M.exceeds(accepted.interest, fresh.interest),
    fees: M.exceeds(accepted.fees, fresh.fees),
    net: M.exceeds(fresh.net, accepted.net),
    reserve: M.exceeds(fresh.reserve, accepted.reserve),
    payoffPrincipal: M.exceeds(accepted.payoffPrincipal, fresh.payoffPrincipal),
    buyerFees: areBuyerFeesLower(accepted, fresh),
  }
  return changedTerms(accepted, fresh, isInAdvance).filter((term) => !better[term])
}
