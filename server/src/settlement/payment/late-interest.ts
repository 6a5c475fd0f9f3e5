import { type ChargedDiscount, discountOfLateDays } from '@usance/domain/late-funding'
import type { Deal, JournalKey } from '@usance/domain/ledger/journal'
import { rebateDiscount } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { interestToOf } from '@usance/domain/servicing/agreed-days'
import { type PostFacts, post } from '../../books/ledger/post.ts'
import type { FundingFigures, StoredOrder } from '../../books/servicing/funding-figures.ts'
import { agreedTermsFor } from '../../books/servicing/terms.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'

type Late = { paymentId: string; valueDate: LocalDate; deal: Deal; key: JournalKey; facts: PostFacts }

/**
 * L12 at funding: if the bank paid after the pricing day, interest in advance was deducted for days on which the money was not
 * out. That interest becomes reserve of the supplier, so that interest is principal × rate × days of the money out.
 */
export async function giveBackLateInterest(
  tx: Tx,
  order: StoredOrder,
  { terms }: FundingFigures,
  { paymentId, valueDate, deal, key, facts }: Late,
): Promise<void> {
  if (terms.method !== 'IN_ADVANCE' || valueDate <= order.requestedFundingDate) return
  const { currency } = order
  const agreed = await agreedTermsFor(tx, order)
  const items = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', order.id).orderBy('seq').execute()
  const given = items.flatMap((item): (ChargedDiscount & { itemId: string })[] => {
    const charged = terms.items[item.id]!
    const back = discountOfLateDays(
      { client: amountOf(charged.client, currency), fund: amountOf(charged.fund, currency) },
      {
        advance: amountOf(item.applyAmount, currency),
        rate: Exact.parseDecimal(order.rate ?? '0'),
        method: agreed.discountMethod,
        dayCount: terms.dayCount,
        fundLeg: terms.fundRate === null ? null : { rate: Exact.parseDecimal(terms.fundRate), dayBase: terms.fundDayBase ?? 360 },
        from: valueDate,
        to: interestToOf(item, agreed, valueDate),
      },
    )
    return M.isPositive(back.client) ? [{ itemId: item.id, ...back }] : []
  })
  if (given.length === 0) return
  const sum = (part: keyof ChargedDiscount) =>
    M.sum(
      given.map((one) => one[part]),
      currency,
    )
  const [client, fund] = [sum('client'), sum('fund')]
  const journal = rebateDiscount({ ...key, eventType: 'LATE_INTEREST' }, deal, {
    fund,
    spread: M.subtract(client, fund),
    rebate: client,
  })
  await post(tx, journal, facts)
  await tx
    .insertInto('discountRelease')
    .values(
      given.map((one) => ({
        id: newId(),
        paymentId,
        orderId: order.id,
        itemId: one.itemId,
        valueDate,
        client: M.toDecimal(one.client),
        fund: M.toDecimal(one.fund),
        rebate: M.toDecimal(one.client),
      })),
    )
    .execute()
}
