import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type OrderPosition, owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { feesAheadOf, loadFinancings } from './load-order.ts'
import { openOwedBack } from './owed-back.ts'
import { ratesAhead } from './rates-ahead.ts'

const perBatch = 200

/**
 * What is owed to the funder on each item of some orders on the day it falls due, or today where that is past: principal,
 * interest at the rates in force and of the resets that are known, penalty and the supplier's fees, as a payoff of that day has them. Of
 * orders that are not funded it is the price that was accepted. The transaction sees every company.
 */
export async function dueOfItems(tx: Tx, orderIds: readonly string[], today: LocalDate): Promise<Map<string, M.Money>> {
  const ids = [...new Set(orderIds)]
  const due = new Map<string, M.Money>()
  for (let at = 0; at < ids.length; at += perBatch)
    for (const [itemId, amount] of await dueOfBatch(tx, ids.slice(at, at + perBatch), today)) due.set(itemId, amount)
  return due
}

async function dueOfBatch(tx: Tx, ids: readonly string[], today: LocalDate): Promise<[string, M.Money][]> {
  const financings = await loadFinancings(tx, ids)
  const charged = await feesCharged(tx, ids)
  const funded = [...financings.values()]
  const ahead = await feesAheadOf(
    tx,
    funded.map(({ row }) => row),
  )
  const ratesOf = await ratesAhead(tx, funded)
  const running = funded.flatMap((financing) => {
    const { life, paid } = financing
    const { id, currency } = financing.row
    const order = { ...life, rates: ratesOf(financing) }
    const none = M.zero(currency)
    const feesDue = M.add(amountOf(charged.get(id) ?? '0', currency), ahead(id).SUPPLIER)
    return whenDue({ order, paid, feesDue, buyerFees: none, receivable: null }, today)
  })
  const priced = await priceOfItems(
    tx,
    ids.filter((id) => !financings.has(id)),
  )
  return [...running, ...priced]
}

/** What is owed on each item when it falls due. */
function whenDue(position: OrderPosition, today: LocalDate): [string, M.Money][] {
  const { currency } = position.order
  const owedBy = new Map<LocalDate, ReturnType<typeof owedOn>>()
  return position.order.items.map(({ itemId, maturity }) => {
    const on = maxDate(today, maturity)
    const owed = owedBy.get(on) ?? owedOn(position, on)
    owedBy.set(on, owed)
    return [
      itemId,
      owedTotal(
        owed.filter(({ item }) => item.itemId === itemId),
        currency,
      ),
    ]
  })
}

/** Fees of the supplier, charged and not yet paid, by order. Reserve that it owes back is a claim, which is expected on its own day. */
async function feesCharged(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('ledgerBalance as b')
    .innerJoin('financeOrder as o', (join) => join.onRef('o.id', '=', 'b.orderId').onRef('o.currency', '=', 'b.currency'))
    .select(['o.id', sql<string>`b.balance - ${openOwedBack(sql`c.order_id = o.id`)}`.as('balance')])
    .where('o.id', '=', anyOf(ids))
    .where('b.book', '=', 'F')
    .where('b.account', '=', '1220')
    .execute()
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}

/** The price of each item of orders that are not funded; the fees at their settlement stand with the item that falls due first. */
async function priceOfItems(tx: Tx, ids: readonly string[]): Promise<[string, M.Money][]> {
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .innerJoin('financingProduct as p', 'p.id', 'o.productId')
    .select(['i.id', 'i.orderId', 'i.applyAmount', 'i.interest', 'o.currency', 'p.interestMethod'])
    .where('i.orderId', '=', anyOf(ids))
    .orderBy('i.maturity')
    .orderBy('i.docNo')
    .execute()
  const ahead = await feesAheadOf(
    tx,
    items.map(({ orderId, currency }) => ({ id: orderId, currency })),
  )
  const begun = new Set<string>()
  return items.map(({ id, orderId, applyAmount, interest, currency, interestMethod }) => {
    const isFirst = !begun.has(orderId)
    begun.add(orderId)
    const parts = [
      amountOf(applyAmount, currency),
      ...(interestMethod === 'IN_ARREARS' ? [amountOf(interest ?? '0', currency)] : []),
      ...(isFirst ? [ahead(orderId).SUPPLIER] : []),
    ]
    return [id, M.sum(parts, currency)]
  })
}
