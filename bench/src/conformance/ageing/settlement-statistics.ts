import { addDays, daysBetween, type LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { openInvoices } from './aged.ts'
import type { ImportedInvoice } from './ageing-import.ts'

export type SettlementStatistics = {
  count: number
  amount: Money
  /** Settled after the due date. */
  lateCount: number
  lateShare: Exact.Rational
  meanDaysToSettle: Exact.Rational
  /** Days past due, zero for an invoice settled in time. */
  meanDaysLate: Exact.Rational
  weightedDaysToSettle: Exact.Rational
  maxDaysLate: number
}

/** How a set of invoices was settled; days are calendar days, means are exact. Invoices still open count in the totals only. */
export function settlementStatistics(invoices: readonly ImportedInvoice[], currency: string): SettlementStatistics {
  const settled = invoices.flatMap((invoice) => {
    const last = invoice.payments.at(-1)
    if (!last) return []
    const late = Math.max(0, daysBetween(invoice.dueDate, last.date))
    return [{ days: daysBetween(invoice.issueDate, last.date), late, amount: invoice.amount }]
  })
  const mean = (total: number) => (settled.length === 0 ? Exact.zero : Exact.rational(total, settled.length))
  const total = (of: (each: (typeof settled)[number]) => number) => settled.reduce((sum, each) => sum + of(each), 0)
  const weights = M.sum(
    settled.map((each) => each.amount),
    currency,
  ).minor
  const weightedDays = settled.reduce((sum, each) => sum + each.amount.minor * BigInt(each.days), 0n)
  return {
    count: invoices.length,
    amount: M.sum(
      invoices.map((invoice) => invoice.amount),
      currency,
    ),
    lateCount: settled.filter((each) => each.late > 0).length,
    lateShare: mean(settled.filter((each) => each.late > 0).length),
    meanDaysToSettle: mean(total((each) => each.days)),
    meanDaysLate: mean(total((each) => each.late)),
    weightedDaysToSettle: weights === 0n ? Exact.zero : Exact.rational(weightedDays, weights),
    maxDaysLate: Math.max(0, ...settled.map((each) => each.late)),
  }
}

/** What falls due from a day up to and including that many days later, of what is open on it. */
export function dueWithin(invoices: readonly ImportedInvoice[], asOf: LocalDate, days: number, currency: string): Money {
  const until = addDays(asOf, days)
  return M.sum(
    openInvoices(invoices, { currency, asOf })
      .filter(({ invoice }) => invoice.dueDate >= asOf && invoice.dueDate <= until)
      .map(({ outstanding }) => outstanding),
    currency,
  )
}

/** The invoices in groups by a key of theirs, keys in order. */
export function groupBy(invoices: readonly ImportedInvoice[], keyOf: (invoice: ImportedInvoice) => string) {
  const groups = new Map<string, ImportedInvoice[]>()
  for (const invoice of invoices) groups.set(keyOf(invoice), [...(groups.get(keyOf(invoice)) ?? []), invoice])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, members]) => ({ key, invoices: members }))
}
