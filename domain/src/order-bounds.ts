import * as M from './money.ts'

/** The least and the greatest amount that a product has for one order; null where it has none. */
export type OrderBounds = { readonly least: M.Money | null; readonly greatest: M.Money | null }

/** What an order of a product comes to that could take an amount: nothing below the least amount, and the greatest one at most. */
export const inBounds = (amount: M.Money, { least, greatest }: OrderBounds): M.Money => {
  if (least && M.exceeds(least, amount)) return M.zero(amount.currency)
  return greatest ? M.min(greatest, amount) : amount
}
