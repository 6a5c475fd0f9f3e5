import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import { audit } from '../../audit/record.ts'
import { partsOf } from '../../books/servicing/order-parts.ts'
import { type OwnPart, ownPart } from '../../books/servicing/orders-seen.ts'
import { elevate } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { newDispute } from '../../trade/invoice/disputes.ts'
import { unsignedContracts, voidContracts } from '../contract/issue-contracts.ts'
import { refuseUncarried } from './carried.ts'
import { freeDocuments } from './documents-with-bank.ts'
import { cancelFunding, cancelFundingFlow, draftFunding, fundingWithBank } from './draft-funding.ts'
import { lockOrder, moveOrder, type OrderRow } from './move-order.ts'

/**
 * The party that the product names confirms the debt and its assignment; declining sends the order back. A buyer that declines disputes
 * its invoices; a supplier says nothing of what its buyer owes.
 */
export const confirmRight: Handler<typeof financeOrderCalls.rightConfirmation> = async (request) => {
  const { tx, actor, query, body } = request
  const part = await ownPart(tx, query.id)
  if (part) return { status: await confirmPart(request, part) }
  const order = await lockOrder(tx, query.id)
  const party =
    order.rightConfirmParty === 'BUYER' ? order.buyerId : order.rightConfirmParty === 'SUPPLIER' ? order.supplierId : null
  if (party !== actor.companyId) throw new Refused('FORBIDDEN')
  if (order.status !== 'PASSED') throw new Refused('ILLEGAL_TRANSITION')
  refuseAnother(order, body.version)
  await elevate(tx)
  if (!body.accept) return { status: (await decline(request, order, body.comment)).status }
  if ((await unsignedContracts(tx, order.id)) > 0) throw new Refused('CONTRACT_NOT_SIGNED')
  await refuseUncarried(tx, order.id)
  return { status: (await toRightConfirmed(request, order)).status }
}

/** An order that was sent back, changed and passed anew is another one than was shown: its documents and price may differ. */
function refuseAnother(order: OrderRow, shown: number | undefined): void {
  if (shown !== undefined && shown !== order.version) throw new Refused('STALE_VERSION')
}

/**
 * One of several buyers confirms what it owes, once the contracts that concern it are signed; the last to do so confirms the
 * order. One that declines sends the whole order back, since its price stands for all of its documents.
 */
async function confirmPart(request: Parameters<typeof confirmRight>[0], part: OwnPart): Promise<string> {
  const { tx, actor, query, body } = request
  if (part.rightConfirmParty !== 'BUYER') throw new Refused('FORBIDDEN')
  await elevate(tx)
  const order = await lockOrder(tx, query.id)
  const others = await tx
    .selectFrom('financeOrderPart')
    .select(['buyerId', 'confirmedAt'])
    .where('orderId', '=', order.id)
    .execute()
  const own = others.find(({ buyerId }) => buyerId === actor.companyId)
  if (order.status !== 'PASSED' || own?.confirmedAt !== null) throw new Refused('ILLEGAL_TRANSITION')
  refuseAnother(order, body.version)
  if (!body.accept) return (await decline(request, order, body.comment, actor.companyId)).status
  if ((await unsignedContracts(tx, order.id, actor.companyId)) > 0) throw new Refused('CONTRACT_NOT_SIGNED')
  // What the others owe is judged when they confirm: a refusal would tell of it.
  await refuseUncarried(tx, order.id, actor.companyId)
  await tx
    .updateTable('financeOrderPart')
    .set({ confirmedAt: sql`app_now()`, confirmedBy: actor.userId })
    .where('orderId', '=', order.id)
    .where('buyerId', '=', actor.companyId)
    .execute()
  await audit(request, {
    event: 'FINANCE_ORDER_PART_CONFIRMED',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    after: { comment: actor.companyName },
  })
  const waits = others.some(({ buyerId, confirmedAt }) => buyerId !== actor.companyId && confirmedAt === null)
  if (!waits) await toRightConfirmed(request, order)
  return 'RIGHT_CONFIRMED'
}

/** The order is right confirmed and its payment drafted; also the system's own step where a product asks nobody. */
async function toRightConfirmed(context: UseCaseContext, order: OrderRow): Promise<OrderRow> {
  const moved = await moveOrder(
    context,
    order,
    'confirmRight',
    { rightConfirmedAt: sql<string>`app_now()` },
    {
      companies: [order.supplierId, order.funderId],
    },
  )
  await draftFunding(context, order.id)
  return moved
}

