import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { paperGroupsOf, requirePapers } from '../../platform/paper/groups.ts'
import { papersGiven, storePapers } from '../../platform/paper/papers.ts'
import { papersHeld } from '../../platform/paper/papers-held.ts'
import { lockInvoice } from './move-invoice.ts'
import { invoicePapers } from './save-invoice.ts'
import { signsOfPapers } from './signs.ts'

/**
 * The supplier replaces the papers of an invoice, unless an order with it is in approval. The buyer who was asked about the invoice with
 * other papers is notified, and its funder.
 */
export const uploadFiles: Handler<typeof invoiceCalls.upload> = async (request) => {
  const { tx, actor, body, language } = request
  const invoice = await lockInvoice(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (['CANCELLED', 'CLOSED'].includes(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  if (invoice.financeStatus !== 'UNFINANCED') throw new Refused('INVOICE_LOCKED')
  if (invoice.version !== body.version) throw new Refused('STALE_VERSION')
  const groups = await paperGroupsOf(tx, 'INVOICE')
  const papers = await papersGiven(request, body.attachments, { kind: 'INVOICE', stage: 'SUBMISSION', groups })
  // A sent invoice keeps the papers that it was sent with.
  if (invoice.docStatus !== 'DRAFT') requirePapers({ groups, stage: 'SUBMISSION', docNo: invoice.invoiceNo, language }, papers)
  const held = await papersHeld(tx, 'INVOICE', invoice.id)
  await storePapers(request, invoicePapers(invoice), papers, { replaces: 'SUBMISSION', groups })
  const isOther = held !== (await papersHeld(tx, 'INVOICE', invoice.id))
  await tx
    .updateTable('invoice')
    .set({ version: invoice.version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
    .where('id', '=', invoice.id)
    .execute()
  await audit(request, {
    event: 'INVOICE_FILES_REPLACED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { files: papers.map(({ fileName, sha256, groupKey }) => ({ fileName, sha256, groupKey })) },
  })
  await elevate(tx)
  await signsOfPapers(request, invoice)
  if (invoice.docStatus !== 'DRAFT' && isOther)
    await notify(tx, {
      event: 'INVOICE_PAPERS_CHANGED',
      companyIds: [invoice.buyerVisible ? invoice.buyerId : null, invoice.funderId],
      params: { invoiceNo: invoice.invoiceNo },
      objectType: 'INVOICE',
      objectId: invoice.id,
      link: `/trading/invoice/${invoice.id}/details`,
    })
  return { changed: [{ id: invoice.id, docStatus: invoice.docStatus }] }
}

/** The buyer, or operations for it, adds the papers that prove the confirmation. */
export const uploadConfirmation: Handler<typeof invoiceCalls.uploadConfirmation> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, actor.staff ? undefined : { column: 'buyerId', companyId: actor.companyId })
  if (['DRAFT', 'CANCELLED'].includes(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  const groups = await paperGroupsOf(tx, 'INVOICE')
  const papers = await papersGiven(request, body.attachments, { kind: 'INVOICE', stage: 'CONFIRMATION', groups })
  await elevate(tx)
  await storePapers(request, invoicePapers(invoice), papers, 'ADDS')
  await audit(request, {
    event: 'INVOICE_CONFIRMATION_UPLOADED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { files: papers.map(({ fileName, sha256, groupKey }) => ({ fileName, sha256, groupKey })) },
  })
  return { changed: [{ id: invoice.id, docStatus: invoice.docStatus }] }
}
