import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type ItemOwed, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { paymentGoesOut } from '../../books/servicing/payment-counts.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { type Asked, type Found, isExpected, onTheirWay, type Sides } from './cash-row.ts'
import { asAccepted, conversionOn, isPaidLate, type PriceOf } from './expected-fundings.ts'

/**
 * A conversion on its way: `isLate` where it is paid later than on its day, `isTold` where its funding is told elsewhere, late or as the
 * payment that the caller reads, and `sent` what a payment past its draft pays.
 */
type Conversion = {
  id: string
  parentId: string
  link: string
  partyName: string
  isLender: boolean
  isLate: boolean
  isTold: boolean
  sent: string | null
}

/**
 * The conversions of loans on purchase orders that are on their way, as the caller sees them: those whose own cash is expected on the days
 * asked for, and those of loans that fall due on them. One whose day is over may be paid on any later day.
 */
export async function conversionsSeen(tx: Tx, { isLender, reads, sells }: Sides, asked: Asked): Promise<Conversion[]> {
  const { rows } = await sql<Conversion>`
    select o.id, o.arp_of_order_id as parent_id, '/finance/finance-order/' || o.id || '/detail' as link, c.name as party_name,
      ${isLender} as is_lender, ${isPaidLate(asked.today)} as is_late, ${isPaidLate(asked.today)} or exists (select from payment p
        where p.order_id = o.id and p.type = 'FUNDING' and ${paymentGoesOut('p')} and (${isLender} or p.status in ('INSTRUCTED', 'PAID'))) as is_told,
      (select p.amount from payment p where p.order_id = o.id and p.type = 'FUNDING' and p.status <> 'DRAFT' and ${paymentGoesOut('p')} limit 1) as sent
    from finance_order o join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    where o.arp_of_order_id is not null and o.status in ${onTheirWay} and (${reads} or ${sells})
      and o.currency = ${asked.currency} and (${isExpected(sql`o.requested_funding_date`, asked)}
        or ${isPaidLate(asked.today)}
        or exists (select from finance_order_item f where f.order_id = o.arp_of_order_id and ${isExpected(sql`f.maturity`, asked)}))`.execute(
    tx,
  )
  return rows
}

export type Converted = {
  /** The cash that the supplier gets of conversions, and what it pays in for them. */
  rows: Found[]
  /** What is due on a document of a loan once its conversion is paid, of what is due on it without one. */
  after: (itemId: string, due: M.Money) => M.Money
}

/**
 * What conversions on their way pay out beside the loans that they pay off, and what they leave of these: no cash moves for a payoff. One
 * that is paid late is told at the price of the day on which it can be paid. The transaction sees every company.
 */
export async function withPayoffs(
  tx: Tx,
  conversions: readonly Conversion[],
  { today, priceOf }: { today: LocalDate; priceOf: PriceOf },
): Promise<Converted> {
  const rows: Found[] = []
  const payoffs = new Map<string, Payoff>()
  const parents = await loadFinancings(
    tx,
    conversions.map(({ parentId }) => parentId),
  )
  const ids = conversions.map(({ id }) => id)
  const stored = await tx.selectFrom('financeOrder').selectAll().where('id', '=', anyOf(ids)).execute()
  const children = new Map(stored.map((child) => [child.id, child]))
  for (const { id, parentId, link, partyName, isLender, isLate, isTold, sent } of conversions) {
    const [parent, child] = [parents.get(parentId), children.get(id)]
    if (!parent || !child) continue
    const { currency } = child
    const { on, share, owed, lacking, drawn } = await conversionOn(tx, child, parent, isLate ? priceOf : asAccepted(today))
    const row = { date: on, no: child.orderNo, link, partyName, done: false, currency }
    const paid = sent === null ? drawn : amountOf(sent, currency)
    if (M.isPositive(paid) && !isTold)
      rows.push({ ...row, id, kind: 'DRAWING', direction: isLender ? 'OUT' : 'IN', amount: M.toDecimal(paid) })
    if (M.isPositive(lacking))
      rows.push({ ...row, id: `${id}-TOP`, kind: 'REPAYMENT', direction: isLender ? 'IN' : 'OUT', amount: M.toDecimal(lacking) })
    const taken = M.add(payoffs.get(parentId)?.taken ?? M.zero(currency), share.principal)
    payoffs.set(parentId, { owed, taken, whole: M.add(share.principal, share.principalLeft) })
  }
  return { rows, after: leftOf(payoffs) }
}

type Payoff = { owed: readonly ItemOwed[]; taken: M.Money; whole: M.Money }

/** A payoff takes its share of the principal and all costs to date; what is left bears its own from then on. */
function leftOf(payoffs: ReadonlyMap<string, Payoff>): Converted['after'] {
  const left = new Map<string, (due: M.Money) => M.Money>()
  for (const { owed, taken, whole } of payoffs.values()) {
    const rest = M.atLeastZero(M.subtract(whole, taken))
    const part = (of: M.Money) => (M.isZero(whole) ? M.zero(whole.currency) : M.mulDiv(of, rest.minor, whole.minor))
    for (const one of owed) {
      const paid = owedTotal([one], whole.currency)
      left.set(one.item.itemId, (due) => M.add(part(one.principal), part(M.atLeastZero(M.subtract(due, paid)))))
    }
  }
  return (itemId, due) => left.get(itemId)?.(due) ?? due
}
