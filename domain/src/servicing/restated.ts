import { dayCounts } from '../day-count.ts'
import { type DiscountMethod, discountOf } from '../interest.ts'
import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { accruedOn } from './accrued.ts'
import { type ItemLife, type OrderLife, type RatePeriod, rateOn } from './life.ts'

/**
 * The difference in the client's interest on an order at other rates: the interest accrued before a day, and the whole discount
 * where it was taken in advance; below zero where it would be less. Nothing is booked: an order keeps its rates.
 */
export function restatedBy(
  order: OrderLife,
  rates: readonly RatePeriod[],
  on: LocalDate,
  discountMethod: DiscountMethod = 'STRAIGHT',
): Money {
  const restated = { ...order, rates }
  const differences = order.items.flatMap((item) => [
    M.subtract(accruedOn(restated, item, on).interest, accruedOn(order, item, on).interest),
    ...(order.terms.method === 'IN_ADVANCE'
      ? [M.subtract(discountAt(restated, item, discountMethod), discountAt(order, item, discountMethod))]
      : []),
  ])
  return M.sum(differences, order.currency)
}

function discountAt({ rates, terms, currency }: OrderLife, item: ItemLife, method: DiscountMethod): Money {
  const { fraction } = dayCounts[terms.dayCount].measure(item.fundedOn, item.interestTo, {
    termination: item.interestTo,
  })
  return M.fromRational(discountOf(item.advance, rateOn(rates, item.fundedOn), fraction, method), currency)
}
