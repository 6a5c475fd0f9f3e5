import { exceeds } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { partsOf, tellBuyers } from '../../books/servicing/order-parts.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { issueContracts } from '../contract/issue-contracts.ts'
import { recheckDrawing } from '../pool/draw.ts'
import { refuseUncarried } from './carried.ts'
import { confirmWhereNobodyIsAsked } from './confirm-right.ts'
import { orderContentHash } from './content-hash.ts'
import { freeDocuments } from './documents-with-bank.ts'
import { lockOrder, moveOrder, type OrderRow } from './move-order.ts'
import { orderFacts } from './order-facts.ts'
import { limitsOfOrder } from './order-limits.ts'
import { refuseStoppedSince } from './risk.ts'
import { signsForApprovers } from './signs.ts'
import { validFromToday } from './validity.ts'

/** Limits may have shrunk since submission: the order must fit them at each approval. */
async function recheckLimits({ tx, today }: UseCaseContext, order: OrderRow) {
  const limits = await limitsOfOrder(tx, order, today, { lock: true })
  const short = limits.find(({ wanted, available }) => exceeds(wanted, available))
  if (short) throw new Refused('LIMIT_EXCEEDED', { limitType: short.type })
}

/** What becomes of a finance order when its approval ends. */
const financeOrderDecision: Decision<Facts> = {
  concerned: (id) => partiesOf(sql`select ${id}::uuid`),
  facts: orderFacts,
  lock: lockOrder,
  contentHash: orderContentHash,
  signs: signsForApprovers,
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
