import { type LocalDate, maxDate } from '@usance/domain/local-date'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { OrderRow } from './move-order.ts'
import type { Priced } from './price.ts'
import { dayToPrice, repriceOrder } from './reprice.ts'

/**
 * The day on which the payment of an order can be made, with the price that holds then where it is not the accepted one. An order that
 * cannot be priced for that day is taken as it was agreed, on its day or today. Sees every company.
 */
export async function onPaymentDay(
  context: Pick<UseCaseContext, 'tx' | 'app' | 'today' | 'now'>,
  order: OrderRow,
): Promise<{ on: LocalDate; priced: Priced | undefined }> {
  const agreed = { on: maxDate(order.requestedFundingDate, context.today), priced: undefined }
  const day = await dayToPrice(context, order)
  if (!day) return agreed
  try {
    const { priced, fundingDate } = await repriceOrder(context, order, day)
    return { on: fundingDate, priced }
  } catch (error) {
    if (error instanceof Refused) return agreed
    throw error
  }
}