/** Where the product asks nobody, the last signature – or approval, where nothing is to be signed – confirms the right. */
export async function confirmWhereNobodyIsAsked(context: UseCaseContext, orderId: string): Promise<void> {
  const order = await lockOrder(context.tx, orderId)
  if (order.status !== 'PASSED' || order.rightConfirmParty !== 'NONE') return
  if ((await unsignedContracts(context.tx, order.id)) === 0) await toRightConfirmed(context, order)
}

async function decline(
  context: UseCaseContext,
  order: OrderRow,
  comment: string | undefined,
  /** Which of several buyers declines: only what it owes is disputed. */
  buyerId?: string,
): Promise<OrderRow> {
  if (!comment?.trim()) throw faultyField('comment', 'COMMENT_REQUIRED')
  const { tx, actor } = context
  await freeDocuments(tx, order.id)
  await voidContracts(context, order.id)
  await tellBuyersOfEnd(context, order)
  if (order.rightConfirmParty === 'BUYER') await disputeInvoices(context, order.id, comment, buyerId)
  return moveOrder(
    context,
    order,
    'declineConfirmation',
    {},
    { companies: [order.supplierId, order.funderId], comment: buyerId ? `${actor.companyName}: ${comment}` : comment },
  )
}

/** The invoices of an order, or those of one of its buyers, are disputed by the buyer that declines to confirm them. */
async function disputeInvoices(context: UseCaseContext, orderId: string, comment: string, buyerId: string | undefined) {
  const { tx } = context
  const disputed = await tx
    .updateTable('invoice')
    .set({ docStatus: 'DISPUTED', ...newDispute(comment), updatedAt: sql`app_now()` })
    .where('docStatus', '=', 'CONFIRMED')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('financeOrderItem')
        .select((item) => item.ref('invoiceId').$notNull().as('invoiceId'))
        .where('orderId', '=', orderId)
        .where('invoiceId', 'is not', null)
        .$if(buyerId !== undefined, (query) => query.where('buyerId', '=', buyerId!)),
    )
    .returning('id')
    .execute()
  for (const { id } of disputed)
    await audit(context, {
      event: 'INVOICE_DISPUTE',
      objectType: 'INVOICE',
      objectId: id,
      after: { docStatus: 'DISPUTED', comment },
    })
}

/** The supplier takes an order back, until the bank has the payment. */
export const revokeOrder: Handler<typeof financeOrderCalls.revocation> = async (request) => {
  const { tx, actor, query } = request
  const seen = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('id', '=', query.id)
    .where('supplierId', '=', actor.companyId)
    .executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  // Approvals are locked before the order, as a decision does it.
  await cancelFlow(request, 'FINANCE_ORDER', query.id)
  await cancelFundingFlow(request, query.id)
  const order = await lockOrder(tx, query.id)
  // Its money is out; what the bank reports is not the supplier's to read.
  if (await fundingWithBank(tx, order.id)) throw new Refused('ILLEGAL_TRANSITION')
  const moved = await moveOrder(request, order, 'revoke', {}, { companies: order.submittedAt ? [order.funderId] : [] })
  await cancelFunding(request, order.id)
  await voidContracts(request, order.id)
  await tellBuyersOfEnd(request, order)
  await freeDocuments(tx, order.id)
  return { status: moved.status }
}

/** End of day: an approved order that nobody took up in time expires and frees its documents. */
export async function expireOrder(context: UseCaseContext, orderId: string): Promise<void> {
  const order = await lockOrder(context.tx, orderId)
  if (!['PASSED', 'RIGHT_CONFIRMED'].includes(order.status) || !order.validUntil || order.validUntil >= context.today) return
  // Its payment was declared failed, and the bank has it after all.
  if (await fundingWithBank(context.tx, order.id)) return
  await moveOrder(context, order, 'expire', {}, { companies: [order.supplierId, order.funderId] })
  await cancelFunding(context, order.id)
  await voidContracts(context, order.id)
  await tellBuyersOfEnd(context, order)
  await freeDocuments(context.tx, order.id)
}

/**
 * Tells the buyers of an order that ends before it was paid, where they were told that it was passed: a notice of assignment that they
 * signed holds no longer, and they owe their invoices to the supplier. The caller's own company knows. The transaction sees every company.
 */
async function tellBuyersOfEnd({ tx, actor }: UseCaseContext, order: OrderRow): Promise<void> {
  if (!order.disclosed || !['PASSED', 'RIGHT_CONFIRMED'].includes(order.status)) return
  const buyerIds = order.buyerId ? [order.buyerId] : (await partsOf(tx, order)).map(({ buyerId }) => buyerId)
  await notify(tx, {
    event: 'FINANCE_ORDER_NOTICE_ENDED',
    companyIds: buyerIds.filter((id) => id !== actor.companyId),
    params: { orderNo: order.orderNo },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
}
