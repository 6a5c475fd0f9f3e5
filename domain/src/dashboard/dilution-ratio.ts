import { addYears, type LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import { monthOf, ratio } from './history.ts'
import { type DashboardInvoice, type DashboardQuery, populationOf } from './receivables.ts'

/** Adjustments against what was invoiced in the same time, in percent; null when nothing was. */
export type DilutionRatio = { readonly dilution: Money; readonly gross: Money; readonly ratePct: Rational | null }

type Window = { readonly after: LocalDate; readonly until: LocalDate }
const lies = (date: LocalDate, { after, until }: Window) => date > after && date <= until

function ratioIn(invoices: readonly DashboardInvoice[], inside: (date: LocalDate) => boolean, currency: string): DilutionRatio {
  const dilution = M.sum(
    invoices.flatMap(({ adjustments }) => adjustments.filter(({ date }) => inside(date)).map(({ amount }) => amount)),
    currency,
  )
  const gross = M.sum(
    invoices.filter(({ issueDate }) => inside(issueDate)).map(({ amount }) => amount),
    currency,
  )
  return { dilution, gross, ratePct: ratio(dilution.minor * 100n, gross.minor) }
}

const lastYear = (asOf: LocalDate): Window => ({ after: addYears(asOf, -1), until: asOf })

/** Dilution of the last year, all buyers asked for together. */
export const dilutionOf = (invoices: readonly DashboardInvoice[], query: DashboardQuery): DilutionRatio =>
  ratioIn(populationOf(invoices, query), (date) => lies(date, lastYear(query.asOf)), query.currency)

/** queryDilutionByBuyer: the same for each buyer. */
export function dilutionByBuyer(invoices: readonly DashboardInvoice[], query: DashboardQuery): Map<string, DilutionRatio> {
  const buyers = [...new Set(populationOf(invoices, query).map(({ buyer }) => buyer))].sort()
  return new Map(buyers.map((buyer) => [buyer, dilutionOf(invoices, { ...query, buyer })]))
}

/** queryDilutionByDate: the same for each month of the last year in which something was invoiced or adjusted. */
export function dilutionByMonth(invoices: readonly DashboardInvoice[], query: DashboardQuery): Map<string, DilutionRatio> {
  const rows = populationOf(invoices, query)
  const window = lastYear(query.asOf)
  const dates = rows.flatMap(({ issueDate, adjustments }) => [issueDate, ...adjustments.map(({ date }) => date)])
  const months = [...new Set(dates.filter((date) => lies(date, window)).map(monthOf))].sort()
  return new Map(
    months.map((month) => [month, ratioIn(rows, (date) => lies(date, window) && monthOf(date) === month, query.currency)]),
  )
}

/** queryDilutionCount: invoices adjusted at least once by the day asked for. */
export const dilutedCount = (invoices: readonly DashboardInvoice[], query: DashboardQuery): number =>
  populationOf(invoices, query).filter(({ adjustments }) => adjustments.some(({ date }) => date <= query.asOf)).length
