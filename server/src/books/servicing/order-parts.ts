import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { lastDayOfGrace } from '@usance/domain/servicing/life'
import { type FinanceOrderStatus, statusByMoney } from '@usance/domain/states/finance-order'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { FinanceOrderPartTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { type Notice, notifyAll } from '../../notify/notify.ts'
import type { Financing } from './load-order.ts'
import { owedByBuyer } from './owed-by.ts'

export type OrderPart = {
  buyerId: string
  status: FinanceOrderPartTable['status']
  confirmedAt: string | null
  /** Decimal text in the order's currency, like what is open of it. */
  applied: string
  open: string
  /** What is unpaid of all that was bought, the reserve included. */
  unpaid: string
  maturity: string
  /** Its items on which something is still to be paid. */
  openItems: string[]
}

/** The parts of an order of several buyers: what is financed for each, and what it has not yet paid of that. None where the
 *  order names its one buyer, of which nothing is asked. The transaction sees every company. */
export async function partsOf(tx: Tx, order: { id: string; buyerId: string | null }): Promise<OrderPart[]> {
  if (order.buyerId !== null) return []
  const { rows } = await sql<OrderPart & { currency: string }>`
    select p.buyer_id, o.currency, p.status, p.confirmed_at, sum(i.apply_amount) as applied, sum(least(i.apply_amount, v.outstanding)) as open,
      sum(least(i.apply_amount + i.reserve, v.outstanding)) as unpaid, max(i.maturity) as maturity,
      coalesce(array_agg(i.id) filter (where v.outstanding > 0), '{}') as open_items
    from finance_order_part p join finance_order o on o.id = p.order_id join finance_order_item i on i.order_id = p.order_id and i.buyer_id = p.buyer_id join invoice v on v.id = i.invoice_id
    where p.order_id = ${order.id} group by o.id, p.order_id, p.buyer_id order by p.buyer_id`.execute(tx)
  return rows.map(({ currency, ...part }) => ({
    ...part,
    applied: amountText(part.applied, currency),
    open: amountText(part.open, currency),
    unpaid: amountText(part.unpaid, currency),
  }))
}

type Told = { id: string; orderNo: string; currency: string; disclosed: boolean }

/** Tells each buyer of an order of several what concerns its own part, where the buyers know of the assignment at all. */
export async function tellBuyers(
  tx: Tx,
  order: Told,
  parts: readonly OrderPart[],
  noticeOf: (part: OrderPart) => Pick<Notice, 'event' | 'params'>,
): Promise<void> {
  if (!order.disclosed) return
  await notifyAll(
    tx,
    parts.map((part) => {
      const { event, params } = noticeOf(part)
      return {
        event,
        companyIds: [part.buyerId],
        params: { orderNo: order.orderNo, currency: order.currency, ...params },
        objectType: 'FINANCE_ORDER',
        objectId: order.id,
        link: `/finance/finance-order/${order.id}/detail`,
      }
    }),
  )
}

/** Keeps what became of each part after an event, by what its buyer has paid, late as of a day. Answers the parts that changed. */
export async function keepParts(
  { tx, today }: UseCaseContext,
  financing: Financing,
  { status: orderStatus, lateOn }: { status: FinanceOrderStatus; lateOn: LocalDate },
): Promise<OrderPart[]> {
  const { row, life } = financing
  const isPastGrace = (itemId: string) => lateOn > lastDayOfGrace(life.items.find((one) => one.itemId === itemId)!, life.terms)
  const changed: OrderPart[] = []
  for (const part of await partsOf(tx, row)) {
    const [open, applied] = [amountOf(part.open, row.currency), amountOf(part.applied, row.currency)]
    const status =
      orderStatus === 'SETTLED'
        ? 'SETTLED'
        : statusByMoney({
            isOwed: M.isPositive(open),
            isOverdue: part.openItems.some((id) => isPastGrace(id)),
            isRepaidInPart: !M.equals(open, applied),
          })
    if (status === part.status) continue
    await tx
      .updateTable('financeOrderPart')
      .set({ status, settledOn: status === 'SETTLED' ? today : null })
      .where('orderId', '=', row.id)
      .where('buyerId', '=', part.buyerId)
      .execute()
    changed.push({ ...part, status })
  }
  return changed
}

/** Tells a buyer whose own part has fallen overdue or is settled; what it still owes to whom is read in the books as they stand. */
export async function tellParts(tx: Tx, financing: Financing, changed: readonly OrderPart[]): Promise<void> {
  const { row } = financing
  const told = changed.filter(({ status }) => status === 'OVERDUE' || status === 'SETTLED')
  const owedBy = told.length > 0 ? await owedByBuyer(tx, financing) : undefined
  await tellBuyers(tx, row, told, (part) => {
    const unpaid = amountOf(part.unpaid, row.currency)
    if (part.status === 'SETTLED' && M.isPositive(unpaid))
      return settledUnpaid(unpaid, owedBy?.find(({ buyer }) => buyer === part.buyerId)?.amount ?? M.zero(row.currency))
    return { event: `FINANCE_ORDER_${part.status}`, params: { principal: part.open } }
  })
}

/**
 * What a buyer is told that has not paid all of a settled order. What the funder still owns, because the reserve bore it, is paid to
 * the funder as before (decision 092); only what the supplier has bought back is paid to the supplier. Of several invoices either may be.
 */
export function settledUnpaid(unpaid: M.Money, owned: M.Money): Pick<Notice, 'event' | 'params'> {
  const toFunder = M.min(unpaid, owned)
  const params = { principal: M.toDecimal(toFunder), amount: M.toDecimal(M.subtract(unpaid, toFunder)) }
  if (!M.isPositive(toFunder)) return { event: 'FINANCE_ORDER_OWED_TO_SUPPLIER', params }
  return { event: M.exceeds(unpaid, toFunder) ? 'FINANCE_ORDER_REST_OF_BOTH' : 'FINANCE_ORDER_REST_OPEN', params }
}
