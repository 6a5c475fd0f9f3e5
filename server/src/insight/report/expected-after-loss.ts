import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { claimsDue, releasableReserves } from '../../books/servicing/releasable.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

type Lost = { id: string; isLender: boolean; partyName: string }

/** The written-off orders of which the caller expects releases, with whom it expects them from or is to pay them. */
export async function lostOrdersSeen(tx: Tx, { isLender, reads, sells }: Sides, { currency }: Asked): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select o.id, ${isLender} as is_lender, c.name as party_name from finance_order o
      join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    where o.status = 'WRITTEN_OFF' and o.currency = ${currency} and (${reads} or ${sells})`.execute(tx)
  return rows
}

/**
 * Reserve that buyers have filled since their order was written off and its loss was recovered, and what they still owe its funder then: it
 * is the supplier's, from the day on which it may be released, and not before a claim that blocks it is due. What a loss has taken is not among it. The transaction sees every company.
 */
export async function releasesAfterLoss(tx: Tx, lost: readonly Lost[], today: LocalDate): Promise<Found[]> {
  const orders = new Map(lost.map((one) => [one.id, one]))
  const orderIds = [...orders.keys()]
  const free = (await releasableReserves(tx, today, { orderIds })).filter(({ blockedBy }) => blockedBy !== 'LOSS')
  const rests = await restsOf(tx, orderIds)
  const due = await claimsDue(tx, orderIds)
  const ofItem = new Map(free.map((one) => [one.itemId, one]))
  const items = [...new Set([...free, ...rests].map(({ itemId }) => itemId))]
  return items.flatMap((itemId) => {
    const [held, rest] = [ofItem.get(itemId), rests.find((one) => one.itemId === itemId)]
    const { orderId, orderNo, docNo, currency } = (held ?? rest)!
    const { isLender, partyName } = orders.get(orderId)!
    const amount = M.sum(
      [held?.amount, rest?.amount].filter((one) => one !== undefined),
      currency,
    )
    const what = {
      id: itemId,
      date: [held?.from, due.get(orderId)].reduce<LocalDate>((last, on) => maxDate(last, on ?? last), today),
      kind: 'RELEASE' as const,
      no: `${orderNo} / ${docNo}`,
      link: `/finance/finance-order/${orderId}/detail`,
      partyName,
    }
    const direction = isLender ? ('OUT' as const) : ('IN' as const)
    return M.isPositive(amount) ? [{ ...what, direction, done: false, amount: M.toDecimal(amount), currency }] : []
  })
}

/** What buyers still owe the funders of some written-off orders whose losses have come back, by item. */
async function restsOf(tx: Tx, orderIds: readonly string[]) {
  const { rows } = await sql<{ itemId: string; orderId: string; orderNo: string; docNo: string; currency: string; rest: string }>`
    select i.id as item_id, o.id as order_id, o.order_no, i.doc_no, o.currency, rest_to_funder(v.id, o.id) as rest
    from finance_order_item i join finance_order o on o.id = i.order_id join invoice v on v.id = i.invoice_id
    where o.id = ${anyOf(orderIds)} and v.outstanding > 0 and v.finance_status = 'SETTLED'`.execute(tx)
  return rows.map(({ rest, ...row }) => ({ ...row, amount: amountOf(rest, row.currency) }))
}
