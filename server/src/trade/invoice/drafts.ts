import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** SQL for lists, search, assistant and the records that a request names: an invoice or purchase order of this alias unless it is a draft, which is its supplier's own. */
export const noForeignDraft = ({ staff }: Pick<Actor, 'staff'>, alias: string): RawBuilder<boolean> =>
  staff ? sql`${sql.ref(`${alias}.doc_status`)} <> 'DRAFT'` : sql`true`

/** The column of the company that a seat is of, on an invoice or purchase order. The seat of a whole company, and staff, have none of their own. */
export const sideOf: Readonly<Record<string, string>> = { SUPPLIER: 'supplier_id', BUYER: 'buyer_id', FUNDER: 'funder_id' }

/**
 * SQL for list and search: the invoices or purchase orders of this alias that the reader's list shows, a company's own side, by the
 * column of which an index serves the list; no draft of another.
 */
export function documentsListed(actor: Pick<Actor, 'staff' | 'companyRole' | 'companyId'>, alias: string): RawBuilder<boolean> {
  const side = sideOf[actor.companyRole]
  const drafts = noForeignDraft(actor, alias)
  return side ? sql`(${sql.ref(`${alias}.${side}`)} = ${actor.companyId} and ${drafts})` : drafts
}
