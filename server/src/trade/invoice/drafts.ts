import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** SQL for lists, search and assistant: an invoice or purchase order of this alias unless it is a draft, which is its supplier's own. */
export const noForeignDraft = ({ staff }: Pick<Actor, 'staff'>, alias: string): RawBuilder<boolean> =>
  staff ? sql`${sql.ref(`${alias}.doc_status`)} <> 'DRAFT'` : sql`true`

/** The column of the company that a seat is of, on an invoice or purchase order. The seat of a whole company, and staff, have none of their own. */
export const sideOf: Readonly<Record<string, string>> = { SUPPLIER: 'supplier_id', BUYER: 'buyer_id', FUNDER: 'funder_id' }

/**
 * SQL: whether a row of this alias that names its supplier, buyer and funder is of the side of the reader's seat: the company stands there. The
 * seat of a whole company, and staff, have no side of their own.
 */
export function isOfOwnSide(
  { companyRole, companyId }: Pick<Actor, 'companyRole' | 'companyId'>,
  alias: string,
): RawBuilder<boolean> {
  const side = sideOf[companyRole]
  return side ? sql<boolean>`${sql.ref(`${alias}.${side}`)} = ${companyId}` : sql<boolean>`true`
}

/**
 * SQL for lists, search and the records that a request names: the invoices or purchase orders of this alias that the reader's list shows, those
 * of the side of the seat, by the column of which an index serves the list; no draft of another.
 */
export const documentsSeen = (actor: Pick<Actor, 'staff' | 'companyRole' | 'companyId'>, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOfOwnSide(actor, alias)} and ${noForeignDraft(actor, alias)})`
