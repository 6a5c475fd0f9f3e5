import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { notify } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'
import type { ReportLine } from '../../payment-file/read-pain002.ts'
import { linkTo } from '../payment/mark-paid.ts'

type Transfer = { fileId: string; amount: string; currency: string }

/**
 * Tells all of settlement that the bank has a payment by a file that no longer holds it: whoever read the report may be the only one who
 * knows. The transaction sees every company.
 */
export async function tellWithBank(
  tx: Tx,
  payment: Parameters<typeof linkTo>[0] & { id: string },
  { fileId, amount, currency }: Transfer,
  { status, outcome }: Pick<ReportLine, 'status' | 'outcome'>,
): Promise<void> {
  const file = await tx.selectFrom('paymentFile').select('no').where('id', '=', fileId).executeTakeFirstOrThrow()
  await notify(tx, {
    event: 'PAYMENT_WITH_BANK_AFTER_ALL',
    userIds: await staffOfRole(tx, 'Settlement'),
    params: { no: payment.no, fileNo: file.no, amount: amountText(amount, currency), currency, status: status ?? outcome },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link: linkTo(payment),
  })
}
