import { audit } from '../../audit/record.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { withBankOf } from './with-bank.ts'

/**
 * Tells supplier and funder of an order, once, that it is not paid while the bank has a document of it for another order. Neither is told
 * which: the other order may be another funder's (decision 255). The transaction sees every company.
 */
export async function tellBarred(context: UseCaseContext, orderId: string): Promise<void> {
  const { tx } = context
  const [found] = await withBankOf(tx, orderId)
  if (!found) return
  const { docNo } = found
  const told = await tx
    .selectFrom('auditLog')
    .select('id')
    .where('objectType', '=', 'FINANCE_ORDER')
    .where('objectId', '=', orderId)
    .where('event', '=', 'FINANCE_ORDER_BARRED_BY_BANK')
    .executeTakeFirst()
  if (told) return
  const { orderNo, supplierId, funderId } = await tx
    .selectFrom('financeOrder')
    .select(['orderNo', 'supplierId', 'funderId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const about = { event: 'FINANCE_ORDER_BARRED_BY_BANK', objectType: 'FINANCE_ORDER', objectId: orderId } as const
  await audit(context, { ...about, objectNo: orderNo, after: { docNo } })
  await notify(tx, {
    ...about,
    companyIds: [supplierId, funderId],
    params: { orderNo, docNo },
    link: `/finance/finance-order/${orderId}/detail`,
  })
}
