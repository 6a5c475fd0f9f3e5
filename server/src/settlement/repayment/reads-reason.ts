import { type RawBuilder, sql } from 'kysely'
import { isPartner } from '../../auth/partner.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import type { Actor } from '../../http/context.ts'

/**
 * SQL: why a receipt or repayment `row` was offered its order, for whoever may read it. The reason names an order, which may be one that the
 * payer was not told of, or another company's (decision 147): it is told to staff and to the funder, and else with that order alone. What
 * settlement wrote of its own names no one order, and is for staff and the funder. A partner reads of the orders that it sees.
 */
export const reasonRead = (actor: Actor, row: 'c' | 'r'): RawBuilder<string | null> => {
  const [reason, funder] = [sql.ref(`${row}.match_reason`), sql.ref(`${row}.funder_id`)]
  return sql<string | null>`case when ${actor.staff && !isPartner(actor)} or ${funder} = ${actor.companyId}
    or (${reason} ~ '^[A-Z_]+ [^ ]+$' and exists (select from ${ordersSeen(actor)} seen where seen.order_no = split_part(${reason}, ' ', 2)))
    then ${reason} end`
}
