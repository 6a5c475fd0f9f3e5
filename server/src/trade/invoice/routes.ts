import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterwards, routes } from '../../http/context.ts'
import { cancelInvoice, confirmInvoices, returnInvoice, submitInvoices } from './change-status.ts'
import { invoiceDetail } from './detail.ts'
import { disputeInvoices, proposeResolution, resolveInvoice } from './disputes.ts'
import { importEInvoice } from './import-e-invoice.ts'
import { downloadTemplate, importRows, invoiceTemplate } from './import-excel.ts'
import { readGiven, readOfDrafts, sheetAndPapers } from './read-papers.ts'
import { addInvoice, editInvoice } from './save-invoice.ts'
import { uploadConfirmation, uploadFiles } from './upload-files.ts'

export const invoiceRoutes = routes(invoiceCalls, {
  buyers: async ({ tx, actor }) =>
    tx
      .selectFrom('relationship')
      .innerJoin('company', 'company.id', 'relationship.buyerId')
      .select(['company.code', 'company.name', 'relationship.termDays', 'relationship.disclosed'])
      .where('relationship.supplierId', '=', actor.companyId)
      .where('relationship.status', '=', 'ENABLE')
      .orderBy('company.name')
      .execute(),
  add: afterwards<typeof invoiceCalls.add, void>(readGiven, addInvoice),
  edit: afterwards<typeof invoiceCalls.edit, void>(readGiven, editInvoice),
  detail: invoiceDetail,
  submit: afterwards<typeof invoiceCalls.submit, void>(readOfDrafts, submitInvoices),
  cancel: cancelInvoice,
  importExcel: afterwards<typeof invoiceCalls.importExcel, string[][]>(sheetAndPapers, importRows),
  importEInvoice,
  template: invoiceTemplate,
  templateDownload: downloadTemplate,
  confirm: confirmInvoices,
  returnToSupplier: returnInvoice,
  dispute: disputeInvoices,
  proposeResolution,
  resolve: resolveInvoice,
  upload: afterwards<typeof invoiceCalls.upload, void>(readGiven, uploadFiles),
  uploadConfirmation,
  batchUpload: afterwards<typeof invoiceCalls.batchUpload, string[][]>(sheetAndPapers, importRows),
})
