import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type OrderPosition, payoffOn, planRepayment } from './plan-repayment.ts'

export type SettlesClaim = {
  /** The least that the supplier pays on the day so that nothing is left of the claim. */
  readonly pays: Money
  /** The part of the order's debts that the payment settles, with the rebates on them and without an early fee. */
  readonly lowers: Money
}

/**
 * Computes what a supplier pays on a day to settle the claim on it, or the `part` of the claim that is given. Costs that its money pays
 * first, such as fees at settlement in a position ahead, are included; rebates that pay the claim are not. A higher payment never leaves
 * more of a claim, so a binary search finds the least one.
 */
export function settlesClaim(position: OrderPosition, on: LocalDate, part?: Money): SettlesClaim {
  const { receivable, order } = position
  const none = M.zero(order.currency)
  if (!receivable || !M.isPositive(receivable.claim)) return { pays: none, lowers: none }
  const { claim } = receivable
  const wanted = part ? M.min(part, claim) : claim
  const planOf = (sum: Money) => planRepayment(position, sum, { on, fundSource: 'COLLECTION', payer: 'SUPPLIER' })
  const settles = (sum: Money) => {
    const { totals, heldToClaims, takesBack } = planOf(sum)
    return takesBack || !M.exceeds(wanted, M.add(totals.principal, heldToClaims))
  }
  let [low, high] = [0n, payoffOn(position, on).total.minor]
  while (low < high) {
    const middle = (low + high) / 2n
    if (settles(M.money(middle, order.currency))) high = middle
    else low = middle + 1n
  }
  const pays = M.money(low, order.currency)
  const { totals, heldToPrincipal, earlyFees } = planOf(pays)
  const lowers = M.sum(
    [totals.penalty, totals.fees, totals.interest, totals.principal, ...heldToPrincipal.map(({ amount }) => amount)],
    order.currency,
  )
  const early = M.sum(
    earlyFees.flatMap(({ amount, tax }) => [amount, tax]),
    order.currency,
  )
  return { pays, lowers: M.subtract(lowers, early) }
}
