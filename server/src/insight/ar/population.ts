import { type RawBuilder, sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Actor, Context } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { financeStatusTold } from '../../trade/invoice/finance-status-told.ts'
import { holdsForTime, invoicesAt, own } from '../../trade/invoice/own-receivables.ts'

export type ArQuery = { currency: string; buyerCode: string | string[]; asOf: string; today: string }
type ArAsked = {
  currency: string
  buyerCode: string | string[]
  asOf?: string | undefined
  dateBegin?: string | undefined
  dateEnd?: string | undefined
}
/** What narrows the rows behind a figure. */
export type ArNarrowed = {
  body: {
    bucket?: string | undefined
    month?: string | undefined
    filterFields?: { bucket?: string | undefined; month?: string | undefined } | undefined
  }
}
export type ArRequest = Pick<Context, 'tx' | 'today'> & { actor: Actor; body: ArAsked }

/**
 * The filters, with the business date as the default day. A future day is refused with FUTURE_DAY beside its field, and a last day before
 * the first with DAY_TOO_EARLY.
 */
export function queryOf({ body, today }: Pick<ArRequest, 'body' | 'today'>): ArQuery {
  const { currency, buyerCode, asOf = today, dateBegin, dateEnd } = body
  if (asOf > today)
    throw new Refused('FUTURE_DAY', { today, fields: [{ field: 'asOf', message: 'FUTURE_DAY', params: { today } }] })
  if (dateBegin && dateEnd && dateEnd < dateBegin) throw faultyField('dateEnd', 'DAY_TOO_EARLY', { earliest: dateBegin })
  return { currency, buyerCode, asOf, today }
}

/** Narrowed to the buyers asked for, by code; ALL or none means every buyer. */
export function ofBuyers(buyerCode: string | string[], alias = 'i'): RawBuilder<unknown> {
  const codes = ([] as string[]).concat(buyerCode).filter((code) => code !== 'ALL' && code !== '')
  return codes.length === 0
    ? sql`true`
    : sql`${sql.ref(`${alias}.buyer_id`)} in (select id from company where code in (${sql.join(codes)}))`
}

/** Reductions count once passed; a debit note raises what is owed. */
export const reduction = sql`case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end`

/** SQL to select from: the invoices, as `i`, that count at the day: no drafts, none cancelled, none issued later. */
export const countedAt = (actor: Actor, query: ArQuery) => sql`${invoicesAt(actor, query)} where ${countedOf(actor, query)}`

const countedOf = (actor: Actor, { currency, buyerCode, asOf }: ArQuery) =>
  sql`${own(actor)} and i.currency = ${currency} and i.doc_status not in ('DRAFT', 'CANCELLED') and i.issue_date <= ${asOf}::date and ${ofBuyers(buyerCode)}`

/** SQL: the sums of an invoice's passed reductions and of its payments that are dated up to a day, or later. */
const reduced = (dated: '<=' | '>', asOf: string) =>
  sql`coalesce((select sum(${reduction}) from invoice_adjustment a where a.invoice_id = i.id and a.status = 'PASSED' and a.adjustment_date ${sql.raw(dated)} ${asOf}::date), 0)`
const paid = (dated: '<=' | '>', asOf: string) =>
  sql`coalesce((select sum(p.amount) from invoice_payment p where p.invoice_id = i.id and p.pay_date ${sql.raw(dated)} ${asOf}::date), 0)`

/**
 * Invoices with what was owed on each at the day asked. The running outstanding is kept on the invoice; for a past day,
 * later reductions and payments are added back. Drafts and cancelled invoices, and ones issued later, do not count.
 * A funder knows of a receivable that it has given away what was before, and nothing later.
 */
export function receivables(actor: Actor, { currency, buyerCode, asOf, today }: ArQuery): RawBuilder<unknown> {
  const past = asOf < today
  const counted = countedAt(actor, { currency, buyerCode, asOf, today })
  const fields = sql`i.id, i.buyer_id, i.supplier_id, i.invoice_no, i.issue_date, i.due_date, i.amount, i.currency, i.doc_status,
    ${financeStatusTold(actor, 'i')} as finance_status`
  if (!past)
    return sql`select ${fields}, i.outstanding as owed, overdue_days(i.outstanding, i.due_date, ${asOf}::date) as overdue_days from ${counted} and i.outstanding > 0`
  const owed = holdsForTime(actor)
    ? sql`i.amount - ${reduced('<=', asOf)} - ${paid('<=', asOf)}`
    : sql`i.outstanding + ${reduced('>', asOf)} + ${paid('>', asOf)}`
  return sql`
    select *, overdue_days(owed, due_date, ${asOf}::date) as overdue_days from (
      select ${fields}, ${owed} as owed from ${counted}) x where owed > 0`
}

export const bucketOf = sql`case when overdue_days <= 0 then 'NOT_DUE' when overdue_days <= 30 then 'D1_30' when overdue_days <= 60 then 'D31_60' when overdue_days <= 90 then 'D61_90' else 'D90_PLUS' end`

/** A page of rows whose amounts are all of the currency asked. */
export const inCurrency = <P extends { list: { amount: string }[]; sum: string }>(page: P, currency: string) => ({
  ...page,
  sum: amountText(page.sum, currency),
  list: page.list.map((row: P['list'][number]) => ({ ...row, currency, amount: amountText(row.amount, currency) })),
})
