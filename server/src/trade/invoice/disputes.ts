import { endOfDispute } from '@usance/domain/states/invoice'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { inOrder, type LockedInvoice, lockInvoice, moveInvoice } from './move-invoice.ts'

/** What a new dispute leaves on an invoice: its reason, and nothing of how an earlier one ended. */
export const newDispute = (reason: string) => ({
  disputeReason: reason,
  resolution: null,
  resolvedBy: null,
  resolutionAt: null,
})

/** A disputed invoice counts for nothing until it is resolved; who financed it is told. */
export const disputeInvoices: Handler<typeof invoiceCalls.dispute> = async (request) => {
  const { tx, actor, body } = request
  const locked: LockedInvoice[] = []
  for (const { id } of inOrder(body.ids.map((one) => ({ id: one }))))
    locked.push(await lockInvoice(tx, id, { column: 'buyerId', companyId: actor.companyId }))
  const changed = []
  for (const invoice of locked) {
    const { id, docStatus } = await moveInvoice(request, invoice, {
      event: 'dispute',
      patch: newDispute(body.reason),
      tell: [invoice.supplierId, invoice.funderId],
      comment: body.reason,
    })
    changed.push({ id, docStatus })
  }
  return { changed }
}

/** The buyer says how the dispute ended; operations then lift it. */
export const proposeResolution: Handler<typeof invoiceCalls.proposeResolution> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, { column: 'buyerId', companyId: actor.companyId })
  if (invoice.docStatus !== 'DISPUTED') throw new Refused('ILLEGAL_TRANSITION')
  await tx
    .updateTable('invoice')
    .set({ resolution: body.comment, resolvedBy: actor.userId, resolutionAt: sql`app_now()`, version: invoice.version + 1 })
    .where('id', '=', invoice.id)
    .execute()
  await audit(request, {
    event: 'INVOICE_RESOLUTION_PROPOSED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { comment: body.comment },
  })
  await elevate(tx)
  const platform = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
  await notify(tx, {
    event: 'INVOICE_RESOLUTION_PROPOSED',
    companyIds: [invoice.supplierId, platform.id],
    params: { invoiceNo: invoice.invoiceNo, comment: body.comment },
    objectType: 'INVOICE',
    objectId: invoice.id,
    link: `/confirmation/invoiceConfirmation/${invoice.id}/detail`,
  })
  return { changed: [{ id: invoice.id, docStatus: invoice.docStatus }] }
}

/** Operations lift a dispute that its buyer has declared settled: the invoice is what it was before, and confirmed by nobody here. */
export const resolveInvoice: Handler<typeof invoiceCalls.resolve> = async (request) => {
  const { tx, actor, body } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  const invoice = await lockInvoice(tx, body.id)
  if (invoice.docStatus === 'DISPUTED' && !invoice.resolution) throw new Refused('ILLEGAL_TRANSITION')
  const { id, docStatus } = await moveInvoice(request, invoice, {
    event: endOfDispute(invoice),
    name: 'RESOLVE',
    tell: [invoice.supplierId, invoice.buyerId, invoice.funderId],
    comment: body.comment,
  })
  return { changed: [{ id, docStatus }] }
}
