import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * SQL: the number of a file that has let go of a payment which the bank reports as accepted or pending; null without one. Such a payment
 * is not sent again, not declared failed and not cancelled (decision 153).
 */
export const bankHasOf = (paymentId: string): RawBuilder<string | null> =>
  sql<string | null>`(select min(f.no) from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${sql.ref(paymentId)} and not i.live and i.status in ('PENDING', 'ACCEPTED'))`

/** The number of that file for one payment, or null. */
export async function bankHas(tx: Tx, paymentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select(bankHasOf('payment.id').as('no'))
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return row.no
}

/** Throws PAYMENT_WITH_BANK where the bank has the payment by a file that has let go of it. */
export async function refuseWithBank(tx: Tx, paymentId: string): Promise<void> {
  const no = await bankHas(tx, paymentId)
  if (no) throw new Refused('PAYMENT_WITH_BANK', { no })
}
