import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { type ListContext, source } from '../../list/source.ts'
import { documentsSeen } from '../invoice/drafts.ts'
import { isFinanceTold } from '../invoice/finance-status-told.ts'
import { purchaseOrderOperations } from './operations.ts'

/** How much of a purchase order is shipped, by value. */
export const shippedPct = sql<number>`(select coalesce(floor(100 * sum(t.shipped_qty * t.unit_price) / nullif(sum(t.qty * t.unit_price), 0)), 0)::int
  from purchase_order_item t where t.purchase_order_id = purchase_order.id)`

/** Whether an order of the funder's holds the purchase order now. */
export const heldByFinancing = sql<boolean>`exists (select 1 from finance_order_item f where f.purchase_order_id = purchase_order.id and f.active)`

/** Whether an invoice that is not cancelled names the purchase order, a draft included. */
export const namedByInvoice = sql<boolean>`exists (select 1 from invoice n where n.purchase_order_id = purchase_order.id and n.doc_status <> 'CANCELLED')`

/** Whether the last loan against the purchase order is written off. */
const isLost = sql`(not ${heldByFinancing} and exists (select 1 from finance_order_item l join finance_order o on o.id = l.order_id
  where l.purchase_order_id = purchase_order.id and o.status = 'WRITTEN_OFF'))`

/**
 * What a purchase order shows of its financing. The delay of a loan is its supplier's: to the buyer it is financed until it ends, by
 * whatever end. A loss is told to whom it concerns.
 */
export const financeStatusSeen = ({ staff, companyId, companyRole }: Actor): RawBuilder<string | null> => {
  const concernsReader = sql`(purchase_order.supplier_id = ${companyId} or purchase_order.funder_id = ${companyId})`
  const hears = staff ? sql`true` : companyRole === 'BUYER' ? sql`false` : concernsReader
  const shown = sql<
    string | null
  >`case when purchase_order.finance_status <> 'OVERDUE' or ${hears} then purchase_order.finance_status
    when ${isLost} then 'SETTLED' else 'FINANCED' end`
  if (staff) return shown
  const isTold = isFinanceTold({ companyId, companyRole }, 'purchase_order.id', 'purchase_order.buyer_id')
  return sql`case when purchase_order.finance_status is null or not ${isTold} then null else ${shown} end`
}

/** What of a purchase order was financed, as the caller may know it. */
export const financedAmountSeen = (actor: Pick<Actor, 'companyId' | 'companyRole'>): RawBuilder<string> =>
  sql`case when purchase_order.financed_amount = 0 or ${isFinanceTold(actor, 'purchase_order.id', 'purchase_order.buyer_id')}
    then purchase_order.financed_amount else 0 end`

const orders = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom('purchaseOrder')
    .leftJoin('company as supplier', 'supplier.id', 'purchaseOrder.supplierId')
    .leftJoin('company as buyer', 'buyer.id', 'purchaseOrder.buyerId')
    .where(documentsSeen(actor, 'purchase_order'))
    .select([
      'purchaseOrder.id',
      'purchaseOrder.poNo',
      'supplier.name as supplierName',
      'buyer.name as buyerName',
      'purchaseOrder.orderDate',
      'purchaseOrder.latestShipDate',
      'purchaseOrder.currency',
      'purchaseOrder.amount',
      'purchaseOrder.invoicedAmount',
      financedAmountSeen(actor).as('financedAmount'),
      'purchaseOrder.docStatus',
      'purchaseOrder.paymentTermDays',
      'purchaseOrder.createdAt',
      financeStatusSeen(actor).as('financeStatus'),
      heldByFinancing.as('locked'),
      namedByInvoice.as('named'),
      'purchaseOrder.buyerVisible',
      callerActedForAnother('purchaseOrder.id').as('actsForAnother'),
      madeByCaller('purchaseOrder', 'purchaseOrder.id').as('madeByReader'),
      shippedPct.as('shippedPct'),
    ])

export const purchaseOrderSource = source(purchaseOrderList, orders, (row, { actor }) => purchaseOrderOperations(row, actor))
