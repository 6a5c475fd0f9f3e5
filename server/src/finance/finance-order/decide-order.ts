import { exceeds, sum } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import { partsOf, tellBuyers } from '../../books/servicing/order-parts.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import { amountOf } from '../../database/amount.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { issueContracts } from '../contract/issue-contracts.ts'
import { recheckDrawing } from '../pool/draw.ts'
import { refuseUncarried } from './carried.ts'
import { confirmWhereNobodyIsAsked } from './confirm-right.ts'
import { orderContentHash } from './content-hash.ts'
import { freeDocuments } from './documents-with-bank.ts'
import { freeLimits } from './limits.ts'
import { lockOrder, moveOrder, type OrderRow } from './move-order.ts'
import { refuseStoppedSince } from './risk.ts'
import { signsOf } from './signs.ts'
import { validFromToday } from './validity.ts'

/** Limits may have shrunk since submission: the order must fit them at each approval. */
async function recheckLimits({ tx, today }: UseCaseContext, order: OrderRow) {
  const items = await tx
    .selectFrom('financeOrderItem')
    .select(['buyerId', 'applyAmount'])
    .where('orderId', '=', order.id)
    .execute()
  const limits = await freeLimits(
    tx,
    {
      supplierId: order.supplierId,
      buyerIds: [...new Set(items.flatMap(({ buyerId }) => buyerId ?? []))].sort(),
      funderId: order.funderId,
      currency: order.currency,
      today,
      exceptOrderId: order.id,
    },
    { lock: true },
  )
  const wantedOf = (buyerId: string | undefined) =>
    sum(
      items
        .filter((item) => buyerId === undefined || item.buyerId === buyerId)
        .map((item) => amountOf(item.applyAmount, order.currency)),
      order.currency,
    )
  const short = limits.find((limit) => exceeds(wantedOf(limit.buyerId), limit.available))
  if (short) throw new Refused('LIMIT_EXCEEDED', { limitType: short.type })
}

/** What becomes of a finance order when its approval ends. */
const financeOrderDecision: Decision = {
  concerned: (id) => partiesOf(sql`select ${id}::uuid`),
  lock: lockOrder,
  contentHash: orderContentHash,
  signs: signsOf,
  async mayPass(context, { businessId }) {
    const order = await lockOrder(context.tx, businessId)
    await refuseStoppedSince(context.tx, order.supplierId, context.today)
    await recheckLimits(context, order)
    await refuseUncarried(context.tx, order.id)
  },
  async passed(context, instance) {
    const { tx } = context
    const order = await lockOrder(tx, instance.businessId)
    await recheckDrawing(context, order)
    const validUntil = await validFromToday(context, order)
    const asked = order.rightConfirmParty === 'BUYER' ? order.buyerId : order.supplierId
    await moveOrder(
      context,
      order,
      'pass',
      { validUntil, passedAt: context.now.toISOString() },
      { companies: [order.supplierId, order.disclosed ? asked : null] },
    )
    if (order.rightConfirmParty === 'BUYER')
      await tellBuyers(tx, order, await partsOf(tx, order), ({ applied }) => ({
        event: 'FINANCE_ORDER_PASSED',
        params: { amount: applied },
      }))
    await issueContracts(context, order.id)
    await confirmWhereNobodyIsAsked(context, order.id)
  },
  async rejected(context, instance, comment) {
    const order = await lockOrder(context.tx, instance.businessId)
    await freeDocuments(context.tx, order.id)
    await moveOrder(context, order, 'deny', {}, { companies: [order.supplierId], comment })
  },
  async refused(context, instance, comment) {
    const order = await lockOrder(context.tx, instance.businessId)
    await freeDocuments(context.tx, order.id)
    await moveOrder(context, order, 'reject', {}, { companies: [order.supplierId], comment })
  },
}

export const financeOrderApprovals = {
  FINANCE_ORDER: financeOrderDecision,
} satisfies Approvals
