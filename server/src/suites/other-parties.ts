import { isNamed, ofOneMatter } from '@usance/wire/act'
import type { Call } from '@usance/wire/call'
import { sql } from 'kysely'
import type { Actor } from '../http/context.ts'
import { valuesAt } from '../http/input-values.ts'
import type { Portal } from '../testing/portal.ts'
import type { Parts } from './places.ts'

/** The tables that tie the records of one matter to its order: the order's id, and the other record's. */
const ofAnOrder: [table: string, order: string, other: string][] = [
  ['finance_order_item', 'order_id', 'invoice_id'],
  ['finance_order_item', 'order_id', 'purchase_order_id'],
  ['finance_order_item', 'order_id', 'id'],
  ['contract', 'order_id', 'id'],
  ['payment', 'order_id', 'id'],
  ['repayment', 'order_id', 'id'],
  ['allocation', 'order_id', 'repayment_id'],
  ['order_fee', 'order_id', 'id'],
  ['fee_adjustment', 'order_id', 'id'],
  ['write_off', 'order_id', 'id'],
]

/** The people who have acted for another company than the actor's in the matter of the named records, by the audit. */
export async function peopleOfOtherParties(portal: Portal, { names = {} }: Call, doer: Actor, parts: Parts): Promise<string[]> {
  const named = Object.entries(names).flatMap(([path, one]) =>
    isNamed(one) && ofOneMatter.includes(one.kind) ? valuesAt(parts, path) : [],
  )
  return portal.look(async (tx) => {
    const pairs = sql.join(
      ofAnOrder.map(([table, order, other]) => sql.raw(`select ${order} as of_order, ${other} as other from ${table}`)),
      sql` union all `,
    )
    const behind = sql`select id as of_order, arp_of_order_id as other from finance_order
      union all select o.id, v.purchase_order_id from finance_order o join finance_order_item i on i.order_id = o.id join invoice v on v.id = i.invoice_id
      union all select id, pool_id from finance_order
      union all select o.id, a.invoice_id from pool_asset a join finance_order o on o.pool_id = a.pool_id
      union all select o.id, a.id from pool_asset a join finance_order o on o.pool_id = a.pool_id`
    const { rows } = await sql<{ userId: string }>`with tied as (${pairs} union all ${behind}),
      named as (select id from unnest(${named}::uuid[]) as id
        union select i.business_id from workflow_task t join workflow_instance i on i.id = t.instance_id where t.id = any(${named}::uuid[])),
      orders as (select id from named union select of_order from tied where other in (select id from named)),
      matter as (select id from named union select id from orders union select other from tied where of_order in (select id from orders))
      select distinct user_id from audit_log where object_id in (select id::text from matter)
        and company_id <> ${doer.companyId} and user_id is not null`.execute(tx)
    return rows.map(({ userId }) => userId)
  })
}
