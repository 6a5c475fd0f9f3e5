import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the instant at which an order last ended, null where it never did. Receipts that came after its end, or went back since, say
 * nothing of when it ended.
 */
export const endedAt = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select max(ending.at) from audit_log ending where ending.object_type = 'FINANCE_ORDER'
    and ending.object_id = ${orderId}::text and ending.event in ('FINANCE_ORDER_SETTLED', 'FINANCE_ORDER_CONVERTED'))`
