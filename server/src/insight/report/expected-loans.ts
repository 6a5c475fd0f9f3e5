import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { dueOfItems } from '../../books/servicing/due-of-items.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import type { Tx } from '../../database/database.ts'
import { type Asked, type Found, isExpected, onTheirWay, type Sides } from './cash-row.ts'
import type { Converted } from './expected-conversions.ts'

type Loan = Omit<Found, 'amount'> & { orderId: string }

/**
 * The documents of loans on purchase orders and drawings on pools as the caller sees them, from the application on, that fall due on
 * the days asked for. The supplier repays them, not the buyer of the goods.
 */
export async function loansSeen(tx: Tx, { isLender, reads, sells }: Sides, asked: Asked): Promise<Loan[]> {
  const { rows } = await sql<Loan>`
    select f.id, greatest(f.maturity, ${asked.today}::date) as date, 'REPAYMENT' as kind, o.order_no || ' / ' || f.doc_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, c.name as party_name,
      case when ${isLender} then 'IN' else 'OUT' end as direction, false as done, o.currency, o.id as order_id
    from finance_order_item f join finance_order o on o.id = f.order_id
      join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    where f.doc_type <> 'INVOICE' and o.currency = ${asked.currency} and ${isExpected(sql`f.maturity`, asked)} and (${reads} or ${sells})
      and (o.status in ${onTheirWay} or o.status in ${runningStatuses})`.execute(tx)
  return rows
}

/**
 * The loans with what is due on each, `after` the conversions that are on their way; a document on which nothing is owed is left out. The
 * transaction sees every company.
 */
export async function withDebts(
  tx: Tx,
  loans: readonly Loan[],
  { today, after }: { today: LocalDate; after: Converted['after'] },
): Promise<Found[]> {
  const due = await dueOfItems(
    tx,
    loans.map(({ orderId }) => orderId),
    today,
  )
  return loans.flatMap(({ orderId: _, ...loan }) => {
    const amount = after(loan.id, due.get(loan.id) ?? M.zero(loan.currency))
    return M.isPositive(amount) ? [{ ...loan, amount: M.toDecimal(amount) }] : []
  })
}
