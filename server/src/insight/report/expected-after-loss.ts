import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { releasableReserves } from '../../books/servicing/releasable.ts'
import type { Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

type Lost = { id: string; isLender: boolean; partyName: string }

/** The written-off orders of which the caller expects releases, with whom it expects them from or is to pay them. */
export async function lostOrdersSeen(tx: Tx, { me, isLender, reads }: Sides, { currency }: Asked): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select o.id, ${isLender} as is_lender, c.name as party_name from finance_order o
      join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    where o.status = 'WRITTEN_OFF' and o.currency = ${currency} and (${reads} or o.supplier_id = ${me})`.execute(tx)
  return rows
}

/**
 * Reserve that buyers have filled since their order was written off and its loss was recovered: it is the supplier's, from the day on
 * which it may be released. What a loss has taken is not among it. The transaction sees every company.
 */
export async function releasesAfterLoss(tx: Tx, lost: readonly Lost[], today: LocalDate): Promise<Found[]> {
  const orders = new Map(lost.map((one) => [one.id, one]))
  const free = await releasableReserves(tx, today, { orderIds: [...orders.keys()] })
  return free
    .filter(({ blockedBy }) => blockedBy !== 'LOSS')
    .flatMap(({ orderId, itemId, orderNo, docNo, amount, currency, from }) => {
      const { isLender, partyName } = orders.get(orderId)!
      const link = `/finance/finance-order/${orderId}/detail`
      const what = {
        id: itemId,
        date: maxDate(today, from),
        kind: 'RELEASE' as const,
        no: `${orderNo} / ${docNo}`,
        link,
        partyName,
      }
      const direction = isLender ? ('OUT' as const) : ('IN' as const)
      return M.isPositive(amount) ? [{ ...what, direction, done: false, amount: M.toDecimal(amount), currency }] : []
    })
}
