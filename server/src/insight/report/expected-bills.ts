import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { feesAheadOf } from '../../books/servicing/load-order.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import type { Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

type Ahead = { id: string; orderNo: string; currency: string; dueOn: LocalDate; isBuyer: boolean; partyName: string }

/** The running orders with a buyer's fee at settlement that is in no bill yet, as their buyer and their lender may see them. */
export async function buyerFeesSeen(tx: Tx, { reads, owes }: Sides, { currency }: Asked): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select o.id, o.order_no, o.currency, (select min(i.due_date) from finance_order_item i where i.order_id = o.id) as due_on,
      ${owes} as is_buyer, c.name as party_name
    from finance_order o join company c on c.id = case when ${owes} then o.funder_id else o.buyer_id end
    where o.status in ${runningStatuses} and o.currency = ${currency} and (${reads} or ${owes})
      and exists (select from order_fee f where f.order_id = o.id and f.payer = 'BUYER' and f.timing = 'SETTLEMENT' and not f.charged)`.execute(
    tx,
  )
  return rows
}

/** The bills that the first money on these orders will bring, due with the first invoice of each. The transaction sees every company. */
export async function billsExpected(tx: Tx, orders: readonly Ahead[], today: LocalDate): Promise<Found[]> {
  const ahead = await feesAheadOf(tx, orders)
  return orders.flatMap(({ id, orderNo, currency, dueOn, isBuyer, partyName }): Found[] => {
    const { BUYER: amount } = ahead(id)
    const what = {
      id: `${id}-FEES`,
      kind: 'FEE_BILL' as const,
      no: orderNo,
      link: `/finance/finance-order/${id}/detail`,
      partyName,
    }
    const direction = isBuyer ? ('OUT' as const) : ('IN' as const)
    return M.isPositive(amount)
      ? [{ ...what, date: maxDate(today, dueOn), direction, done: false, amount: M.toDecimal(amount), currency }]
      : []
  })
}
