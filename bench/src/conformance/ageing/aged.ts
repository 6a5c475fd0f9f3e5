import { buckets } from '@usance/domain/buckets'
import { daysBetween, type LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'

// How the conformance set ages a ledger. The product ages its own invoices in the database (server/src/insight/ar).

type Movement = { readonly date: LocalDate; readonly amount: Money }
/** What ageing needs to know of an invoice; adjustments are the passed ones only. */
export type AgedInvoice = {
  readonly no: string
  readonly buyer: string
  readonly status: string
  readonly issueDate: LocalDate
  readonly dueDate: LocalDate
  readonly amount: Money
  readonly adjustments: readonly Movement[]
  readonly payments: readonly Movement[]
}
/** One currency at a time: amounts of several are never added. `buyer` narrows to one. */
type AgeingQuery = { readonly currency: string; readonly asOf: LocalDate; readonly buyer?: string }

/** The invoices that count: sent, not cancelled, issued by the day asked for. */
const populationOf = (invoices: readonly AgedInvoice[], { currency, asOf, buyer }: AgeingQuery): AgedInvoice[] =>
  invoices.filter(
    (one) =>
      one.amount.currency === currency &&
      one.status !== 'DRAFT' &&
      one.status !== 'CANCELLED' &&
      one.issueDate <= asOf &&
      (buyer === undefined || one.buyer === buyer),
  )

const until = (movements: readonly Movement[], asOf: LocalDate, currency: string): Money =>
  M.sum(
    movements.filter(({ date }) => date <= asOf).map(({ amount }) => amount),
    currency,
  )

/** Outstanding = amount − adjustments − payments dated by then. */
const outstandingOf = ({ amount, adjustments, payments }: AgedInvoice, asOf: LocalDate): Money =>
  M.subtract(M.subtract(amount, until(adjustments, asOf, amount.currency)), until(payments, asOf, amount.currency))

type Bucket = (typeof buckets)[number]

/**
 * Calendar days past the contract's due date, without grace, while something is still owed. Zero where nothing is owed or the
 * invoice is not past due.
 */
const overdueDaysOf = (dueDate: LocalDate, owed: Money, asOf: LocalDate): number =>
  M.isPositive(owed) ? Math.max(daysBetween(dueDate, asOf), 0) : 0

export function bucketOf(overdueDays: number): Bucket {
  if (overdueDays <= 0) return 'NOT_DUE'
  if (overdueDays <= 30) return 'D1_30'
  if (overdueDays <= 60) return 'D31_60'
  return overdueDays <= 90 ? 'D61_90' : 'D90_PLUS'
}

type OpenInvoice = {
  readonly invoice: AgedInvoice
  readonly outstanding: Money
  readonly overdueDays: number
  readonly bucket: Bucket
}

/** The invoices with something outstanding. */
export const openInvoices = (invoices: readonly AgedInvoice[], query: AgeingQuery): OpenInvoice[] =>
  populationOf(invoices, query).flatMap((invoice) => {
    const outstanding = outstandingOf(invoice, query.asOf)
    const overdueDays = overdueDaysOf(invoice.dueDate, outstanding, query.asOf)
    return M.isPositive(outstanding) ? [{ invoice, outstanding, overdueDays, bucket: bucketOf(overdueDays) }] : []
  })

type DueBalance = {
  readonly total: Money
  readonly overdue: Money
  readonly buckets: readonly { readonly bucket: Bucket; readonly amount: Money; readonly count: number }[]
}

/** What is outstanding, by how late it is. */
export function dueBalance(invoices: readonly AgedInvoice[], query: AgeingQuery): DueBalance {
  const open = openInvoices(invoices, query)
  const totalOf = (some: readonly OpenInvoice[]) =>
    M.sum(
      some.map(({ outstanding }) => outstanding),
      query.currency,
    )
  return {
    total: totalOf(open),
    overdue: totalOf(open.filter(({ bucket }) => bucket !== 'NOT_DUE')),
    buckets: buckets.map((bucket) => {
      const some = open.filter((one) => one.bucket === bucket)
      return { bucket, amount: totalOf(some), count: some.length }
    }),
  }
}
