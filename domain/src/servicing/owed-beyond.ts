import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { OrderPosition, OwnPart } from './plan-repayment.ts'

/**
 * The buyer's debt on an item's invoice beyond the funder's part: a part that the supplier took back, or a debit note. It belongs
 * to the supplier (decision 081).
 */
export type OwedBeyond = { readonly itemId: string; readonly amount: Money }
export type Raised = { readonly position: OrderPosition; readonly own?: OwnPart; readonly parts: readonly OwedBeyond[] }

/**
 * The position for planning a buyer's receipt. A payment beyond the funder's part, up to the buyer's debt, is collected for the
 * supplier: receivable and reserve grow by the same amount, so that the funds in use stay as they are. Amounts are in the
 * currency of the order; `parts` are the amounts taken of each item, in the given order.
 */
export function withOwedBeyond(
  position: OrderPosition,
  own: OwnPart | undefined,
  receipt: Money,
  beyond: readonly OwedBeyond[],
): Raised {
  const { receivable, owes } = position
  const unchanged = { position, ...(own ? { own } : {}), parts: [] }
  if (!receivable) return unchanged
  let left = M.atLeastZero(M.subtract(receipt, own?.face ?? receivable.face))
  const parts: OwedBeyond[] = []
  for (const { itemId, amount } of beyond) {
    const part = M.min(left, amount)
    if (!M.isPositive(part)) continue
    parts.push({ itemId, amount: part })
    left = M.subtract(left, part)
  }
  if (parts.length === 0) return unchanged
  const { currency } = receipt
  const total = M.sum(
    parts.map((one) => one.amount),
    currency,
  )
  const raised = new Map(owes)
  for (const { itemId, amount } of parts) raised.set(itemId, M.add(raised.get(itemId) ?? M.zero(currency), amount))
  return {
    position: {
      ...position,
      receivable: { ...receivable, face: M.add(receivable.face, total), reserve: M.add(receivable.reserve, total) },
      ...(owes ? { owes: raised } : {}),
    },
    ...(own ? { own: { ...own, face: M.add(own.face, total) } } : {}),
    parts,
  }
}
