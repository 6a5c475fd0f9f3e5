import * as M from '@usance/domain/money'
import { lineAmount, purchaseOrderAmount } from '@usance/domain/purchase-order-amount'
import { withoutZeros } from '@usance/domain/rational'
import type { PurchaseOrderDetail, purchaseOrderCalls, TypedLine } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { timelineOf } from '../../audit/doer.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { Refused } from '../../http/refused.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import { papersOf } from '../../platform/paper/papers.ts'
import { financeStatusTold } from '../invoice/finance-status-told.ts'
import { wasSent } from '../invoice/was-sent.ts'
import { financedAmountSeen, financeStatusSeen, heldByFinancing, namedByInvoice } from './list.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { purchaseOrderOperations } from './operations.ts'

/** One purchase order with its lines, files, invoices, financing and story, as far as the caller may see each. */
export const purchaseOrderDetail: Handler<typeof purchaseOrderCalls.detail> = async ({ tx, actor, query, today }) => {
  const row = await purchaseOrderRow(tx, actor, query.id)
  const { currency } = row
  const money = (stored: string) => amountText(stored, currency)
  const items = await tx
    .selectFrom('purchaseOrderItem')
    .selectAll()
    .where('purchaseOrderId', '=', row.id)
    .orderBy('line')
    .execute()
  const invoices = await tx
    .selectFrom('invoice')
    .select(['id', 'invoiceNo', 'issueDate', 'dueDate', 'amount', 'docStatus'])
    .select(financeStatusTold(actor, 'invoice', 'any').as('financeStatus'))
    .where('purchaseOrderId', '=', row.id)
    .where('docStatus', '<>', 'CANCELLED')
    .orderBy('issueDate')
    .orderBy('id')
    .execute()
  const orders = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin(ordersSeen(actor).as('o'), 'o.id', 'i.orderId')
    .select(['o.id', 'o.orderNo', 'o.status', 'i.applyAmount', 'i.active'])
    .where('i.purchaseOrderId', '=', row.id)
    .orderBy('o.createdAt', 'desc')
    .execute()
  const timeline = await timelineOf(tx, actor, { objectType: 'PURCHASE_ORDER', objectId: row.id })

  const amount = amountOf(row.amount, currency)
  const invoiced = amountOf(row.invoicedAmount, currency)
  const shipped = purchaseOrderAmount(
    items.map(({ shippedQty, unitPrice }) => ({ qty: shippedQty, unitPrice })),
    currency,
  )
  return {
    id: row.id,
    poNo: row.poNo,
    supplier: { code: row.supplierCode, name: row.supplierName },
    buyer: { code: row.buyerCode, name: row.buyerName },
    keepsBuyer: row.wasSent,
    orderDate: row.orderDate,
    latestShipDate: row.latestShipDate,
    currency,
    amount: M.toDecimal(amount),
    invoicedAmount: M.toDecimal(invoiced),
    balance: M.toDecimal(M.atLeastZero(M.subtract(amount, invoiced))),
    shippedAmount: M.toDecimal(shipped),
    financedAmount: money(row.financedAmount),
    paymentTermDays: row.paymentTermDays,
    docStatus: row.docStatus,
    financeStatus: row.shownFinance,
    remark: row.remark,
    returnComment: row.returnComment,
    // Like that of an invoice: a buyer edits nothing, and its count would tell of a financing.
    version: row.buyerId === actor.companyId ? 0 : row.version,
    operations: purchaseOrderOperations(row, actor),
    items: items.map((item) => ({
      line: item.line,
      sku: item.sku,
      description: item.description,
      qty: withoutZeros(item.qty),
      unit: item.unit,
      unitPrice: withoutZeros(item.unitPrice),
      amount: M.toDecimal(lineAmount(item, currency)),
      shippedQty: withoutZeros(item.shippedQty),
    })),
    draftItems: row.draftItems as TypedLine[] | null,
    attachments: await papersOf({ tx, actor }, 'PO', row.id, await paperGroupsOf(tx, 'PO')),
    invoices: invoices.map((one) => ({ ...one, amount: money(one.amount) })),
    orders: orders.map((one) => ({ ...one, applyAmount: money(one.applyAmount) })),
    mismatches: mismatchesOf({ amount, invoiced, shipped, lateOn: row.latestShipDate, today, docStatus: row.docStatus }),
    riskFlags: (await nearDuplicates(tx, [row.id])).has(row.id) ? ['NEAR_DUPLICATE'] : [],
    timeline,
  }
}

/** The row of a purchase order that the caller may see, with what it is told of its financing. */
async function purchaseOrderRow(tx: Tx, actor: Actor, id: string) {
  const row = await tx
    .selectFrom('purchaseOrder')
    .innerJoin('company as s', 's.id', 'purchaseOrder.supplierId')
    .innerJoin('company as b', 'b.id', 'purchaseOrder.buyerId')
    .selectAll('purchaseOrder')
    .select(['s.code as supplierCode', 's.name as supplierName', 'b.code as buyerCode', 'b.name as buyerName'])
    .select([heldByFinancing.as('locked'), namedByInvoice.as('named'), financeStatusSeen(actor).as('shownFinance')])
    .select(financedAmountSeen(actor).as('financedAmount'))
    .select(callerActedForAnother('purchaseOrder.id').as('actsForAnother'))
    .select(madeByCaller('purchaseOrder', 'purchaseOrder.id').as('madeByReader'))
    .select(wasSent('PURCHASE_ORDER', sql`purchase_order.id`).as('wasSent'))
    .where('purchaseOrder.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

type Facts = { amount: M.Money; invoiced: M.Money; shipped: M.Money; lateOn: string; today: string; docStatus: string }

/** Where order, shipment and invoices do not agree. */
function mismatchesOf({ amount, invoiced, shipped, lateOn, today, docStatus }: Facts): PurchaseOrderDetail['mismatches'] {
  if (docStatus === 'DRAFT' || docStatus === 'CANCELLED') return []
  const found: [boolean, PurchaseOrderDetail['mismatches'][number]][] = [
    [M.exceeds(invoiced, amount), 'OVER_INVOICED'],
    [M.exceeds(invoiced, shipped), 'INVOICED_NOT_SHIPPED'],
    [M.exceeds(shipped, invoiced), 'SHIPPED_NOT_INVOICED'],
    [docStatus === 'CONFIRMED' && lateOn < today && M.exceeds(amount, shipped), 'SHIP_DATE_PASSED'],
  ]
  return found.filter(([applies]) => applies).map(([, name]) => name)
}
