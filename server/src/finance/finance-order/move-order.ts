import { type FinanceOrderEvent, nextFinanceOrderStatus } from '@usance/domain/states/finance-order'
import type { UpdateObject } from 'kysely'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
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
