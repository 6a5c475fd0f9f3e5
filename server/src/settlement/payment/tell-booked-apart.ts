import { auditMany } from '../../audit/record.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { refuseBookedReturns } from '../repayment/maybe-return.ts'
import { grouped } from '../repayment/receipt-index.ts'

/**
 * Asks for the booked receipts that may be money of payments of one funder before it is recorded that these are not paid: they may be sent
 * again then. The log keeps at each payment which of them were told apart. Throws RETURN_MAYBE_BOOKED.
 */
export async function tellBookedApart(
  context: UseCaseContext,
  payments: readonly Pick<PaymentRow, 'id' | 'no' | 'funderId'>[],
  notBookedAs: readonly string[],
): Promise<void> {
  const apart = grouped(await refuseBookedReturns(context.tx, payments, notBookedAs), ({ paymentId }) => paymentId)
  await auditMany(
    context,
    payments.flatMap(({ id, no }) => {
      const receipts = apart.get(id)
      return receipts
        ? [
            {
              event: 'PAYMENT_TOLD_APART',
              objectType: 'PAYMENT',
              objectId: id,
              objectNo: no,
              after: { notBookedAs: receipts.map((one) => one.no).join(', ') },
            },
          ]
        : []
    }),
  )
}
