import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { cancelIfUndue } from './cancel-undue.ts'

/**
 * What follows when the bank did not pay a payment: the file that holds it lets go of it, so that another file may take it, and it is
 * cancelled when it is no longer due. Whether the bank refused the transfer is for its report to say.
 */
export async function letGo(context: UseCaseContext, payment: PaymentRow): Promise<void> {
  await context.tx
    .updateTable('paymentFileItem')
    .set({ live: false })
    .where('paymentId', '=', payment.id)
    .where('live', '=', true)
    .execute()
  await cancelIfUndue(context, payment)
}
