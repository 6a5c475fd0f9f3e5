import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** Ends the adjustments of an invoice that wait for approval; whoever was asked is told. The transaction sees every company afterwards. */
export async function endAdjustments(context: UseCaseContext, invoiceId: string): Promise<void> {
  const { tx } = context
  const ended = await tx
    .updateTable('invoiceAdjustment')
    .set({ status: 'REFUSED' })
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'IN_APPROVE')
    .returning('id')
    .execute()
  for (const { id } of ended) await cancelFlow(context, 'INVOICE_ADJUSTMENT', id)
}
