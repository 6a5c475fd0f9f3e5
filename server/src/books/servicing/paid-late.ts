import { interestFrom } from '@usance/domain/late-funding'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { interestToOf } from '@usance/domain/servicing/agreed-days'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { agreedTermsFor, termsOfProduct } from './terms.ts'

type Figures = { interest: M.Money; reserve: M.Money }
/** Interest and reserve of an order whose bank paid late: as agreed, and as they are since, item by item. */
export type PaidLate = { agreed: Figures; booked: Figures; ofItem: (itemId: string) => Figures | undefined }

/**
 * The interest and the reserve of an order whose bank paid after the agreed day, or undefined where they are the same, as it paid in time. Of
 * interest in advance the part for the days before the payment is reserve since (decision 077); interest in arrears runs from the
 * payment.
 */
export async function paidLate(tx: Tx, orderId: string): Promise<PaidLate | undefined> {
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!order?.fundingDate || order.fundingDate <= order.requestedFundingDate) return undefined
  const { currency, fundingDate } = order
  const terms = await agreedTermsFor(tx, order)
  const items = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', orderId).execute()
  const given = await tx
    .selectFrom('discountRelease')
    .select(['itemId', 'client'])
    .where('orderId', '=', orderId)
    .where('paymentId', 'is not', null)
    .where('reversed', '=', false)
    .execute()
  const lines = items.map((item) => {
    const agreed = { interest: amountOf(item.interest ?? '0', currency), reserve: amountOf(item.reserve, currency) }
    const back = M.sum(
      given.filter(({ itemId }) => itemId === item.id).map(({ client }) => amountOf(client, currency)),
      currency,
    )
    const inAdvance = { interest: M.subtract(agreed.interest, back), reserve: M.add(agreed.reserve, back) }
    const inArrears = () => ({
      reserve: agreed.reserve,
      interest: interestFrom({
        advance: amountOf(item.applyAmount, currency),
        rate: Exact.parseDecimal(order.rate ?? '0'),
        dayCount: termsOfProduct(terms, '0').dayCount,
        from: fundingDate,
        to: interestToOf(item, terms, fundingDate),
        leastDays: terms.minInterestDays,
      }),
    })
    return { id: item.id, agreed, booked: terms.interestMethod === 'IN_ADVANCE' ? inAdvance : inArrears() }
  })
  const total = (which: 'agreed' | 'booked'): Figures => ({
    interest: M.sum(
      lines.map((line) => line[which].interest),
      currency,
    ),
    reserve: M.sum(
      lines.map((line) => line[which].reserve),
      currency,
    ),
  })
  const [agreed, booked] = [total('agreed'), total('booked')]
  if (M.equals(agreed.interest, booked.interest)) return undefined
  return { agreed, booked, ofItem: (id) => lines.find((line) => line.id === id)?.booked }
}
