import { type InvoiceEvent, nextInvoiceStatus } from '@usance/domain/states/invoice'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { restateInvoiced } from '../purchase-order/restate-invoiced.ts'

export type LockedInvoice = Awaited<ReturnType<typeof lockInvoice>>

/** The invoice, locked, as far as the caller may see it; of somebody's own when a column is given. */
export async function lockInvoice(tx: Tx, id: string, own?: { column: 'supplierId' | 'buyerId'; companyId: string }) {
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .$if(own !== undefined, (query) => query.where(own!.column, '=', own!.companyId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

/** Locks in one order, whoever asks, so that two bulk actions never wait for each other. */
export const inOrder = <T extends { id: string }>(items: readonly T[]): T[] =>
  [...new Map(items.map((item) => [item.id, item])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))

type Change = {
  event: InvoiceEvent
  patch?: Record<string, unknown>
  /** The companies that are told. */
  tell: (string | null)[]
  comment?: string
  /** The name in audit and notification, where it is not the event's own. */
  name?: string
}

/** Moves a locked invoice along its machine, with audit row and notification; its purchase order follows. */
export async function moveInvoice(
  context: UseCaseContext,
  invoice: LockedInvoice,
  { event, patch = {}, tell, comment, name = event.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase() }: Change,
): Promise<LockedInvoice> {
  const { tx, actor } = context
  const docStatus = accepted(nextInvoiceStatus(invoice.docStatus, event))
  const moved = await tx
    .updateTable('invoice')
    .set({ ...patch, docStatus, version: invoice.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
    .where('id', '=', invoice.id)
    .where('version', '=', invoice.version)
    .returningAll()
    .executeTakeFirst()
  if (!moved) throw new Refused('STALE_VERSION')
  await audit(context, {
    event: `INVOICE_${name}`,
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    before: { docStatus: invoice.docStatus },
    after: { docStatus, ...(comment ? { comment } : {}) },
  })
  await notify(tx, {
    event: `INVOICE_${name}`,
    companyIds: tell,
    params: { invoiceNo: invoice.invoiceNo, amount: invoice.amount, currency: invoice.currency, comment: comment ?? null },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  if (invoice.purchaseOrderId) await restateInvoiced(context, invoice.purchaseOrderId)
  return moved
}
