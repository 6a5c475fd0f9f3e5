import { addMonths, daysBetween, endOfMonth, type LocalDate, startOfMonth } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'

export type Dated = { readonly date: LocalDate; readonly amount: Money }
/** An invoice as the receivables dashboard counts it; drafts and cancelled invoices are not among them. */
export type Receivable = {
  readonly number: string
  readonly buyer: string
  readonly issueDate: LocalDate
  readonly dueDate: LocalDate
  readonly amount: Money
  /** Passed reductions; a debit note is a negative one. */
  readonly adjustments: readonly Dated[]
  readonly payments: readonly Dated[]
}

export const buckets = ['NOT_DUE', 'D1_30', 'D31_60', 'D61_90', 'D90_PLUS'] as const
export type Bucket = (typeof buckets)[number]

/** The bucket of a receivable by days past its contract due date; on the due date it is not yet overdue. */
export function bucketOf(overdueDays: number): Bucket {
  if (overdueDays <= 0) return 'NOT_DUE'
  if (overdueDays <= 30) return 'D1_30'
  if (overdueDays <= 60) return 'D31_60'
  return overdueDays <= 90 ? 'D61_90' : 'D90_PLUS'
}

const upTo = (dated: readonly Dated[], asOf: LocalDate, currency: string) =>
  M.sum(
    dated.filter(({ date }) => date <= asOf).map(({ amount }) => amount),
    currency,
  )

/** What the buyer owed on a day: amount less adjustments and payments dated up to it. Nothing before the issue date. */
export function outstandingOn({ amount, issueDate, adjustments, payments }: Receivable, asOf: LocalDate): Money {
  const { currency } = amount
  if (issueDate > asOf) return M.zero(currency)
  return M.subtract(M.subtract(amount, upTo(adjustments, asOf, currency)), upTo(payments, asOf, currency))
}

export type Open = { receivable: Receivable; outstanding: Money; overdueDays: number; bucket: Bucket }

/** Every invoice that is still owed on a day, with its days overdue and bucket. */
export const openOn = (receivables: readonly Receivable[], asOf: LocalDate): Open[] =>
  receivables
    .map((receivable) => {
      const overdueDays = daysBetween(receivable.dueDate, asOf)
      return { receivable, outstanding: outstandingOn(receivable, asOf), overdueDays, bucket: bucketOf(overdueDays) }
    })
    .filter(({ outstanding }) => M.isPositive(outstanding))

/** Sum and number of open invoices by bucket. */
export function ageing(
  receivables: readonly Receivable[],
  asOf: LocalDate,
  currency: string,
): { bucket: Bucket; amount: Money; count: number }[] {
  const open = openOn(receivables, asOf)
  return buckets.map((bucket) => {
    const inside = open.filter((entry) => entry.bucket === bucket)
    return {
      bucket,
      amount: M.sum(
        inside.map((entry) => entry.outstanding),
        currency,
      ),
      count: inside.length,
    }
  })
}

export const totalOutstanding = (receivables: readonly Receivable[], asOf: LocalDate, currency: string): Money =>
  M.sum(
    receivables.map((receivable) => outstandingOn(receivable, asOf)),
    currency,
  )

/** The month ends of the last `months` months; the running month ends on the day itself. */
export const monthEnds = (asOf: LocalDate, months: number): LocalDate[] =>
  Array.from({ length: months }, (_, back) => addMonths(startOfMonth(asOf), back - months + 1)).map((first) =>
    first.slice(0, 7) === asOf.slice(0, 7) ? asOf : endOfMonth(first),
  )

/** What was owed at each month end, re-stated from the documents. */
export const history = (receivables: readonly Receivable[], asOf: LocalDate, currency: string, months = 12) =>
  monthEnds(asOf, months).map((date) => ({ date, amount: totalOutstanding(receivables, date, currency) }))
