import type { Money } from '../money.ts'
import * as M from '../money.ts'

/** The supplier's reserve of one item. */
export type HeldReserve = {
  readonly itemId: string
  /** Added by receipts and rebates. */
  readonly fed: Money
  /** Paid to the supplier. */
  readonly paidOut: Money
  /** Paid to the supplier beyond what is fed, which it owes as a cost of the order. */
  readonly short: Money
}
export type ItemAmount = { readonly itemId: string; readonly amount: Money }

/** The reserve of an item that the funder holds; below zero where more of it was paid out. */
export const heldOf = ({ fed, paidOut, short }: Pick<HeldReserve, 'fed' | 'paidOut' | 'short'>): Money =>
  M.add(M.subtract(fed, paidOut), short)

/**
 * Amounts of items with those below zero taken off: in the order of the items, what one lacks lowers the others. What remains is
 * above zero.
 */
export function netOfMissing<T extends ItemAmount>(items: readonly T[]): T[] {
  let missing = items.reduce((sum, { amount }) => sum + (M.isNegative(amount) ? -amount.minor : 0n), 0n)
  return items.flatMap((one) => {
    if (!M.isPositive(one.amount)) return []
    const taken = missing < one.amount.minor ? missing : one.amount.minor
    missing -= taken
    const rest = M.money(one.amount.minor - taken, one.amount.currency)
    return M.isPositive(rest) ? [{ ...one, amount: rest }] : []
  })
}

/**
 * What was released of an order beyond its reserve, by item: the supplier owes it (decision 115). Reserve that the funder holds of
 * other items of the order is set off first. The amounts are above zero and add up to what the whole order lacks.
 */
export function shortReserves(reserves: readonly HeldReserve[]): ItemAmount[] {
  return netOfMissing(reserves.map((one) => ({ itemId: one.itemId, amount: M.negate(heldOf(one)) })))
}
