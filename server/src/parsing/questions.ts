import type { ExtractData } from '@usance/wire/ocr/calls'
import type { BankFile } from '../bank-statement/statement.ts'
import type { EInvoice } from '../e-invoice/e-invoice.ts'
import type { EInvoiceErrorName } from '../e-invoice/errors.ts'
import type { Finding } from '../e-invoice/rules.ts'
import type { StatusReport } from '../payment-file/read-pain002.ts'
import type { PageToDraw } from '../reading/page.ts'
import type { DocumentSchema } from '../reading/schema/schema.ts'
import type { FeedItem } from './parse-feed.ts'

/** The content of an e-invoice with the faults in its sums and codes, without its lines. */
export type EInvoiceHead = Pick<
  EInvoice,
  | 'kind'
  | 'typeCode'
  | 'number'
  | 'issueDate'
  | 'dueDate'
  | 'currency'
  | 'seller'
  | 'buyer'
  | 'payee'
  | 'orderRef'
  | 'precedingInvoices'
  | 'totals'
  | 'unreadable'
>
export type ParsedEInvoice =
  | { ok: true; invoice: EInvoiceHead; findings: Finding[] }
  | { ok: false; error: EInvoiceErrorName | 'NO_EMBEDDED_INVOICE' | 'SEVERAL_INVOICES' }

/** The questions about data files: their parameters and their answers. */
export type DataQuestions = {
  /** A UBL or CII document. */
  'e-invoice': { asked: object; answer: ParsedEInvoice }
  /** The sheet of a workbook or csv file as text cells. */
  sheet: { asked: object; answer: string[][] }
  /** A bank statement: camt, MT940 or a list; `currency` is the account's, for lists without one. */
  statement: { asked: { currency: string | null }; answer: BankFile }
  /** A bank's report on a payment file (pain.002). */
  'status-report': { asked: object; answer: StatusReport }
  /** A news feed; entries later than `today` are dropped. */
  feed: { asked: { today: string }; answer: FeedItem[] }
  /** Whether an upload matches the ending of its name; refused where not. */
  upload: { asked: { ending: string }; answer: null }
}

/** The questions about documents: PDFs, images and mails. */
export type DocumentQuestions = {
  /** The e-invoice embedded in a PDF. */
  'e-invoice-pdf': { asked: object; answer: ParsedEInvoice }
  /** The fields of a kind of document; `today` is the business date. */
  extract: { asked: { fileName: string; schema: DocumentSchema; today: string }; answer: ExtractData }
  /** One page as a JPEG. */
  page: { asked: { page: PageToDraw }; answer: Uint8Array }
  /** An image as a PNG that fits into these pixels, without any bytes of the original file. */
  picture: { asked: { width: number; height: number }; answer: Uint8Array }
}

/** The questions about papers that are attached to a record. */
export type PaperQuestions = {
  /** What the e-invoices in a paper say; no fields where it holds none. */
  paper: { asked: { fileName: string; today: string }; answer: ExtractData }
}

export type Questions = DataQuestions & DocumentQuestions & PaperQuestions
export type Kind = keyof Questions

/** A file from outside: its path on disk, or its bytes. */
export type Foreign = { path: string } | { bytes: Uint8Array }
