import { customerRate } from '@usance/domain/interest'
import * as M from '@usance/domain/money'
import { parseDecimal, toShortText } from '@usance/domain/rational'
import { restatedBy } from '@usance/domain/servicing/restated'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notifyAll } from '../../notify/notify.ts'

/** A fixing in its latest revision. */
type Revised = { type: string; effectiveDate: string; percentRate: string }

/**
 * Notifies staff and funder of each order that was priced or reset by an older revision of a fixing. No order is priced again:
 * the notice states its rate, the rate by the new revision, and the difference to date: to staff in the client's interest, to
 * the funder in its own.
 */
export async function tellRevised({ tx, today }: UseCaseContext, { type, effectiveDate, percentRate }: Revised): Promise<void> {
  await elevate(tx)
  const periods = await tx
    .selectFrom('ratePeriod')
    .select(['orderId', 'fromDate', 'fixing', 'margin'])
    .where('baseRateType', '=', type)
    .where('fixingDate', '=', effectiveDate)
    .where('fixing', 'is not', null)
    .execute()
  const orders = await loadFinancings(tx, [...new Set(periods.map(({ orderId }) => orderId))])
  const now = parseDecimal(percentRate)
  const { id: platformId } = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
  const notices = [...orders.values()].flatMap(({ row, terms, life }) => {
    const own = periods.filter(({ orderId }) => orderId === row.id)
    const rates = life.rates.map((rate) => {
      const fixed = own.find(({ fromDate }) => fromDate === rate.from)
      return fixed ? { ...rate, rate: customerRate(now, parseDecimal(fixed.margin), parseDecimal(terms.floor)) } : rate
    })
    const { client, fund } = restatedBy(life, rates, today, terms.discountMethod)
    const told = [
      { event: 'FINANCE_ORDER_RATE_REVISED' as const, companyIds: [platformId], difference: client },
      { event: 'FINANCE_ORDER_INCOME_REVISED' as const, companyIds: [row.funderId], difference: fund },
    ]
    return told
      .filter(({ difference }) => !M.isZero(difference))
      .map(({ event, companyIds, difference }) => ({
        event,
        companyIds,
        params: {
          type,
          date: effectiveDate,
          orderNo: row.orderNo,
          before: toShortText(parseDecimal(own[0]!.fixing!)),
          after: toShortText(now),
          amount: M.toDecimal(difference),
          currency: row.currency,
        },
        objectType: 'FINANCE_ORDER',
        objectId: row.id,
        link: `/finance/finance-order/${row.id}/detail`,
      }))
  })
  await notifyAll(tx, notices)
}
