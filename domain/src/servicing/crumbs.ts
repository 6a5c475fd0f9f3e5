import { addBusinessDays } from '../calendar.ts'
import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { lastDayOfGrace, principalOn } from './life.ts'
import { withinFace } from './pay-by-invoice.ts'
import { type ItemOwed, inTurnOf, type OrderPosition, owedOn, owedTotal } from './plan-repayment.ts'

/** The tolerance for an order's remainder: the total, and the part of it that may be principal. */
export type Tolerance = { readonly total: Money; readonly principal: Money }

/** Business days after the repayment of the principal in which remaining costs can still be paid. */
export const waiveAfterBd = 2

// About 20 US dollars, a bank's charge for a transfer of the remainder.
const shipped: Readonly<Record<string, string>> = {
  USD: '20',
  EUR: '20',
  GBP: '15',
  CHF: '20',
  CAD: '25',
  AUD: '30',
  SGD: '25',
  CNY: '150',
  HKD: '150',
  JPY: '3000',
  KWD: '6',
}

/**
 * The default tolerance of a currency: about the cost of a transfer, and one minor unit of principal. For an unlisted currency,
 * one minor unit in all.
 */
export function shippedTolerance(currency: string): Tolerance {
  const least = M.money(1n, currency)
  const total = shipped[currency]
  return { total: total === undefined ? least : M.fromDecimal(total, currency), principal: least }
}

/** The most that staff may set as the tolerance of a currency: ten times its default, 10,000 minor units of an unlisted currency. */
export const mostTolerated = (currency: string): Money =>
  M.money(shipped[currency] === undefined ? 10_000n : shippedTolerance(currency).total.minor * 10n, currency)

/** What a remainder is judged by. */
export type Judged = {
  readonly on: LocalDate
  /** The day on which a debt is past its grace: `on`, or the day after it where `on` closes and nobody pays in time any more. */
  readonly lateOn: LocalDate
  readonly tolerance: Tolerance
  /** Earlier waivers of the order, which count towards the tolerance. */
  readonly waived: Money
  /** The day of the last payment: on the order, not of bills alone, where its remainder is judged, and of any where its bills are. */
  readonly lastPaid: LocalDate | undefined
}

/**
 * The items whose remainder is waived on a day, with the debt on each; none where it exceeds the tolerance. The remainder is
 * everything overdue or, once all principal is repaid and two business days passed without a payment, everything owed.
 */
export function crumbsOn(position: OrderPosition, { on, lateOn, tolerance, waived, lastPaid }: Judged): ItemOwed[] {
  const { order } = position
  const { terms, currency } = order
  const owed = owedOn(position, on)
  const isRepaid =
    owed.every((one) => M.isZero(one.principal)) &&
    lastPaid !== undefined &&
    addBusinessDays(lastPaid, waiveAfterBd, terms.calendars) <= on
  const overdue = owed.filter(({ item }) => lateOn > lastDayOfGrace(item, terms))
  const isCrumb = (items: readonly ItemOwed[]) => {
    const parts = items.flatMap((one) => [one.principal, one.interest, one.penalty, one.fees])
    const total = owedTotal(items, currency)
    const principal = M.sum(
      items.map((one) => one.principal),
      currency,
    )
    return (
      M.isPositive(total) &&
      !parts.some(M.isNegative) &&
      !M.exceeds(M.add(total, waived), tolerance.total) &&
      !M.exceeds(principal, tolerance.principal)
    )
  }
  const found = [...(isRepaid ? [owed] : []), overdue].find(isCrumb) ?? []
  return found.filter((one) => M.isPositive(owedTotal([one], currency)))
}

/** Whose debt the waived principal of an item is: its buyer's, then a claim on the supplier, then what other reserve has borne. */
export type PrincipalHeld = { readonly itemId: string; readonly face: Money; readonly claim: Money; readonly reserve: Money }

/**
 * The waived principal of a purchase by who owes it. A buyer is relieved only of what it owes on the invoice itself, the supplier of the
 * rest: of its claims, and beyond them of what the reserve of other invoices has borne for it.
 */
export function principalHeld({ receivable, owes }: OrderPosition, crumbs: readonly ItemOwed[]): PrincipalHeld[] {
  if (!receivable) return []
  let claims = receivable.claim
  return crumbs
    .filter(({ principal }) => M.isPositive(principal))
    .map(({ item: { itemId }, principal }) => {
      const owed = owes ? (owes.get(itemId) ?? M.zero(principal.currency)) : receivable.face
      const face = M.min(principal, M.atLeastZero(owed))
      const claim = M.min(M.subtract(principal, face), claims)
      claims = M.subtract(claims, claim)
      return { itemId, face, claim, reserve: M.subtract(M.subtract(principal, face), claim) }
    })
}

