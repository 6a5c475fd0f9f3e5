import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { ItemLife } from './life.ts'
import type { OrderPosition, OwnPart } from './plan-repayment.ts'

/**
 * The buyer's debt on an item's invoice beyond the funder's part: a part that the supplier took back, or a debit note. It belongs
 * to the supplier (decision 081).
 */
export type OwedBeyond = { readonly itemId: string; readonly amount: Money }
export type Raised = { readonly position: OrderPosition; readonly own?: OwnPart; readonly parts: readonly OwedBeyond[] }

const inOrderOfDue = (items: readonly ItemLife[]): ItemLife[] =>
  [...items].sort((a, b) => (`${a.maturity} ${a.number}` < `${b.maturity} ${b.number}` ? -1 : 1))

/**
 * The position for planning a buyer's receipt. A payment beyond the funder's part, up to the buyer's debt, is collected for the
 * supplier: receivable and reserve grow by the same amount, so that the funds in use stay as they are. Items of invoices that the
 * buyer names are paid whole before others, so that their part of the supplier comes before the funder's part of others
 * (decision 082). Amounts are in the currency of the order; `parts` are the amounts taken of each item.
 */
export function withOwedBeyond(
  position: OrderPosition,
  own: OwnPart | undefined,
  receipt: Money,
  beyond: readonly OwedBeyond[],
  named: ReadonlySet<string> = new Set(),
): Raised {
  const { receivable, owes } = position
  const unchanged = { position, ...(own ? { own } : {}), parts: [] }
  if (!receivable) return unchanged
  const { currency } = receipt
  let left = receipt
  let owned = own?.face ?? receivable.face
  const parts: OwedBeyond[] = []
  const take = ({ itemId, amount }: OwedBeyond) => {
    const part = M.min(left, amount)
    if (!M.isPositive(part)) return
    parts.push({ itemId, amount: part })
    left = M.subtract(left, part)
  }
  const isFirst = (itemId: string) => owes !== undefined && named.has(itemId) && (!own || own.items.has(itemId))
  for (const { itemId } of inOrderOfDue(position.order.items.filter((item) => isFirst(item.itemId)))) {
    const funders = M.min(owned, owes?.get(itemId) ?? M.zero(currency))
    owned = M.subtract(owned, funders)
    left = M.subtract(left, M.min(left, funders))
    for (const one of beyond) if (one.itemId === itemId) take(one)
  }
  left = M.atLeastZero(M.subtract(left, owned))
  for (const one of beyond) if (!isFirst(one.itemId)) take(one)
  if (parts.length === 0) return unchanged
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
