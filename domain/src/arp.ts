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