/** A cost of an item that reserve pays. */
export type CostPaid = {
  readonly itemId: string
  readonly component: 'PENALTY' | 'FEE' | 'INTEREST'
  readonly amount: Money
}

/**
 * The costs in a remainder that an order's free reserve pays, and the reserve taken from each item: penalty, fees and interest of
 * the earliest item first. Principal is left to its debtor.
 */
export function costsPaidByReserve(
  crumbs: readonly ItemOwed[],
  free: readonly { readonly itemId: string; readonly amount: Money }[],
): { lines: CostPaid[]; taken: { itemId: string; amount: Money }[] } {
  let left = free.reduce((sum, one) => sum + one.amount.minor, 0n)
  const lines = crumbs.flatMap(({ item, penalty, fees, interest }) =>
    (
      [
        ['PENALTY', penalty],
        ['FEE', fees],
        ['INTEREST', interest],
      ] as const
    ).flatMap(([component, owed]) => {
      const amount = M.min(owed, M.money(left, owed.currency))
      if (!M.isPositive(amount)) return []
      left -= amount.minor
      return [{ itemId: item.itemId, component, amount }]
    }),
  )
  let need = lines.reduce((sum, one) => sum + one.amount.minor, 0n)
  const taken = free.flatMap(({ itemId, amount: most }) => {
    const amount = M.min(most, M.money(need, most.currency))
    if (!M.isPositive(amount)) return []
    need -= amount.minor
    return [{ itemId, amount }]
  })
  return { lines, taken }
}

/** What a buyer still owes on the receivable of an item whose financing is paid. */
export type Remainder = { readonly itemId: string; readonly amount: Money }

/** The buyers' remaining debt on receivables whose financing is paid. The supplier's reserve secures it. */
export function remaindersOn(position: OrderPosition, on: LocalDate): Remainder[] {
  const { order, receivable, owes } = position
  if (!receivable) return []
  const ofOne = new Map(order.items.map((item) => [item.itemId, receivable.face]))
  const left = owes ? withinFace(owes, receivable.face, inTurnOf(position, on)) : ofOne
  return order.items.flatMap((item) => {
    const amount = left.get(item.itemId)
    return M.isZero(principalOn(item, on)) && amount && M.isPositive(amount) ? [{ itemId: item.itemId, amount }] : []
  })
}

/**
 * The remainders of receivables that are waived against the supplier's reserve on a day. They are past their grace, their sum is
 * within the principal's part of the tolerance, and unfilled reserve covers them.
 */
export function waivedRemaindersOn(position: OrderPosition, { on, lateOn, tolerance, waived }: Judged): Remainder[] {
  const { order, receivable } = position
  const isPastGrace = (itemId: string) =>
    order.items.some((item) => item.itemId === itemId && lateOn > lastDayOfGrace(item, order.terms))
  const found = remaindersOn(position, on).filter(({ itemId }) => isPastGrace(itemId))
  const total = M.sum(
    found.map((one) => one.amount),
    order.currency,
  )
  const isWithin =
    receivable !== null &&
    !M.exceeds(total, tolerance.principal) &&
    !M.exceeds(M.add(total, waived), tolerance.total) &&
    !M.exceeds(total, receivable.reserve)
  return isWithin ? found : []
}

/** What a buyer was billed for an order in all, and the day by which all of it is due. */
export type Billed = { readonly amount: Money; readonly dueOn: LocalDate }

/**
 * The rest of a buyer's fee bills that is waived on a day at the funder's cost; zero where none is. The bills are paid but for it
 * and due, two business days have passed without a payment, and the rest is within the principal's part of the tolerance.
 */
export function waivedFeesOn(
  { order, buyerFees: open }: OrderPosition,
  billed: Billed,
  { on, tolerance, waived, lastPaid }: Omit<Judged, 'lateOn'>,
): Money {
  const isRest =
    M.isPositive(open) &&
    M.exceeds(billed.amount, open) &&
    on > billed.dueOn &&
    lastPaid !== undefined &&
    addBusinessDays(lastPaid, waiveAfterBd, order.terms.calendars) <= on &&
    !M.exceeds(open, tolerance.principal) &&
    !M.exceeds(M.add(open, waived), tolerance.total)
  return isRest ? open : M.zero(order.currency)
}
