import * as M from '@usance/domain/money'
import { toDecimalText } from '@usance/domain/rational'
import { dueBalance, openInvoices } from './ageing/aged.ts'
import { type ImportedInvoice, importAgeing } from './ageing/ageing-import.ts'
import { dueWithin, groupBy, type SettlementStatistics, settlementStatistics } from './ageing/settlement-statistics.ts'
import type { CaseFolder } from './case-files.ts'
import { plain, Tally } from './tally.ts'

type Counted = { amount: string; count: number }
type Expected = {
  ageing: Record<
    string,
    { open_amount: string; open_count: number; buckets: Record<string, Counted>; due_within_0_to_7_days: string }
  >
  by_customer: Record<string, Record<string, string | number>>
  by_invoice_month: Record<string, Record<string, string | number>>
} & Record<string, unknown>

// The ledger names no currency; its amounts have cents.
const currency = 'USD'
const bucketNames: Record<string, string> = {
  NOT_DUE: 'not_due',
  D1_30: '1-30',
  D31_60: '31-60',
  D61_90: '61-90',
  D90_PLUS: '90+',
}

/** The ledger imported whole, aged at each day, and summed up by customer and by month. */
export function receivablesSet(cases: CaseFolder): Tally[] {
  const tally = new Tally('accounts receivable')
  tally.files = 1
  const expected = cases.json<Expected>('ibm-expected.json')
  const result = importAgeing(cases.text('ibm-accounts-receivable.csv'), currency)
  if (!result.ok) {
    tally.compare('import', result.reason, 'read')
    return [tally]
  }
  const { invoices, problems } = result
  const same = (where: string, got: unknown, wanted: unknown) => tally.compare(where, plain(got), plain(wanted))
  same('rows refused', problems.length, 0)
  same('disputed', invoices.filter((invoice) => invoice.disputed).length, expected.disputed_count)
  compareWhole(same, settlementStatistics(invoices, currency), expected)
  const customers = groupBy(invoices, (invoice) => invoice.buyer)
  same('customers', customers.length, expected.customers)
  for (const { key, invoices: own } of customers) compareGroup(same, key, own, expected.by_customer[key] ?? {})
  for (const { key, invoices: own } of groupBy(invoices, (invoice) => invoice.issueDate.slice(0, 7)))
    compareGroup(same, key, own, expected.by_invoice_month[key] ?? {})
  for (const [asOf, wanted] of Object.entries(expected.ageing)) {
    const open = openInvoices(invoices, { currency, asOf })
    const sum = M.sum(
      open.map((entry) => entry.outstanding),
      currency,
    )
    same(`${asOf} open amount`, M.toDecimal(sum), wanted.open_amount)
    same(`${asOf} open count`, open.length, wanted.open_count)
    same(`${asOf} due in 7 days`, M.toDecimal(dueWithin(invoices, asOf, 7, currency)), wanted.due_within_0_to_7_days)
    for (const { bucket, amount, count } of dueBalance(invoices, { currency, asOf }).buckets) {
      const counted = wanted.buckets[bucketNames[bucket] ?? '']
      same(`${asOf} ${bucket} amount`, M.toDecimal(amount), counted?.amount)
      same(`${asOf} ${bucket} count`, count, counted?.count)
    }
  }
  return [tally]
}

type Same = (where: string, got: unknown, wanted: unknown) => void

function compareWhole(same: Same, got: SettlementStatistics, expected: Record<string, unknown>): void {
  same('invoices', got.count, expected.rows)
  same('total', M.toDecimal(got.amount), expected.invoice_total)
  same('late', got.lateCount, expected.late_count)
  same('late share', toDecimalText(got.lateShare, 6), expected.late_share)
  same('mean days to settle', toDecimalText(got.meanDaysToSettle, 6), expected.mean_days_to_settle)
  same('mean days late', toDecimalText(got.meanDaysLate, 6), expected.mean_days_late)
  same('weighted days to settle', toDecimalText(got.weightedDaysToSettle, 6), expected.amount_weighted_days_to_settle)
}

function compareGroup(same: Same, key: string, own: ImportedInvoice[], wanted: Record<string, string | number>): void {
  const got = settlementStatistics(own, currency)
  same(`${key} invoices`, got.count, wanted.invoices)
  same(`${key} amount`, M.toDecimal(got.amount), wanted.amount)
  same(`${key} late`, got.lateCount, wanted.late)
  if (wanted.max_days_late !== undefined) same(`${key} latest`, got.maxDaysLate, wanted.max_days_late)
  if (wanted.mean_days_late !== undefined)
    same(`${key} mean days late`, toDecimalText(got.meanDaysLate, 6), wanted.mean_days_late)
  if (wanted.country_code !== undefined) same(`${key} country`, own[0]?.country, wanted.country_code)
}
