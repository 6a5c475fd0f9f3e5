import { withoutZeros } from '@usance/domain/rational'
import { mayCancelPurchaseOrder, mayClosePurchaseOrder, purchaseOrderCan } from '@usance/domain/states/purchase-order'
import type { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { refuseUnseen } from '../invoice/change-status.ts'
import { inOrder } from '../invoice/move-invoice.ts'
import { isHeld, isNamed, type LockedOrder, lockOrder, moveOrder } from './move-order.ts'
import { answersItself, mayAnswerForBuyer } from './operations.ts'
import { restateInvoiced } from './restate-invoiced.ts'
import { sendOrder } from './save-order.ts'

const statusOf = ({ id, docStatus }: LockedOrder) => ({ id, docStatus })
const idsOf = (ids: string[]) => inOrder(ids.map((id) => ({ id }))).map(({ id }) => id)

export const submitPurchaseOrders: Handler<typeof purchaseOrderCalls.submit> = async (request) => {
  const { tx, actor, body } = request
  const locked = []
  for (const id of idsOf(body.ids)) locked.push(await lockOrder(tx, id, { column: 'supplierId', companyId: actor.companyId }))
  const changed = []
  for (const order of locked) changed.push(statusOf(await sendOrder(request, order)))
  return { changed }
}

/** The order as somebody who may answer for its buyer: its own checkers, or operations where the buyer is not shown the order. */
async function forBuyer({ tx, actor }: UseCaseContext, id: string): Promise<LockedOrder> {
  if (!mayAnswerForBuyer(actor)) throw new Refused('FORBIDDEN')
  const order = await lockOrder(tx, id, actor.staff ? undefined : { column: 'buyerId', companyId: actor.companyId })
  if (purchaseOrderCan.confirm(order.docStatus) && answersItself(order, actor)) throw new Refused('BUYER_ANSWERS_ITSELF')
  return order
}

type ShownLine = { description: string; qty: string; unit: string; unitPrice: string }

/** Refuses an order whose lines are others than were shown: of the same sum they may be other goods. Throws STALE_VERSION. */
async function refuseOtherGoods(tx: Tx, orderId: string, shown: readonly ShownLine[]): Promise<void> {
  const items = await tx
    .selectFrom('purchaseOrderItem')
    .select(['description', 'qty', 'unit', 'unitPrice'])
    .where('purchaseOrderId', '=', orderId)
    .orderBy('line')
    .execute()
  const goods = ({ description, qty, unit, unitPrice }: ShownLine) =>
    [description, withoutZeros(qty), unit, withoutZeros(unitPrice)].join('\n')
  if (items.map(goods).join('\n\n') !== shown.map(goods).join('\n\n')) throw new Refused('STALE_VERSION')
}

export const confirmPurchaseOrders: Handler<typeof purchaseOrderCalls.confirm> = async (request) => {
  const locked = []
  const { ids, shown } = request.body
  if (shown && shown.length !== ids.length) throw faultyField('shown', 'BAD_REQUEST')
  for (const id of idsOf(ids)) locked.push(await forBuyer(request, id))
  const changed = []
  for (const order of locked) {
    const seen = shown?.[ids.indexOf(order.id)]
    refuseUnseen(seen?.amount, amountOf(order.amount, order.currency), [
      [seen?.currency, order.currency],
      [seen?.latestShipDate, order.latestShipDate],
      [seen?.paymentTermDays, order.paymentTermDays],
      [seen?.poNo, order.poNo],
      [seen?.orderDate, order.orderDate],
    ])
    if (seen?.items) await refuseOtherGoods(request.tx, order.id, seen.items)
    const confirmed = await moveOrder(request, order, {
      event: 'confirm',
      patch: { confirmedAt: sql`app_now()` },
      tell: [order.supplierId, order.buyerVisible ? order.buyerId : null],
    })
    changed.push(statusOf(confirmed))
  }
  for (const { id } of changed) await restateInvoiced(request, id)
  return { changed }
}

export const returnPurchaseOrder: Handler<typeof purchaseOrderCalls.returnToSupplier> = async (request) => {
  const { tx, body } = request
  const order = await forBuyer(request, body.id)
  // A returned order is the supplier's draft again, which its buyer no longer sees.
  await elevate(tx)
  const returned = await moveOrder(request, order, {
    event: 'return',
    patch: { returnComment: body.comment, submittedAt: null, buyerVisible: false },
    tell: [order.supplierId],
    comment: body.comment,
  })
  return { changed: [statusOf(returned)] }
}

export const cancelPurchaseOrder: Handler<typeof purchaseOrderCalls.cancel> = async (request) => {
  const { tx, actor, body } = request
  const order = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  const facts = {
    status: order.docStatus,
    financeStatus: order.financeStatus,
    locked: await isHeld(tx, order.id),
    named: false,
  }
  if (!mayCancelPurchaseOrder(facts)) throw new Refused('ILLEGAL_TRANSITION')
  if (await isNamed(tx, order.id)) throw new Refused('PO_HAS_INVOICES')
  const cancelled = await moveOrder(request, order, {
    event: 'cancel',
    tell: [order.docStatus !== 'DRAFT' && order.buyerVisible ? order.buyerId : null],
  })
  return { changed: [statusOf(cancelled)] }
}

/** Nothing more is shipped or invoiced on it. An order that a financing waits for stays open. */
export const closePurchaseOrder: Handler<typeof purchaseOrderCalls.close> = async (request) => {
  const { tx, actor, body } = request
  const order = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (await isHeld(tx, order.id)) throw new Refused('INVOICE_LOCKED')
  if (!mayClosePurchaseOrder({ status: order.docStatus, financeStatus: order.financeStatus, locked: false }))
    throw new Refused('ILLEGAL_TRANSITION')
  const closed = await moveOrder(request, order, {
    event: 'close',
    tell: [order.buyerVisible ? order.buyerId : null],
  })
  return { changed: [statusOf(closed)] }
}
