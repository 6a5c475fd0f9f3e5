import { cmp, parseDecimal } from '@usance/domain/rational'
import type { PurchaseOrderStatus } from '@usance/domain/states/purchase-order'
import { purchaseOrderCan } from '@usance/domain/states/purchase-order'
import type { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { attachFiles, filesOf, replaceFiles } from '../file/attachments.ts'
import { isHeld, type LockedOrder, lockOrder, moveOrder } from './move-order.ts'
import { orderFiles } from './save-order.ts'

const savedOf = (order: LockedOrder) => ({
  id: order.id,
  poNo: order.poNo,
  docStatus: order.docStatus,
  version: order.version,
  amount: amountText(order.amount, order.currency),
})

/** What was shipped of each line so far; never more than ordered and never less than said before without saying so openly. */
export const updateShipment: Handler<typeof purchaseOrderCalls.update> = async (request) => {
  const { tx, actor, body } = request
  const order = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (!purchaseOrderCan.update(order.docStatus as PurchaseOrderStatus)) throw new Refused('ILLEGAL_TRANSITION')
  if (order.version !== body.version) throw new Refused('STALE_VERSION')
  const lines = await tx.selectFrom('purchaseOrderItem').selectAll().where('purchaseOrderId', '=', order.id).execute()
  const changes = []
  for (const [index, { line, shippedQty }] of body.items.entries()) {
    const known = lines.find((one) => one.line === line)
    if (!known) throw faultyField(`items.${index}.line`, 'NOT_FOUND')
    if (cmp(parseDecimal(shippedQty), parseDecimal(known.qty)) > 0)
      throw faultyField(`items.${index}.shippedQty`, 'SHIPPED_TOO_MUCH', { qty: known.qty.replace(/\.?0+$/, '') })
    changes.push({ id: known.id, line, from: known.shippedQty, to: shippedQty })
  }
  const files = await filesOf(tx, body.attachments)
  for (const change of changes)
    await tx.updateTable('purchaseOrderItem').set({ shippedQty: change.to }).where('id', '=', change.id).execute()
  await attachFiles(tx, { ...orderFiles(order.id), groupCode: 'SHIPPING' }, files, actor.userId)
  const moved = await moveOrder(request, order, {
    event: 'update',
    tell: [order.buyerVisible ? order.buyerId : null, order.funderId],
    facts: {
      shipped: changes.map(({ line, from, to }) => ({ line, from, to })),
      files: files.map(({ fileName }) => fileName),
    },
  })
  return savedOf(moved)
}

/** Replaces the files of an order. While a financing with it is being judged or runs, they stay as they are. */
export const uploadOrderFiles: Handler<typeof purchaseOrderCalls.upload> = async (request) => {
  const { tx, actor, body } = request
  const order = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (!purchaseOrderCan.upload(order.docStatus as PurchaseOrderStatus)) throw new Refused('ILLEGAL_TRANSITION')
  if (await isHeld(tx, order.id)) throw new Refused('INVOICE_LOCKED')
  const files = await filesOf(tx, body.attachments)
  await replaceFiles(tx, orderFiles(order.id), files, actor.userId)
  const moved = await moveOrder(request, order, {
    event: 'upload',
    tell: [],
    facts: { files: files.map(({ fileName, sha256 }) => ({ fileName, sha256 })) },
  })
  return savedOf(moved)
}
