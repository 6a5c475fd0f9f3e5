import { addDays, addMonths, daysBetween, type LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import { type Receivable, totalOutstanding } from './ageing.ts'

const ratio = (part: Rational, whole: Rational): Rational | null => (Exact.isZero(whole) ? null : Exact.div(part, whole))
const asPercent = (share: Rational | null): Rational | null => share && Exact.mul(share, Exact.hundred)

/** Gross amount of invoices issued from `from` to `to`, both included. */
export const grossInvoiced = (receivables: readonly Receivable[], from: LocalDate, to: LocalDate, currency: string): Money =>
  M.sum(
    receivables.filter(({ issueDate }) => issueDate >= from && issueDate <= to).map(({ amount }) => amount),
    currency,
  )

/** Days sales outstanding over 90 days: what is owed ÷ what was invoiced in those days × 90. Null where nothing was invoiced. */
export function dso(receivables: readonly Receivable[], asOf: LocalDate, currency: string): Rational | null {
  const invoiced = grossInvoiced(receivables, addDays(asOf, -89), asOf, currency)
  const share = ratio(M.toRational(totalOutstanding(receivables, asOf, currency)), M.toRational(invoiced))
  return share && Exact.mul(share, Exact.rational(90))
}

export type PaymentBehaviour = {
  total: Money
  onTimePercent: Rational | null
  daysToPay: Rational | null
  daysLate: Rational | null
}

/** How a buyer pays, weighted by amount: share paid by the due date, days from issue to payment, days past due. */
export function paymentBehaviour(receivables: readonly Receivable[], asOf: LocalDate, currency: string): PaymentBehaviour {
  const paid = receivables.flatMap((receivable) =>
    receivable.payments.filter(({ date }) => date <= asOf).map((payment) => ({ receivable, payment })),
  )
  const total = M.sum(
    paid.map(({ payment }) => payment.amount),
    currency,
  )
  const onTime = M.sum(
    paid.filter(({ receivable, payment }) => payment.date <= receivable.dueDate).map(({ payment }) => payment.amount),
    currency,
  )
  const weighted = (days: (entry: (typeof paid)[number]) => number) =>
    ratio(
      Exact.sum(paid.map((entry) => Exact.mul(M.toRational(entry.payment.amount), Exact.rational(days(entry))))),
      M.toRational(total),
    )
  return {
    total,
    onTimePercent: asPercent(ratio(M.toRational(onTime), M.toRational(total))),
    daysToPay: weighted(({ receivable, payment }) => daysBetween(receivable.issueDate, payment.date)),
    daysLate: weighted(({ receivable, payment }) => daysBetween(receivable.dueDate, payment.date)),
  }
}

/** Dilution of a window: reductions dated in it as percent of the gross amount invoiced in it. */
export function dilutionIn(
  receivables: readonly Receivable[],
  from: LocalDate,
  to: LocalDate,
  currency: string,
): { reductions: Money; invoiced: Money; percent: Rational | null } {
  const reductions = M.sum(
    receivables.flatMap(({ adjustments }) =>
      adjustments.filter(({ date, amount }) => date >= from && date <= to && M.isPositive(amount)).map(({ amount }) => amount),
    ),
    currency,
  )
  const invoiced = grossInvoiced(receivables, from, to, currency)
  return { reductions, invoiced, percent: asPercent(ratio(M.toRational(reductions), M.toRational(invoiced))) }
}

/** Dilution of the twelve months that end on the day. */
export const dilution = (receivables: readonly Receivable[], asOf: LocalDate, currency: string) =>
  dilutionIn(receivables, addDays(addMonths(asOf, -12), 1), asOf, currency)
