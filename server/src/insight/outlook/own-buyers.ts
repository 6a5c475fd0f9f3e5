import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'

export type OwnBuyer = { id: string; code: string; name: string; country: string }

/**
 * The buyers a caller has business with: a supplier's own, a funder's debtors, a buyer itself; in the seat of the whole company all that
 * the company has in any seat. Staff see all.
 */
export async function ownBuyers({ tx, actor }: { tx: Tx; actor: Actor }): Promise<OwnBuyer[]> {
  const { companyId: me, companyRole } = actor
  const sold = sql`c.id in (select r.buyer_id from relationship r where r.supplier_id = ${me})`
  const financed = sql`c.id in (select i.buyer_id from finance_order o join finance_order_item i on i.order_id = o.id where o.funder_id = ${me})`
  const bought = sql`c.id = ${me}`
  const sides: Readonly<Record<string, RawBuilder<unknown>>> = {
    SUPPLIER: sold,
    FUNDER: financed,
    BUYER: bought,
    COMPANY: sql`(${bought} or ${sold} or ${financed})`,
  }
  const own = actor.staff ? sql`true` : (sides[companyRole] ?? sql`false`)
  const { rows } = await sql<OwnBuyer>`
    select c.id, c.code, c.name, c.country from company c
    where c.id in (select company_id from company_role where role = 'BUYER') and ${own} order by c.name`.execute(tx)
  return rows
}
