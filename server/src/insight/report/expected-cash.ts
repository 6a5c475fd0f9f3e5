import { byOrder } from '../../books/servicing/load-order.ts'
import { surplusesSeen } from '../../books/servicing/open-refunds.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { aheadOfOrders } from './ahead-of-orders.ts'
import { sidesOf } from './cash-moved.ts'
import type { Asked, Found } from './cash-row.ts'
import { lostOrdersSeen, releasesAfterLoss } from './expected-after-loss.ts'
import { billsExpected, buyerFeesSeen } from './expected-bills.ts'
import { claimsExpected, claimsSeen } from './expected-claims.ts'
import { conversionsSeen, withPayoffs } from './expected-conversions.ts'
import { type LateFunding, pricesOf, withPaymentDays } from './expected-fundings.ts'
import { loansSeen, withDebts } from './expected-loans.ts'
import { refundsExpected } from './expected-refunds.ts'
import { remittancesExpected } from './expected-remittances.ts'
import { reservesSeen, withReleases } from './expected-reserves.ts'

/**
 * What the caller expects in a currency on some days and is in no document by its amount: it is worked out from the orders whose cash
 * falls on these days, and from those that are paid `late`. The transaction sees every company afterwards.
 */
export async function expectedCash(
  context: Pick<UseCaseContext, 'tx' | 'app' | 'actor' | 'today' | 'now'>,
  asked: Asked,
  late: readonly LateFunding[],
): Promise<Found[]> {
  const { tx, actor, today } = context
  // What is overdue is expected today, so that nothing is expected of a day that is over.
  if (asked.to < today) return []
  const sides = sidesOf(actor)
  const loans = await loansSeen(tx, sides, asked)
  const reserves = await reservesSeen(tx, sides, asked)
  const conversions = await conversionsSeen(tx, sides, asked)
  const lost = await lostOrdersSeen(tx, sides, asked)
  const claims = await claimsSeen(tx, sides, asked)
  const fees = await buyerFeesSeen(tx, sides, asked)
  const surpluses = await surplusesSeen(tx, actor)
  await elevate(tx)
  const priceOf = pricesOf(context)
  const { rows: converting, after } = await withPayoffs(tx, conversions, { today, priceOf })
  const orderIds = [...new Set([...reserves, ...claims].map(({ orderId }) => orderId))]
  const now = { reservesIn: byOrder(await reservesOf(tx, orderIds)), today }
  const ahead = await aheadOfOrders(tx, orderIds, now)
  const all = [
    ...(await withPaymentDays(tx, late, priceOf)),
    ...converting,
    ...(await remittancesExpected({ tx, actor, today })),
    ...(await refundsExpected({ tx, actor, today }, { ...asked, among: surpluses })),
    ...(await releasesAfterLoss(tx, lost, today)),
    ...claimsExpected(claims, ahead),
    ...(await billsExpected(tx, fees, today)),
    ...(await withReleases(tx, reserves, { ...now, ahead })),
    ...(await withDebts(tx, loans, { today, after })),
  ]
  return all.filter(({ currency, date }) => currency === asked.currency && date >= asked.from && date <= asked.to)
}
