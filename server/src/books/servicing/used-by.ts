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
