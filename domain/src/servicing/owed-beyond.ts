import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { OrderPosition, OwnPart } from './plan-repayment.ts'

/** What a buyer owes on the invoice of an item beyond what the funder owns of it: a part that its supplier took back, or a debit
 *  note. It is the supplier's (decision 081). */
export type OwedBeyond = { readonly itemId: string; readonly amount: Money }
export type Raised = { readonly position: OrderPosition; readonly own?: OwnPart; readonly parts: readonly OwedBeyond[] }

/**
 * The position on which a buyer's receipt is planned. What the buyer pays beyond the funder's part, up to its debt, is collected
 * for the supplier: the receivable and the reserve are larger by as much, so that no funds are in use for it. In the currency
 * of the order; `parts` are what is taken of each item, in the order in which they were given.
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
