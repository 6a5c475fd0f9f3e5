import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type OrderPosition, payoffOn, planRepayment } from './plan-repayment.ts'

/**
 * Computes the least that a supplier pays on a day to settle the claim on it, or the `part` of the claim that is given. Costs that its
 * money pays first, such as fees at settlement in a position ahead, are included; rebates that pay the claim are not. A higher payment
 * never leaves more of a claim, so a binary search finds the least one.
 */
export function settlesClaim(position: OrderPosition, on: LocalDate, part?: Money): Money {
  const { receivable, order } = position
  if (!receivable || !M.isPositive(receivable.claim)) return M.zero(order.currency)
  const { claim } = receivable
  const wanted = part ? M.min(part, claim) : claim
  const settles = (sum: Money) => {
    const { totals, heldToClaims, takesBack } = planRepayment(position, sum, { on, fundSource: 'COLLECTION', payer: 'SUPPLIER' })
    return takesBack || !M.exceeds(wanted, M.add(totals.principal, heldToClaims))
  }
  let [low, high] = [0n, payoffOn(position, on).total.minor]
  while (low < high) {
    const middle = (low + high) / 2n
    if (settles(M.money(middle, order.currency))) high = middle
    else low = middle + 1n
  }
  return M.money(low, order.currency)
}
