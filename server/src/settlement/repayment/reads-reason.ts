import { type RawBuilder, sql } from 'kysely'
import { scopeOfSeat } from '../../auth/partner.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import type { Actor } from '../../http/context.ts'

/**
 * SQL: why a receipt or repayment `row` was matched to its order, for whoever may read it. Staff and the funder read every reason. A reason may
 * name an order of another company, or one that the payer was not told of (decision 147), so others read it only where they see that order.
 * What settlement wrote itself names no order, and is told to staff and the funder alone.
 */
export const reasonRead = (actor: Actor, row: 'c' | 'r'): RawBuilder<string | null> => {
  const [reason, funder] = [sql.ref(`${row}.match_reason`), sql.ref(`${row}.funder_id`)]
  return sql<string | null>`case when ${scopeOfSeat(actor) === 'staff'} or ${funder} = ${actor.companyId}
    or (${reason} ~ '^[A-Z_]+ [^ ]+$' and exists (select from ${ordersSeen(actor)} seen where seen.order_no = split_part(${reason}, ' ', 2)))
    then ${reason} end`
}
