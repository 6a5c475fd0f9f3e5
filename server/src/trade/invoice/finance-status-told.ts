import { type RawBuilder, sql } from 'kysely'
import type { InvoiceTable } from '../../database/tables.ts'
import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'companyRole' | 'companyId'>

/**
 * SQL: whether the caller may know how a document is financed, given the columns of its id and of its buyer. A buyer may where it
 * was told (decision 121), in whatever seat of the company it reads; everybody else always.
 */
export const isFinanceTold = ({ companyRole, companyId }: Reader, id: string, buyer?: string): RawBuilder<boolean> => {
  if (companyRole === 'BUYER') return sql<boolean>`finance_told(${sql.ref(id)})`
  if (companyRole === 'PLATFORM' || buyer === undefined) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(buyer)} <> ${companyId} or finance_told(${sql.ref(id)}))`
}

/** Rows of the caller's own side, or whichever row-level security shows: there a company may be the buyer in another seat. */
type Rows = 'own side' | 'any'
const buyerOf = (alias: string, rows: Rows) => (rows === 'any' ? `${alias}.buyer_id` : undefined)

/**
 * SQL: the finance status of an invoice as the caller reads it, where the invoice stands under the name `alias`. A buyer reads one
 * whose financing it was not told of like one that nobody finances.
 */
export const financeStatusTold = (
  reader: Reader,
  alias: string,
  rows: Rows = 'own side',
): RawBuilder<InvoiceTable['financeStatus']> => {
  const status = sql<InvoiceTable['financeStatus']>`${sql.ref(`${alias}.finance_status`)}`
  if (reader.companyRole !== 'BUYER' && rows === 'own side') return status
  const told = isFinanceTold(reader, `${alias}.id`, buyerOf(alias, rows))
  return sql`case when ${status} = 'UNFINANCED' or ${told} then ${status} else 'UNFINANCED' end`
}

/** SQL: how much of an invoice `alias` is paid, as the caller reads it; a loss on a financing that a buyer was not told of is none. */
export const payStatusTold = (reader: Reader, alias: string, rows: Rows = 'own side'): RawBuilder<InvoiceTable['payStatus']> => {
  const status = sql<InvoiceTable['payStatus']>`${sql.ref(`${alias}.pay_status`)}`
  if (reader.companyRole !== 'BUYER' && rows === 'own side') return status
  const told = isFinanceTold(reader, `${alias}.id`, buyerOf(alias, rows))
  return sql`case when ${status} <> 'WRITTEN_OFF' then ${status}
    else pay_status_told(${told}, ${status}, ${sql.ref(`${alias}.paid_amount`)}) end`
}
