import { isCurrency } from '@usance/domain/currencies'
import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import { isPositive, isTooLarge, toDecimal } from '@usance/domain/money'
import { purchaseOrderAmount } from '@usance/domain/purchase-order-amount'
import { purchaseOrderCan } from '@usance/domain/states/purchase-order'
import type { PurchaseOrderBody, purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import { checkPapers, papersGiven, storePapers } from '../../platform/paper/papers.ts'
import { buyerOf } from '../invoice/save-invoice.ts'
import { refuseAnotherBuyer } from '../invoice/was-sent.ts'
import { isNamed, lockOrder, moveOrder } from './move-order.ts'
import { tellOrder } from './record-event.ts'

export const orderPapers = ({ id, poNo }: { id: string; poNo: string }) => ({ kind: 'PO', id, no: poNo }) as const

type Body = PurchaseOrderBody
const savedOf = (row: { id: string; poNo: string; docStatus: string; version: number; amount: string; currency: string }) => ({
  id: row.id,
  poNo: row.poNo,
  docStatus: row.docStatus,
  version: row.version,
  amount: amountText(row.amount, row.currency),
})

/** What an order stores, checked. A draft may lack days and lines; what is there must be right even then. */
async function checked(context: UseCaseContext, supplierId: string, body: Body) {
  const { tx, today } = context
  if (!isCurrency(body.currency)) throw faultyField('currency', 'BAD_REQUEST')
  if (!normalizeDocumentNo(body.poNo)) throw faultyField('poNo', 'BAD_REQUEST')
  const buyer = await buyerOf(tx, supplierId, body.buyerCode)
  if (!buyer) throw faultyField('buyerCode', 'PARTY_UNKNOWN')
  const orderDate = body.orderDate ?? today
  const latestShipDate = body.latestShipDate ?? addDays(orderDate, 30)
  if (latestShipDate < orderDate) throw faultyField('latestShipDate', 'DAY_TOO_EARLY', { earliest: orderDate })
  const items = body.items ?? []
  const amount = purchaseOrderAmount(items, body.currency)
  if (isTooLarge(amount)) throw faultyField('items', 'AMOUNT_TOO_LARGE')
  if (body.saveType === 'SUBMIT') {
    if (!body.orderDate) throw faultyField('orderDate', 'BAD_REQUEST')
    if (!body.latestShipDate) throw faultyField('latestShipDate', 'BAD_REQUEST')
    if (!isPositive(amount)) throw faultyField('items', 'AMOUNT_NOT_POSITIVE')
  }
  const groups = await paperGroupsOf(tx, 'PO')
  return {
    items,
    groups,
    papers: await papersGiven(context, body.attachments ?? [], { kind: 'PO', stage: 'SUBMISSION', groups }),
    columns: {
      buyerId: buyer.id,
      poNo: body.poNo,
      orderDate,
      latestShipDate,
      currency: body.currency,
      amount: toDecimal(amount),
      paymentTermDays: body.paymentTermDays ?? buyer.termDays,
      remark: body.remark || null,
      draftItems: body.saveType === 'DRAFT' && body.draftItems?.length ? JSON.stringify(body.draftItems) : null,
    },
  }
}

async function storeItems(tx: Tx, purchaseOrderId: string, items: NonNullable<Body['items']>): Promise<void> {
  await tx.deleteFrom('purchaseOrderItem').where('purchaseOrderId', '=', purchaseOrderId).execute()
  for (let at = 0; at < items.length; at += 200)
    await tx
      .insertInto('purchaseOrderItem')
      .values(
        items.slice(at, at + 200).map((item, index) => ({
          id: newId(),
          purchaseOrderId,
          line: at + index + 1,
          sku: item.sku || null,
          description: item.description,
          qty: item.qty,
          unit: item.unit ?? 'PCS',
          unitPrice: item.unitPrice,
        })),
      )
      .execute()
}

/** How a number reads, beside the number it was read from: two that read alike are one order under a unique index. */
const readingOf = (poNo: string) => ({ readOf: poNo, readNo: normalizeDocumentNo(poNo) })

const duplicate = () => new Refused('PO_DUPLICATE', { fields: [{ field: 'poNo', message: 'PO_DUPLICATE' }] })

/** Stores a new order of a supplier, and sends it when asked to. */
export async function addOrder(context: UseCaseContext, supplierId: string, body: Body) {
  const { tx, actor } = context
  const { columns, items, papers } = await checked(context, supplierId, body)
  await elevate(tx)
  const id = newId()
  const added = await tx
    .insertInto('purchaseOrder')
    .values({ id, supplierId, createdBy: actor.userId, buyerVisible: false, ...columns, ...readingOf(body.poNo) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!added) throw duplicate()
  await storeItems(tx, id, items)
  await storePapers(context, orderPapers(added), papers, 'ADDS')
  await audit(context, {
    event: 'PURCHASE_ORDER_ADDED',
    objectType: 'PURCHASE_ORDER',
    objectId: id,
    objectNo: body.poNo,
    after: { ...body, amount: columns.amount },
  })
  return savedOf(body.saveType === 'SUBMIT' ? await sendOrder(context, added) : added)
}

type Stored = Awaited<ReturnType<typeof lockOrder>>

/** Sends a draft to its buyer; the buyer of an undisclosed relationship is not asked, operations answer instead. */
export async function sendOrder(context: UseCaseContext, order: Stored): Promise<Stored> {
  const { tx } = context
  const relation = await tx
    .selectFrom('relationship')
    .select(['disclosed', 'status'])
    .where('supplierId', '=', order.supplierId)
    .where('buyerId', '=', order.buyerId)
    .executeTakeFirst()
  if (relation?.status !== 'ENABLE') throw new Refused('PARTY_UNKNOWN', { poNo: order.poNo })
  if (order.draftItems) throw new Refused('LINES_INCOMPLETE', { poNo: order.poNo })
  if (Number(order.amount) <= 0) throw new Refused('AMOUNT_NOT_POSITIVE', { poNo: order.poNo })
  await elevate(tx)
  await checkPapers(context, [orderPapers(order)], 'SUBMISSION')
  return moveOrder(context, order, {
    event: 'submit',
    patch: { submittedAt: sql`app_now()`, buyerVisible: relation.disclosed },
    tell: [relation.disclosed ? order.buyerId : null],
  })
}

export const addPurchaseOrder: Handler<typeof purchaseOrderCalls.add> = (request) =>
  addOrder(request, request.actor.companyId, request.body)

/** Changes a draft, or an order its buyer has not confirmed; the buyer then reads the changed one. */
export const editPurchaseOrder: Handler<typeof purchaseOrderCalls.edit> = async (request) => {
  const { tx, actor, body } = request
  const before = await lockOrder(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  const status = before.docStatus
  if (!purchaseOrderCan.draft(status) && !purchaseOrderCan.edit(status)) throw new Refused('ILLEGAL_TRANSITION')
  if (before.version !== body.version) throw new Refused('STALE_VERSION')
  return changeOrder(request, before, body)
}

/** Selects the order that people of its buyer entered and their checker returned, as long as its supplier has not corrected it. */
export const returnedByChecker = (tx: Tx, { supplierId, buyerId, poNo }: Record<'supplierId' | 'buyerId' | 'poNo', string>) =>
  tx
    .selectFrom('purchaseOrder')
    .selectAll()
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where('normNo', '=', normalizeDocumentNo(poNo))
    .where('docStatus', '=', 'DRAFT')
    .where('returnComment', 'is not', null)
    .where(
      sql<boolean>`exists (select 1 from audit_log l where l.object_type = 'PURCHASE_ORDER' and l.object_id = purchase_order.id::text
        and l.event = 'PURCHASE_ORDER_ADDED' and l.company_id = purchase_order.buyer_id)`,
    )
    .forNoKeyUpdate()

/** Stores what was changed of a locked order, and sends a draft when asked to. Papers that are not given again go, or are kept. */
export async function changeOrder(context: UseCaseContext, before: Stored, body: Body, keepsPapers = false) {
  const { tx, actor } = context
  const sent = before.docStatus === 'SUBMITTED'
  const { columns, items, papers, groups } = await checked(context, before.supplierId, {
    ...body,
    saveType: sent ? 'SUBMIT' : body.saveType,
  })
  await refuseAnotherBuyer(tx, 'PURCHASE_ORDER', before, columns.buyerId)
  // What its invoices ask for is counted in its currency, drafts included.
  if (columns.currency !== before.currency && (await isNamed(tx, before.id))) throw faultyField('currency', 'PO_HAS_INVOICES')
  await elevate(tx)
  try {
    const saved = await tx
      .updateTable('purchaseOrder')
      .set({
        ...columns,
        // Numbers that were entered twice before keep the readings that hold them apart, with the same buyer.
        ...(body.poNo === before.poNo && columns.buyerId === before.buyerId ? {} : readingOf(body.poNo)),
        returnComment: null,
        version: before.version + 1,
        updatedAt: sql`app_now()`,
        updatedBy: actor.userId,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await storeItems(tx, before.id, items)
    await storePapers(context, orderPapers(saved), papers, keepsPapers ? 'ADDS' : { replaces: 'SUBMISSION', groups })
    // A sent order keeps the papers that it was sent with.
    if (sent) await checkPapers(context, [orderPapers(saved)], 'SUBMISSION')
    await audit(context, {
      event: 'PURCHASE_ORDER_EDITED',
      objectType: 'PURCHASE_ORDER',
      objectId: before.id,
      objectNo: body.poNo,
      before: { amount: before.amount, latestShipDate: before.latestShipDate, poNo: before.poNo },
      after: { ...body, amount: columns.amount },
    })
    // A buyer that has read an order is told that it reads another one now.
    const amount = amountText(saved.amount, saved.currency)
    if (sent && saved.buyerVisible) await tellOrder(context, { ...saved, amount }, { name: 'EDIT', tell: [saved.buyerId] })
    return savedOf(!sent && body.saveType === 'SUBMIT' ? await sendOrder(context, saved) : saved)
  } catch (error) {
    if (violatedIndex(error)) throw duplicate()
    throw error
  }
}
