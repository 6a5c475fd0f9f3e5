import type { DayCountCode } from './day-count.ts'
import { type InterestSegment, interestOf } from './interest.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'

export type ArpPayoff = {
  readonly principal: Money
  readonly interest: Money
  readonly other: Money
  readonly payoff: Money
  readonly principalLeft: Money
}

/**
 * How an invoice stands towards the conversion of its purchase order's loan: converted now, open to a later conversion, sold, or only
 * claimed by its supplier, so that no buyer has confirmed it.
 */
export type Standing = 'SHIPPED' | 'OPEN' | 'SOLD' | 'CLAIMED'
export type BilledInvoice = {
  readonly standing: Standing
  readonly amount: Money
  /** What of its own amount its buyer has confirmed, without debit notes. */
  readonly confirmed: Money
  readonly paid: Money
  /** What of an open one is confirmed and owed now, with debit notes and after credit notes. */
  readonly left: Money
}

/**
 * What of a purchase order may still be converted: what is not invoiced, the invoices converted now, and what is left of other open ones.
 * Invoices beyond their order add nothing to it: together it is no more than the order, less what was sold or paid of it, and no less
 * than what is converted now. What nobody has confirmed counts as not invoiced. A debit note adds no goods to the order, so that an
 * invoice counts as its own amount when it is converted, and for no more before.
 */
export function stillConvertible(ordered: Money, invoices: readonly BilledInvoice[]): Money {
  const sumOf = (of: (one: BilledInvoice) => Money) => M.sum(invoices.map(of), ordered.currency)
  const none = M.zero(ordered.currency)
  const paidOf = (one: BilledInvoice) => M.min(one.paid, one.amount)
  const leftOf = ({ confirmed, paid, left }: BilledInvoice) => M.min(left, M.atLeastZero(M.subtract(confirmed, paid)))
  const gone = sumOf((one) => (one.standing === 'SHIPPED' ? none : one.standing === 'SOLD' ? one.amount : paidOf(one)))
  const billed = sumOf((one) => (one.standing === 'CLAIMED' ? paidOf(one) : one.amount))
  const shipped = sumOf(({ standing, amount }) => (standing === 'SHIPPED' ? amount : none))
  const left = sumOf((one) => (one.standing === 'OPEN' ? leftOf(one) : none))
  const open = M.sum([M.atLeastZero(M.subtract(ordered, billed)), shipped, left], ordered.currency)
  return M.max(shipped, M.min(open, M.subtract(ordered, gone)))
}

/** What a conversion pays off of purchase-order financing. A part shipment pays the share of the principal that its invoices
 *  are of what may still be converted, the last one all that is left; interest to date and other dues are paid whole. */
export function arpPayoff({
  principal,
  segments,
  dayCount,
  other,
  shipped,
  convertible,
}: {
  principal: Money
  segments: readonly InterestSegment[]
  dayCount: DayCountCode
  /** Costs, penalties and fees due on the purchase-order financing. */
  other?: Money
  /** The invoices converted now and what of the purchase orders may still be converted, they included. */
  shipped?: Money
  convertible?: Money
}): ArpPayoff {
  const { currency } = principal
  const isLast = !shipped || !convertible || !M.exceeds(convertible, shipped)
  const share = isLast ? principal : M.mulDiv(principal, shipped.minor, convertible.minor)
  const interest = interestOf(segments, dayCount, currency).amount
  const dues = other ?? M.zero(currency)
  return {
    principal: share,
    interest,
    other: dues,
    payoff: M.sum([share, interest, dues], currency),
    principalLeft: M.subtract(principal, share),
  }
}

export type ArpSettlement = {
  readonly net: Money
  /** Cash to the supplier after the payoff. */
  readonly cash: Money
  /** What the supplier must add because the net proceeds are below the payoff. */
  readonly topUp: Money
  /** The conversion may fund: the proceeds, with any top-up received, reach the payoff. */
  readonly covered: boolean
  /** The parent's state once the conversion has funded. */
  readonly parentStatus: 'CONVERTED' | 'PARTIALLY_REPAID'
}

/** Settles purchase-order financing from the proceeds of buying its invoices: net = advance − discount − fees. */
export function settleArp({
  advance,
  discount,
  fees,
  payoff,
  topUpReceived,
}: {
  advance: Money
  discount: Money
  fees: Money
  payoff: ArpPayoff
  topUpReceived?: Money
}): ArpSettlement {
  const net = M.subtract(M.subtract(advance, discount), fees)
  const left = M.subtract(net, payoff.payoff)
  const topUp = M.atLeastZero(M.negate(left))
  return {
    net,
    cash: M.atLeastZero(left),
    topUp,
    covered: !M.exceeds(topUp, topUpReceived ?? M.zero(net.currency)),
    parentStatus: M.isZero(payoff.principalLeft) ? 'CONVERTED' : 'PARTIALLY_REPAID',
  }
}
