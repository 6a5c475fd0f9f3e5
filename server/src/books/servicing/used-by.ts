import { type RawBuilder, sql } from 'kysely'
import { runningStatuses } from './open-statuses.ts'
import { openOwedBack } from './owed-back.ts'

/**
 * SQL: what an order of the alias uses: its principal while it is in one of the states, and reserve that is owed back on it (decision
 * 168). Every sum of what is used or overdue reads it here; a buyer reads no claims, and of its debt the principal alone.
 */
export const usedBy = (order: string, statuses: RawBuilder<unknown> = runningStatuses): RawBuilder<string> =>
  sql<string>`(case when ${sql.ref(`${order}.status`)} in ${statuses} then ${sql.ref(`${order}.principalOutstanding`)} else 0 end
    + ${openOwedBack(sql`c.order_id = ${sql.ref(`${order}.id`)}`)})`

/** The states of an order that was withdrawn or expired before it was paid. */
export const endedUnpaid = sql`('REVOKED', 'EXPIRED')`

/** SQL: whether an ended order of the alias still holds documents, since the bank has its cancelled transfer (decision 236). */
export const heldByBank = (order: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${order}.status`)} in ${endedUnpaid}
    and exists (select from finance_order_item held where held.order_id = ${sql.ref(`${order}.id`)} and held.active))`

/** SQL: what an order of the alias takes of the limits before it is paid: all of it on its way, and once it has ended what it still holds. */
export const lockedBy = (order: string): RawBuilder<string> =>
  sql<string>`(case when ${sql.ref(`${order}.status`)} in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING') then ${sql.ref(`${order}.financeAmount`)}
    when ${sql.ref(`${order}.status`)} in ${endedUnpaid} then coalesce((select sum(held.apply_amount) from finance_order_item held
      where held.order_id = ${sql.ref(`${order}.id`)} and held.active), 0) else 0 end)`
