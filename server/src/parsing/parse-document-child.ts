import { attachmentsFromPdf } from '../e-invoice/attachments-from-pdf.ts'
import { invoicesAmong } from '../e-invoice/embedded-invoices.ts'
import { readEInvoice } from '../e-invoice/read-e-invoice.ts'
import { drawPage } from '../reading/draw-page.ts'
import { extractData } from '../reading/extract-data.ts'
import { fitPicture } from '../reading/picture.ts'
import { readDocument } from '../reading/read-document.ts'
import { answerQuestions } from './answer-questions.ts'
import { eInvoiceHead } from './e-invoice-head.ts'
import type { DocumentQuestions } from './questions.ts'

/** The program that reads documents from outside: PDF, image and mail parsers, and the neural networks. */
answerQuestions<keyof DocumentQuestions>({
  'e-invoice-pdf': async (file) => {
    const files = await attachmentsFromPdf(await file.bytes())
    const [invoice, another] = invoicesAmong(files)
    // Which of several is meant, no reader can tell: the page shows one of them to people.
    if (another) return { ok: false, error: 'SEVERAL_INVOICES' }
    if (invoice) return eInvoiceHead(invoice)
    // No invoice: what the first file is instead, or why it cannot be read.
    return files[0] ? eInvoiceHead(readEInvoice(files[0].bytes)) : { ok: false, error: 'NO_EMBEDDED_INVOICE' }
  },
  extract: async (file, { fileName, schema, today }) =>
    extractData(schema, await readDocument(await file.bytes(), fileName), today),
  page: async (file, { page }) => drawPage(await file.bytes(), page),
  picture: async (file, { width, height }) => fitPicture(await file.bytes(), width, height),
})
