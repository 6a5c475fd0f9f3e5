import * as M from '@usance/domain/money'
import type { AheadOfOrder } from '@usance/domain/servicing/order-ahead'
import { sql } from 'kysely'
import { openClaims } from '../../books/servicing/claims.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

/** An open claim on a supplier, with its order and what is left of it, as decimal text. */
type Claim = Omit<Found, 'amount'> & { orderId: string; left: string }

/** Open claims of which something may be expected by the last day asked for, the first due of each order first. */
export async function claimsSeen(tx: Tx, { isLender, reads, sells }: Sides, { currency, to, today }: Asked): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select c.id, c.order_id, greatest(c.due_date, ${today}::date) as date, 'REPAYMENT' as kind, o.order_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, p.name as party_name,
      case when ${isLender} then 'IN' else 'OUT' end as direction, false as done, c.currency, c.open as left
    from ${openClaims} c join finance_order o on o.id = c.order_id
      join company p on p.id = case when ${isLender} then c.supplier_id else c.funder_id end
    where c.reason <> ${reserveOwedBack} and c.currency = ${currency}
      and (${reads} or ${sells}) and greatest(c.due_date, ${today}::date) <= ${to}
    order by c.due_date, c.id`.execute(tx)
  return rows
}

/** Each claim as what settles it on its day (decision 240), in what follows for its order. */
export const claimsExpected = (claims: readonly Claim[], ahead: ReadonlyMap<string, AheadOfOrder>): Found[] =>
  claims.flatMap(({ orderId, left, ...row }) => {
    const amount = ahead.get(orderId)?.claims.get(row.id) ?? amountOf(left, row.currency)
    return M.isPositive(amount) ? [{ ...row, amount: M.toDecimal(amount) }] : []
  })
