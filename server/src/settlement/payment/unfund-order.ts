import { calledOffStatuses } from '@usance/domain/states/finance-order'
import { type RawBuilder, sql } from 'kysely'
import type { StoredOrder } from '../../books/servicing/funding-figures.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { paymentCounts } from '../../books/servicing/payment-counts.ts'
import { takeBackAccruals } from '../../books/servicing/replay.ts'
import { anyOf } from '../../database/database.ts'
import { validFromToday } from '../../finance/finance-order/validity.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** What the funding of an order and the days after it book by themselves. */
const ownEvents = ['FUNDING', 'FEES', 'LATE_INTEREST', 'ACCRUAL']

/**
 * SQL: whether anything but interest has happened on the order of a funding `p` since it was paid, taken back or not: money in or out, a
 * change of its documents or fees, a bill, or a conversion. Drawings on a pool and conversions count as such.
 */
export const hasRunSince = (p: string): RawBuilder<boolean> => {
  const order = sql.ref(`${p}.order_id`)
  return sql`(not exists (select from finance_order f where f.id = ${order} and f.status = 'FUNDED' and f.pool_id is null
      and f.arp_of_order_id is null)
    or exists (select from finance_order c where c.arp_of_order_id = ${order} and c.status <> ${anyOfNot(calledOffStatuses)})
    or exists (select from repayment r where r.order_id = ${order} and r.status not in ('REVERSED', 'REFUSED'))
    or exists (select from payment other where other.order_id = ${order} and other.id <> ${sql.ref(`${p}.id`)} and ${paymentCounts('other')})
    or exists (select from fee_bill b where b.order_id = ${order})
    or exists (select from fee_adjustment a join order_fee f on f.id = a.order_fee_id where f.order_id = ${order}
      and a.status not in ('REJECTED', 'REFUSED', 'WITHDRAWN'))
    or exists (select from journal j where j.order_id = ${order} and j.reversal_of is null and j.event <> ${anyOfNot(ownEvents)}))`
}
const anyOfNot = (all: readonly string[]) => sql`all (${[...all]}::text[])`

/**
 * Undoes what funding an order did beside the journals of its payment: it waits for its money as after right confirmation, from today on
 * and at the rate that it was funded at, whatever the benchmark has done since. Its documents stay locked for it. The transaction sees
 * every company.
 */
export async function unfundOrder(
  context: UseCaseContext,
  order: StoredOrder,
  { id: paymentId, valueDate }: { id: string; valueDate: string },
): Promise<void> {
  const { tx } = context
  await takeBackAccruals(context, order.id, valueDate)
  await tx.updateTable('discountRelease').set({ reversed: true }).where('paymentId', '=', paymentId).execute()
  await tx
    .updateTable('orderFee')
    .set({ charged: false })
    .where('orderId', '=', order.id)
    .where('timing', '=', 'FUNDING')
    .execute()
  const agreed = await tx
    .selectFrom('ratePeriod')
    .select('rate')
    .where('orderId', '=', order.id)
    .orderBy('fromDate')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('ratePeriod').where('orderId', '=', order.id).execute()
  await tx.updateTable('financeOrderPart').set({ status: null }).where('orderId', '=', order.id).execute()
  await lockDocumentsAgain(context, order.id)
  await moveOrder(context, order, 'returnFunding', {
    fundingDate: null,
    fundedAt: null,
    fundedTerms: null,
    principalOutstanding: '0',
    rate: agreed.rate,
    validUntil: await validFromToday(context, order),
  })
}

/** The documents of an order are locked for it, as they were before its money went out. */
async function lockDocumentsAgain({ tx, now }: UseCaseContext, orderId: string): Promise<void> {
  const items = await tx
    .updateTable('financeOrderItem')
    .set({ principalOutstanding: '0' })
    .where('orderId', '=', orderId)
    .returning(['invoiceId', 'purchaseOrderId', 'applyAmount'])
    .execute()
  const updatedAt = now.toISOString()
  await tx
    .updateTable('invoice')
    .set((eb) => ({ financeStatus: 'LOCKED', version: eb('version', '+', 1), updatedAt }))
    .where('id', '=', anyOf(items.flatMap((item) => item.invoiceId ?? [])))
    .execute()
  for (const item of items)
    if (item.purchaseOrderId)
      await tx
        .updateTable('purchaseOrder')
        .set((eb) => ({
          financeStatus: null,
          financedAmount: eb('financedAmount', '-', item.applyAmount),
          version: eb('version', '+', 1),
          updatedAt,
        }))
        .where('id', '=', item.purchaseOrderId)
        .execute()
}
