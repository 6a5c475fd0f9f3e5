import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { attachFiles, filesOf, replaceFiles } from '../file/attachments.ts'
import { lockInvoice } from './move-invoice.ts'
import { invoiceFiles } from './save-invoice.ts'

/** The supplier replaces the files of an invoice. While an order with it is being judged, they stay as they are. */
export const uploadFiles: Handler<typeof invoiceCalls.upload> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, { column: 'supplierId', companyId: actor.companyId })
  if (['CANCELLED', 'CLOSED'].includes(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  if (invoice.financeStatus !== 'UNFINANCED') throw new Refused('INVOICE_LOCKED')
  const files = await filesOf(tx, body.attachments)
  await replaceFiles(tx, invoiceFiles(invoice.id), files, actor.userId)
  await audit(request, {
    event: 'INVOICE_FILES_REPLACED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { files: files.map(({ fileName, sha256 }) => ({ fileName, sha256 })) },
  })
  return { changed: [{ id: invoice.id, docStatus: invoice.docStatus }] }
}

/** The buyer, or operations for it, adds the document that proves the confirmation. */
export const uploadConfirmation: Handler<typeof invoiceCalls.uploadConfirmation> = async (request) => {
  const { tx, actor, body } = request
  const invoice = await lockInvoice(tx, body.id, actor.staff ? undefined : { column: 'buyerId', companyId: actor.companyId })
  if (['DRAFT', 'CANCELLED'].includes(invoice.docStatus)) throw new Refused('ILLEGAL_TRANSITION')
  const files = await filesOf(tx, body.attachments)
  await elevate(tx)
  await attachFiles(tx, { ...invoiceFiles(invoice.id), groupCode: 'CONFIRMATION' }, files, actor.userId)
  await audit(request, {
    event: 'INVOICE_CONFIRMATION_UPLOADED',
    objectType: 'INVOICE',
    objectId: invoice.id,
    objectNo: invoice.invoiceNo,
    after: { files: files.map(({ fileName, sha256 }) => ({ fileName, sha256 })) },
  })
  return { changed: [{ id: invoice.id, docStatus: invoice.docStatus }] }
}
