import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'

export type OwnBuyer = { id: string; code: string; name: string; country: string }

/** The buyers a caller has business with: a supplier's own, a funder's debtors, a buyer itself; staff see all. */
export async function ownBuyers({ tx, actor }: { tx: Tx; actor: Actor }): Promise<OwnBuyer[]> {
  const own = {
    SUPPLIER: sql`c.id in (select r.buyer_id from relationship r where r.supplier_id = ${actor.companyId})`,
    FUNDER: sql`c.id in (select i.buyer_id from finance_order o join finance_order_item i on i.order_id = o.id where o.funder_id = ${actor.companyId})`,
    BUYER: sql`c.id = ${actor.companyId}`,
    COMPANY: sql`(c.id = ${actor.companyId} or c.id in (select r.buyer_id from relationship r where r.supplier_id = ${actor.companyId}))`,
  }[actor.companyRole as 'SUPPLIER']
  const { rows } = await sql<OwnBuyer>`
    select c.id, c.code, c.name, c.country from company c
    where c.id in (select company_id from company_role where role = 'BUYER') and ${actor.staff ? sql`true` : (own ?? sql`false`)} order by c.name`.execute(
    tx,
  )
  return rows
}
