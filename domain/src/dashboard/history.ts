import { addDays, addMonths, dateOrder, daysBetween, endOfMonth, type LocalDate, startOfMonth } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type Rational, rational } from '../rational.ts'
import {
  type DashboardInvoice,
  type DashboardQuery,
  dueBalance,
  type Movement,
  openInvoices,
  outstandingOf,
  populationOf,
} from './receivables.ts'

export const monthOf = (date: LocalDate): string => date.slice(0, 7)

/** The ends of the last months, oldest first; the running month ends on the day asked for. */
export function monthEnds(asOf: LocalDate, months = 12): LocalDate[] {
  const first = startOfMonth(asOf)
  return Array.from({ length: months }, (_, index) => {
    const end = endOfMonth(addMonths(first, index - months + 1))
    return end > asOf ? asOf : end
  })
}

/** queryHistoryDueBalance: the outstanding balance as it stood at the end of each of the last twelve months. */
export const balanceHistory = (
  invoices: readonly DashboardInvoice[],
  query: DashboardQuery,
): { date: LocalDate; amount: Money }[] =>
  monthEnds(query.asOf).map((date) => ({ date, amount: dueBalance(invoices, { ...query, asOf: date }).total }))

const group = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, amountOf: (row: Row) => Money): Map<string, Money> => {
  const sums = new Map<string, Money>()
  for (const row of rows) {
    const before = sums.get(keyOf(row))
    sums.set(keyOf(row), before ? M.add(before, amountOf(row)) : amountOf(row))
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** queryAccountReceivaleByBuyer: outstanding by buyer. */
export const receivableByBuyer = (invoices: readonly DashboardInvoice[], query: DashboardQuery): Map<string, Money> =>
  group(
    openInvoices(invoices, query),
    ({ invoice }) => invoice.buyer,
    ({ outstanding }) => outstanding,
  )

/** queryAccountReceivaleByDate: by month of issue, what was invoiced and what of it is outstanding. */
export function receivableByMonth(
  invoices: readonly DashboardInvoice[],
  query: DashboardQuery,
): { month: string; gross: Money; outstanding: Money }[] {
  const rows = populationOf(invoices, query)
  const gross = group(
    rows,
    ({ issueDate }) => monthOf(issueDate),
    ({ amount }) => amount,
  )
  const outstanding = group(
    rows,
    ({ issueDate }) => monthOf(issueDate),
    (one) => outstandingOf(one, query.asOf),
  )
  return [...gross].map(([month, amount]) => ({ month, gross: amount, outstanding: outstanding.get(month)! }))
}

export type PaymentRow = {
  readonly invoice: DashboardInvoice
  readonly payment: Movement
  readonly daysToPay: number
  readonly daysLate: number
}

/** queryPaymentHistoryTable: the payments made by the day asked for. */
export const paymentRows = (invoices: readonly DashboardInvoice[], query: DashboardQuery): PaymentRow[] =>
  populationOf(invoices, query)
    .flatMap((invoice) =>
      invoice.payments
        .filter(({ date }) => date <= query.asOf)
        .map((payment) => ({
          invoice,
          payment,
          daysToPay: daysBetween(invoice.issueDate, payment.date),
          daysLate: daysBetween(invoice.dueDate, payment.date),
        })),
    )
    .sort((a, b) => dateOrder(a.payment.date, b.payment.date))

export type PaymentHistory = {
  readonly byMonth: ReadonlyMap<string, Money>
  readonly byBuyer: ReadonlyMap<string, Money>
  readonly total: Money
  /** Share of the amount paid by its due date, in percent; null when nothing was paid. */
  readonly onTimePct: Rational | null
  /** Days from issue and from due date to payment, weighted by amount. */
  readonly averageDaysToPay: Rational | null
  readonly averageDaysLate: Rational | null
}

/** queryPaymentHistoryByDate and ByBuyer, and how punctual the payments were. */
export function paymentHistory(invoices: readonly DashboardInvoice[], query: DashboardQuery): PaymentHistory {
  const rows = paymentRows(invoices, query)
  const amountOf = ({ payment }: PaymentRow) => payment.amount
  const total = M.sum(rows.map(amountOf), query.currency)
  const weighted = (weight: (row: PaymentRow) => number): Rational | null =>
    ratio(
      rows.reduce((all, row) => all + row.payment.amount.minor * BigInt(weight(row)), 0n),
      total.minor,
    )
  return {
    byMonth: group(rows, ({ payment }) => monthOf(payment.date), amountOf),
    byBuyer: group(rows, ({ invoice }) => invoice.buyer, amountOf),
    total,
    onTimePct: weighted(({ daysLate }) => (daysLate <= 0 ? 100 : 0)),
    averageDaysToPay: weighted(({ daysToPay }) => daysToPay),
    averageDaysLate: weighted(({ daysLate }) => daysLate),
  }
}

/** A quotient, or null for a zero denominator, which lists show as '-'. */
export const ratio = (n: bigint, d: bigint): Rational | null => (d === 0n ? null : rational(n, d))

/** Days sales outstanding = outstanding ÷ invoiced in the last 90 days, the day asked for included, × 90. */
export function daysSalesOutstanding(invoices: readonly DashboardInvoice[], query: DashboardQuery): Rational | null {
  const from = addDays(query.asOf, -89)
  const gross = M.sum(
    populationOf(invoices, query)
      .filter(({ issueDate }) => issueDate >= from)
      .map(({ amount }) => amount),
    query.currency,
  )
  return ratio(dueBalance(invoices, query).total.minor * 90n, gross.minor)
}
