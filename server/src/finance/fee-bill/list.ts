import { feeBillList } from '@usance/wire/fee-bill/list'
import { sql } from 'kysely'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { isOfSeat } from '../../books/servicing/side-of-seat.ts'
import type { Tx } from '../../database/database.ts'
import { type ListContext, source } from '../../list/source.ts'

/** Bills of the caller's company, as the buyer that owes them or the funder that collects them, in the seat for it; staff see those of all. */
const bills = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom('feeBill as b')
    .leftJoin('company as buyer', 'buyer.id', 'b.buyerId')
    .leftJoin('company as funder', 'funder.id', 'b.funderId')
    .leftJoin(ordersSeen(actor).as('o'), 'o.id', 'b.orderId')
    .where(isOfSeat(actor, { BUYER: sql.ref('b.buyer_id'), FUNDER: sql.ref('b.funder_id') }))
    .select([
      'b.id',
      'b.no',
      'o.orderNo',
      'buyer.name as buyerName',
      'funder.name as funderName',
      'b.currency',
      'b.amount',
      sql<string | null>`nullif(b.issued_amount, b.amount)`.as('formerAmount'),
      'b.tax',
      'b.openAmount',
      'b.waivedAmount',
      'b.issuedOn',
      'b.dueOn',
      sql<string>`case when b.open_amount = 0 then 'PAID' when b.open_amount < b.amount then 'PARTIAL' else 'UNPAID' end`.as(
        'status',
      ),
      'b.orderId',
    ])

export const feeBillSource = source(feeBillList, bills, () => ['DETAIL'])
