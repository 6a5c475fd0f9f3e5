import { nextPurchaseOrderStatus, type PurchaseOrderEvent } from '@usance/domain/states/purchase-order'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { namedByInvoice } from './list.ts'
import { recordOrderEvent } from './record-event.ts'

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** The order, locked, as far as the caller may see it; of somebody's own when a column is given. */
export async function lockOrder(tx: Tx, id: string, own?: { column: 'supplierId' | 'buyerId'; companyId: string }) {
  const row = await tx
    .selectFrom('purchaseOrder')
    .selectAll()
    .where('id', '=', id)
    .$if(own !== undefined, (query) => query.where(own!.column, '=', own!.companyId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

/** Whether an order of the funder's holds this purchase order now. */
export async function isHeld(tx: Tx, purchaseOrderId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('financeOrderItem')
    .select('id')
    .where('purchaseOrderId', '=', purchaseOrderId)
    .where('active', '=', true)
    .executeTakeFirst()
  return held !== undefined
}

/** Whether an invoice that is not cancelled names this purchase order. An invoice that is being saved locks its order first. */
export async function isNamed(tx: Tx, purchaseOrderId: string): Promise<boolean> {
  const named = await tx
    .selectFrom('purchaseOrder')
    .select('id')
    .where('id', '=', purchaseOrderId)
    .where(namedByInvoice)
    .executeTakeFirst()
  return named !== undefined
}

type Change = {
  event: PurchaseOrderEvent
  patch?: Record<string, unknown>
  tell: (string | null)[]
  comment?: string
  /** What else the audit row keeps. */
  facts?: object
}

/** Moves a locked order along its machine, with audit row and notification. */
export async function moveOrder(
  context: UseCaseContext,
  order: LockedOrder,
  { event, patch = {}, tell, comment, facts }: Change,
): Promise<LockedOrder> {
  const { tx, actor } = context
  const docStatus = accepted(nextPurchaseOrderStatus(order.docStatus, event))
  const moved = await tx
    .updateTable('purchaseOrder')
    .set({ ...patch, docStatus, version: order.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .returningAll()
    .executeTakeFirst()
  if (!moved) throw new Refused('STALE_VERSION')
  await recordOrderEvent(context, order, {
    name: event.toUpperCase(),
    before: order.docStatus,
    after: docStatus,
    tell,
    ...(comment ? { comment } : {}),
    ...(facts ? { facts } : {}),
  })
  return moved
}
