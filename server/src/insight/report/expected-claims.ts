import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { openClaims } from '../../books/servicing/claims.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { claimsSettled, settledInTurn } from '../../books/servicing/settles-claims.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

/** An open claim on a supplier, with its order and what is left of it, as decimal text. */
type Claim = Omit<Found, 'amount'> & { orderId: string; left: string }

/** Open claims of which something may be expected by the last day asked for, the first due of each order first. */
export async function claimsSeen(tx: Tx, { me, isLender, reads }: Sides, { currency, to, today }: Asked): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select c.id, c.order_id, greatest(c.due_date, ${today}::date) as date, 'REPAYMENT' as kind, o.order_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, p.name as party_name,
      case when ${isLender} then 'IN' else 'OUT' end as direction, false as done, c.currency, c.open as left
    from ${openClaims} c join finance_order o on o.id = c.order_id
      join company p on p.id = case when ${isLender} then c.supplier_id else c.funder_id end
    where c.reason <> ${reserveOwedBack} and c.currency = ${currency}
      and (${reads} or c.supplier_id = ${me}) and greatest(c.due_date, ${today}::date) <= ${to}
    order by c.due_date, c.id`.execute(tx)
  return rows
}

/**
 * Each claim as what settles it on its day, after those of its order that are due before it (decision 240). The transaction sees every
 * company.
 */
export async function claimsExpected(tx: Tx, claims: readonly Claim[]): Promise<Found[]> {
  const settles = await settledInTurn(
    tx,
    claims.map(({ orderId }) => orderId),
  )
  return claims.flatMap(({ orderId, left, ...row }) => {
    const amount = settles(orderId, row.date, amountOf(left, row.currency))
    return M.isPositive(amount) ? [{ ...row, amount: M.toDecimal(amount) }] : []
  })
}

/**
 * What the payment of the open claims of some orders takes off what they owe when it falls due, order by order. Costs count as far as they
 * are of that day: the penalty of a later day is in no debt of this one. The transaction sees every company.
 */
export async function loweredByClaims(tx: Tx, orderIds: readonly string[], today: LocalDate): Promise<Map<string, M.Money>> {
  const { rows } = await sql<{ orderId: string; on: LocalDate; maturity: LocalDate }>`
    select c.order_id, max(c.due_date) as "on", o.maturity from ${openClaims} c join finance_order o on o.id = c.order_id
    where c.order_id = any(${[...orderIds]}::uuid[]) and c.reason <> ${reserveOwedBack} group by 1, 3`.execute(tx)
  const settled = await claimsSettled(
    tx,
    rows.map(({ orderId }) => orderId),
  )
  return new Map(
    rows.flatMap(({ orderId, on, maturity }) => {
      const due = maxDate(today, maturity)
      const day = maxDate(today, on < due ? on : due)
      const lowers = settled(orderId, day)?.lowers
      return lowers ? [[orderId, lowers] as const] : []
    }),
  )
}
