import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the number of a void file whose transfer of a payment the bank has accepted; null where there is none. The payment is not sent
 * again and not declared failed (decision 153).
 */
export const bankHasOf = (paymentId: string): RawBuilder<string | null> =>
  sql<string | null>`(select min(f.no) from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${sql.ref(paymentId)} and f.status = 'VOID' and i.status = 'ACCEPTED')`
