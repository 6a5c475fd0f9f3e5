import { calledOffStatuses, type FinanceOrderEvent, nextFinanceOrderStatus } from '@usance/domain/states/finance-order'
import type { UpdateObject } from 'kysely'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { amountText } from '../../database/amount.ts'
import type { Tables } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

export type OrderRow = Awaited<ReturnType<typeof lockOrder>>

/** The order, locked until the transaction ends, as far as the transaction may see it. */
export async function lockOrder(tx: UseCaseContext['tx'], id: string) {
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  return order
}

/** Moves a locked order along its machine before money is out, tells the parties named, and leaves an audit row. */
export async function moveOrder(
  context: UseCaseContext,
  order: OrderRow,
  event: FinanceOrderEvent,
  patch: UpdateObject<Tables, 'financeOrder'> = {},
  tell: {
    companies?: (string | null)[]
    comment?: string /** The audit's name, where the status does not tell it. */
    event?: string
  } = {},
): Promise<OrderRow> {
  const { tx, actor } = context
  const status = accepted(nextFinanceOrderStatus(order.status, event))
  const moved = await tx
    .updateTable('financeOrder')
    .set({ ...patch, status, version: order.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .where('version', '=', order.version)
    .returningAll()
    .executeTakeFirst()
  if (!moved) throw new Refused('STALE_VERSION')
  await audit(context, {
    event: tell.event ?? `FINANCE_ORDER_${status}`,
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    before: { status: order.status },
    after: { status, by: event, ...(tell.comment ? { comment: tell.comment } : {}) },
  })
  if (order.arpOfOrderId && calledOffStatuses.some((one) => one === status)) await tellKeptTopUps(context, order)
  if (tell.companies?.length)
    await notify(tx, {
      event: `FINANCE_ORDER_${status}`,
      companyIds: tell.companies,
      params: { orderNo: order.orderNo, amount: order.financeAmount, currency: order.currency, comment: tell.comment ?? null },
      objectType: 'FINANCE_ORDER',
      objectId: order.id,
      link: `/finance/finance-order/${order.id}/detail`,
    })
  return moved
}

/** Tells the operator of each top-up that waits for a conversion that will not be paid: Settlement takes it back and returns it. */
async function tellKeptTopUps({ tx }: UseCaseContext, order: OrderRow): Promise<void> {
  const kept = await tx
    .selectFrom('repayment')
    .select(['id', 'no', 'amount', 'currency'])
    .where('topUpOf', '=', order.id)
    .where('status', '=', 'POSTED')
    .orderBy('no')
    .execute()
  if (kept.length === 0) return
  const platformId = await platformIdOf(tx)
  for (const { id, no, amount, currency } of kept)
    await notify(tx, {
      event: 'FINANCE_ORDER_TOP_UP_LEFT',
      companyIds: [platformId],
      params: { orderNo: order.orderNo, no, amount: amountText(amount, currency), currency },
      objectType: 'REPAYMENT',
      objectId: id,
      link: `/repayment/repaymentDetail?no=${no}&id=${id}`,
    })
}
