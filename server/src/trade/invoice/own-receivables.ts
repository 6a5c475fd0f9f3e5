import { type RawBuilder, sql } from 'kysely'
import { introducedBy, isPartner } from '../../auth/partner.ts'
import type { Actor } from '../../http/context.ts'
import { sideOf } from './drafts.ts'

/**
 * The receivables that are the caller's own: what they sold, what they owe, or what they financed. Staff see every one, partners
 * those of the companies that they introduced.
 */
export function own(actor: Actor, alias = 'i'): RawBuilder<unknown> {
  const column = sideOf[actor.companyRole]
  if (isPartner(actor)) return sql`${sql.ref(`${alias}.supplier_id`)} in ${introducedBy(actor)}`
  if (actor.staff) return sql`true`
  return column ? sql`${sql.ref(`${alias}.${column}`)} = ${actor.companyId}` : sql`false`
}

/** Whether the caller's receivables change hands: a funder holds an invoice from a day on, and may give it away again. */
export const holdsForTime = ({ staff, companyRole }: Pick<Actor, 'staff' | 'companyRole'>): boolean =>
  !staff && companyRole === 'FUNDER'

/**
 * SQL to select invoices `i` from, those of a funder as it held them at the end of the day asked (decision 293). Of today the invoices
 * say it themselves.
 */
export const invoicesAt = (actor: Actor, { asOf, today }: { asOf: string; today: string }): RawBuilder<unknown> =>
  holdsForTime(actor) && asOf < today
    ? sql`(select * from receivables_held() where from_day <= ${asOf}::date and until_day > ${asOf}::date) i`
    : sql`invoice i`

/**
 * What is paid while a funder holds the receivable. On the day on which it changes hands, a receipt counts for the funder that received
 * it, and what was paid past every funder for who holds it in the end.
 */
const paidWhileHeld = sql`receivables_held() i on i.id = p.invoice_id and p.pay_date between i.from_day and i.until_day
  and case when p.pay_date > i.from_day and p.pay_date < i.until_day then true when p.repayment_id is null then p.pay_date < i.until_day
    else exists (select from repayment r where r.id = p.repayment_id and r.funder_id = i.funder_id) end`

/** SQL to select the caller's own payments `p` from; those of a funder are what was paid while it held the receivable. */
export const ownPayments = (actor: Actor): RawBuilder<unknown> =>
  holdsForTime(actor)
    ? sql`invoice_payment p join ${paidWhileHeld}`
    : sql`(select p.* from invoice_payment p where ${own(actor, 'p')}) p`

/** The same with their invoices, as `i`. */
export const ownPaymentsOnInvoices = (actor: Actor): RawBuilder<unknown> =>
  sql`invoice_payment p join ${holdsForTime(actor) ? paidWhileHeld : sql`invoice i on i.id = p.invoice_id and ${own(actor, 'p')}`}`

/** SQL to select the caller's own adjustments `a` from with their invoices `i`; those of a funder are of days on which it held the receivable. */
export const ownAdjustmentsOnInvoices = (actor: Actor): RawBuilder<unknown> =>
  sql`invoice_adjustment a join ${
    holdsForTime(actor)
      ? sql`receivables_held() i on i.id = a.invoice_id and a.adjustment_date >= i.from_day and a.adjustment_date < i.until_day`
      : sql`invoice i on i.id = a.invoice_id and ${own(actor, 'a')}`
  }`

/** SQL: the id of an invoice `i` that the caller finds under it. One that a funder has given away is found no more. */
export const idFound = sql<string | null>`case when i.finance_status is not null then i.id end`
