import { cmp, parseDecimal } from '@usance/domain/rational'
import { purchaseOrderCan } from '@usance/domain/states/purchase-order'
import type { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { paperGroupsOf, requirePapers } from '../../platform/paper/groups.ts'
import { checkPapers, papersGiven, storePapers } from '../../platform/paper/papers.ts'
import { papersHeld } from '../../platform/paper/papers-held.ts'
import { isHeld, type LockedOrder, lockOrder, moveOrder } from './move-order.ts'
import { orderPapers } from './save-order.ts'

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
  if (!purchaseOrderCan.update(order.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
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
  const groups = await paperGroupsOf(tx, 'PO')
  const papers = await papersGiven(request, body.attachments, { kind: 'PO', stage: 'SHIPMENT', groups })
  for (const change of changes)
    await tx.updateTable('purchaseOrderItem').set({ shippedQty: change.to }).where('id', '=', change.id).execute()
  await storePapers(request, orderPapers(order), papers, 'ADDS')
  await checkPapers(request, [orderPapers(order)], 'SHIPMENT')
  const moved = await moveOrder(request, order, {
    event: 'update',
    tell: [order.buyerVisible ? order.buyerId : null, order.funderId],
    facts: {
      shipped: changes.map(({ line, from, to }) => ({ line, from, to })),
      files: papers.map(({ fileName }) => fileName),
    },
  })
  return savedOf(moved)
}

/**
 * Replaces the files of an order. While a financing with it is being judged or runs, they stay as they are. The buyer who was asked about
 * the order with other papers is told.
 */
export const uploadOrderFiles: Handler<typeof purchaseOrderCalls.upload> = async (request) => {
  const { tx, actor, body, language } = request
  const order = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (!purchaseOrderCan.upload(order.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  if (await isHeld(tx, order.id)) throw new Refused('INVOICE_LOCKED')
  if (order.version !== body.version) throw new Refused('STALE_VERSION')
  const groups = await paperGroupsOf(tx, 'PO')
  const papers = await papersGiven(request, body.attachments, { kind: 'PO', stage: 'SUBMISSION', groups })
  // A shipped order keeps the papers that it was sent with.
  if (order.docStatus !== 'DRAFT') requirePapers({ groups, stage: 'SUBMISSION', docNo: order.poNo, language }, papers)
  const held = await papersHeld(tx, 'PO', order.id)
  await storePapers(request, orderPapers(order), papers, { replaces: 'SUBMISSION', groups })
  const isOther = order.docStatus !== 'DRAFT' && held !== (await papersHeld(tx, 'PO', order.id))
  const moved = await moveOrder(request, order, {
    event: 'upload',
    tell: isOther ? [order.buyerVisible ? order.buyerId : null, order.funderId] : [],
    facts: { files: papers.map(({ fileName, sha256, groupKey }) => ({ fileName, sha256, groupKey })) },
  })
  return savedOf(moved)
}
