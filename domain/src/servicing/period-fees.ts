import type { FeeCharge, FeeIncome } from '../ledger/fee-lines.ts'
import { incomeOf } from '../ledger/fee-lines.ts'
import { daysBetween, type LocalDate, minDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import { type ItemLife, principalOn } from './life.ts'

/** An item's part of a fee for a period, and the income account that receives it day by day. */
export type PeriodFee = { readonly income: FeeIncome; readonly amount: Money }
/** An item of an order that is being funded. */
export type FundedItem = {
  readonly itemId: string
  readonly number: string
  readonly advance: Money
  readonly fundedOn: LocalDate
  readonly interestTo: LocalDate
}

/**
 * Splits a fee per annum over the items by advance × days. An item funded on or after the end of its interest has no days, so its
 * part is earned with the charge.
 */
export function spreadFee(fee: FeeCharge, items: readonly FundedItem[]): FeeCharge {
  if (!M.isPositive(fee.amount)) return fee
  const weighed = items.map((item) => ({
    weight: item.advance.minor * BigInt(Math.max(0, daysBetween(item.fundedOn, item.interestTo))),
    dueDate: item.interestTo,
    number: item.number,
  }))
  if (weighed.every(({ weight }) => weight === 0n)) return fee
  const parts = M.splitByWeights(fee.amount, weighed)
  const overTime = items
    .map(({ itemId }, index) => ({ itemId, amount: parts[index]! }))
    .filter(({ amount }, index) => weighed[index]!.weight > 0n && M.isPositive(amount))
  return { ...fee, overTime }
}

/** The part of the spread fees that each item earns. */
export const periodFeesOf = (fees: readonly FeeCharge[], itemId: string): PeriodFee[] =>
  fees.flatMap((fee) =>
    (fee.overTime ?? [])
      .filter((part) => part.itemId === itemId)
      .map(({ amount }): PeriodFee => ({ income: incomeOf(fee), amount })),
  )

/**
 * What an item has earned of a fee by the start of a day: evenly by calendar days from the funding to the end of its interest,
 * rounded HALF_UP from the sum to date, so that the days add up.
 */
export function feeEarnedOn(
  amount: Money,
  { fundedOn, interestTo }: Pick<ItemLife, 'fundedOn' | 'interestTo'>,
  on: LocalDate,
): Money {
  const whole = daysBetween(fundedOn, interestTo)
  if (on <= fundedOn) return M.zero(amount.currency)
  const days = daysBetween(fundedOn, minDate(on, interestTo))
  return days >= whole ? amount : M.times(amount, Exact.rational(days, whole))
}

/**
 * The part of a fee earned in the night after a day; nothing once the principal of the item is paid, since that payment earns the
 * rest.
 */
export function feeOfNight(amount: Money, item: ItemLife, day: LocalDate, next: LocalDate): Money {
  if (M.isZero(principalOn(item, day))) return M.zero(amount.currency)
  return M.subtract(feeEarnedOn(amount, item, next), feeEarnedOn(amount, item, day))
}

/** The value date of the receipt that paid the last principal of an item; null while some is out. */
export function principalPaidOn(item: ItemLife): LocalDate | null {
  let left = item.advance
  for (const { on, amount } of item.principalPaid) {
    left = M.subtract(left, amount)
    if (M.isZero(left)) return on
  }
  return null
}
