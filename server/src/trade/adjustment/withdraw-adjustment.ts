import type { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { withdrawFlow } from '../../approval/workflow/own-request.ts'
import { audit } from '../../audit/record.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

/** The company that put an adjustment forward takes it back before it is decided, or after it was sent back. */
export const withdrawAdjustment: Handler<typeof adjustmentCalls.withdraw> = async (request) => {
  const { tx, body } = request
  const seen = await tx.selectFrom('invoiceAdjustment').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  const before = await withdrawFlow(request, 'INVOICE_ADJUSTMENT', seen)
  const saved = await tx
    .updateTable('invoiceAdjustment')
    .set((eb) => ({ status: 'WITHDRAWN', version: eb('version', '+', 1) }))
    .where('id', '=', seen.id)
    .where('status', '=', before)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  const invoice = await tx
    .selectFrom('invoice')
    .select(['id', 'invoiceNo', 'buyerVisible', 'supplierId', 'buyerId', 'funderId'])
    .where('id', '=', seen.invoiceId)
    .executeTakeFirstOrThrow()
  await audit(request, {
    event: 'INVOICE_ADJUSTMENT_WITHDRAWN',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    before: { adjustmentId: seen.id, refNo: seen.refNo, type: seen.type, amount: seen.amount, status: before },
    after: { adjustmentId: seen.id, comment: `${seen.refNo}: ${body.comment}` },
  })
  await notify(tx, {
    event: 'INVOICE_ADJUSTMENT_WITHDRAWN',
    companyIds: [invoice.supplierId, invoice.buyerVisible ? invoice.buyerId : null, invoice.funderId],
    params: { invoiceNo: invoice.invoiceNo, refNo: seen.refNo, comment: body.comment },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/trading/invoice/${invoice.id}/details`,
  })
  return { id: seen.id, no: seen.no, status: 'WITHDRAWN' }
}
