import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** SQL for list, search and assistant: the orders `o` that the reader's list shows, a company's own side, for staff what was submitted. */
export function ordersListed(actor: Pick<Actor, 'staff' | 'companyRole' | 'companyId'>): RawBuilder<boolean> {
  if (actor.staff) return sql`o.submitted_at is not null`
  const column = { SUPPLIER: 'o.supplier_id', BUYER: 'o.buyer_id', FUNDER: 'o.funder_id' }[actor.companyRole as string]
  return column ? sql`${sql.ref(column)} = ${actor.companyId}` : sql`true`
}
