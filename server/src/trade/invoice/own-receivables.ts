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
