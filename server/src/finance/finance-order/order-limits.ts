import { atLeastZero, type Money, sum } from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type LeftOfLimit, leftOfLimits } from './limits.ts'
import type { OrderRow } from './move-order.ts'

/**
 * What an order takes of each limit that it has to fit, what is left of the limit without it, which is below zero where more is used than it
 * allows, and what is free. The transaction sees every company.
 */
export async function limitsOfOrder(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'supplierId' | 'funderId' | 'currency'>,
  today: string,
  { lock = false } = {},
): Promise<(LeftOfLimit & { available: Money; wanted: Money })[]> {
  const items = await tx
    .selectFrom('financeOrderItem')
    .select(['buyerId', 'applyAmount'])
    .where('orderId', '=', order.id)
    .execute()
  const limits = await leftOfLimits(
    tx,
    {
      supplierId: order.supplierId,
      buyerIds: [...new Set(items.flatMap(({ buyerId }) => buyerId ?? []))].sort(),
      funderId: order.funderId,
      currency: order.currency,
      today,
      exceptOrderId: order.id,
    },
    { lock },
  )
  const wantedOf = (buyerId: string | undefined) =>
    sum(
      items
        .filter((item) => buyerId === undefined || item.buyerId === buyerId)
        .map((item) => amountOf(item.applyAmount, order.currency)),
      order.currency,
    )
  return limits.map((limit) => ({ ...limit, available: atLeastZero(limit.left), wanted: wantedOf(limit.buyerId) }))
}
