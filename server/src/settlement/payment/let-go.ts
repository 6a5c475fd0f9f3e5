import { sql } from 'kysely'
import { movePayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { isDue } from './still-due.ts'

/**
 * What follows when the bank did not pay a payment, or sent it back: it is cancelled when it is no longer due, and the file that holds
 * it lets go of it, so that another file may take it.
 */
export async function letGo(context: UseCaseContext, payment: PaymentRow): Promise<void> {
  const { tx } = context
  if (!(await isDue(tx, payment))) await movePayment(context, payment, 'cancel')
  await tx
    .updateTable('paymentFileItem')
    // The bank refused what it was handed; a file that it never got leaves the reference as it is.
    .set(({ selectFrom }) => ({
      live: false,
      status: sql`case when exists (${selectFrom('paymentFile as f')
        .select('f.id')
        .whereRef('f.id', '=', 'paymentFileItem.fileId')
        .where('f.status', '=', 'TAKEN')}) then 'REJECTED' else payment_file_item.status end`,
    }))
    .where('paymentId', '=', payment.id)
    .where('live', '=', true)
    .execute()
}
