import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'

/** The supplier's reserve of one item: additions by receipts and rebates, and payments to the supplier. */
export type ItemReserve = {
  orderId: string
  itemId: string
  docNo: string
  currency: string
  principalOutstanding: M.Money
  /** Added by receipts and rebates of a discount. */
  fed: M.Money
  /** Paid out by the bank. */
  paidOut: M.Money
  /** Drafted, in approval or at the bank. */
  onItsWay: M.Money
  /** The value date of the last receipt on the item. */
  lastOn: string | null
}

/** Reserves item by item of the orders given, in the order of their items. */
export async function reservesOf(tx: Tx, orderIds: readonly string[]): Promise<ItemReserve[]> {
  const { rows } = await sql<{
    orderId: string
    itemId: string
    docNo: string
    currency: string
    principal: string
    fed: string
    paidOut: string
    onItsWay: string
    lastOn: string | null
  }>`
    select i.order_id, i.id as item_id, i.doc_no, o.currency, i.principal_outstanding as principal,
      coalesce(a.amount, 0) + coalesce(d.amount, 0) as fed, coalesce(r.paid, 0) as paid_out, coalesce(r.waits, 0) as on_its_way, a.last_on
    from finance_order_item i join finance_order o on o.id = i.order_id
    left join lateral (
      select sum(a.amount) filter (where a.component = 'RESERVE') as amount, max(p.value_date) as last_on
      from allocation a join repayment p on p.id = a.repayment_id
      where a.order_id = i.order_id and a.item_id = i.id and not a.reversed) a on true
    left join lateral (
      select sum(rebate - rebate_to_principal) as amount from discount_release
      where order_id = i.order_id and item_id = i.id and not reversed) d on true
    left join lateral (
      select sum(l.amount) filter (where p.status = 'PAID') as paid,
        sum(l.amount) filter (where p.status not in ('PAID', 'CANCELLED')) as waits
      from reserve_release l join payment p on p.id = l.payment_id where l.item_id = i.id) r on true
    where i.order_id = ${anyOf(orderIds)} order by i.order_id, i.seq, i.id`.execute(tx)
  return rows.map(({ principal, fed, paidOut, onItsWay, ...row }) => ({
    ...row,
    principalOutstanding: amountOf(principal, row.currency),
    fed: amountOf(fed, row.currency),
    paidOut: amountOf(paidOut, row.currency),
    onItsWay: amountOf(onItsWay, row.currency),
  }))
}

/** The free reserve of an item that the funder still holds, drafted payments included. */
export const heldOf = ({ fed, paidOut }: Pick<ItemReserve, 'fed' | 'paidOut'>): M.Money => M.subtract(fed, paidOut)

/** The buyers' remaining debt on the receivable behind each item: the purchase, less its payments and reductions. */
export async function owedOnItems(tx: Tx, orderId: string, currency: string): Promise<Map<string, M.Money>> {
  const { rows } = await sql<{ itemId: string; owes: string }>`
    select i.id as item_id, i.apply_amount + i.reserve
      - coalesce((select sum(a.amount) from allocation a join repayment p on p.id = a.repayment_id
          where a.order_id = i.order_id and coalesce(a.paid_on_item_id, a.item_id) = i.id and not a.reversed
            and (a.source = 'RECEIPT' and (p.payer_role = 'BUYER' or a.component = 'PRINCIPAL') or a.component = 'REMAINDER')), 0)
      - coalesce((select sum(case p.side when 'C' then p.amount else -p.amount end) from journal j join posting p on p.journal_id = j.id
          where j.order_id = i.order_id and j.invoice_id = i.invoice_id and j.event in ('DILUTION', 'OWED_BEYOND') and p.book = 'F' and p.account = '1100'), 0) as owes
    from finance_order_item i where i.order_id = ${orderId} order by i.seq, i.id`.execute(tx)
  return new Map(rows.map(({ itemId, owes }) => [itemId, M.atLeastZero(amountOf(owes, currency))]))
}
