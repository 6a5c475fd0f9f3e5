import type { LocalDate } from '../local-date.ts'
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

/** What a supplier owes back of reserve that was released too much: in all, what is open of it, and since when. */
export type OwedBack = { readonly charged: Money; readonly open: Money; readonly dueOn: LocalDate | null }

/** An entry of the supplier's fees on an order: reserve owed back, another charge, a payment below zero, or a fee that is credited. */
export type FeeEntry = { readonly on: LocalDate; readonly kind: 'SHORT' | 'CREDIT' | 'OTHER'; readonly amount: Money }

/**
 * What is open of released reserve after the entries of an order's fees, in their order. It stands among the fees, and what pays fees
 * pays it first, the oldest part before the others: it is money that left the funder.
 */
export function owedBackAfter(entries: readonly FeeEntry[], currency: string): OwedBack {
  let parts: { on: LocalDate; left: bigint }[] = []
  let [charged, balance] = [0n, 0n]
  for (const { on, kind, amount } of entries) {
    balance += amount.minor
    if (kind === 'SHORT') {
      charged += amount.minor
      parts.push({ on, left: amount.minor })
    } else if (kind === 'OTHER' && amount.minor < 0n) {
      let paid = -amount.minor
      parts = parts.flatMap(({ on: since, left }) => {
        const part = paid < left ? paid : left
        paid -= part
        return left > part ? [{ on: since, left: left - part }] : []
      })
    }
  }
  const sum = parts.reduce((all, { left }) => all + left, 0n)
  const open = sum < balance ? sum : balance < 0n ? 0n : balance
  return {
    charged: M.money(charged, currency),
    open: M.money(open, currency),
    dueOn: open > 0n ? (parts[0]?.on ?? null) : null,
  }
}
