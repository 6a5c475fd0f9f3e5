import { readBankFile } from '../bank-statement/read-bank-file.ts'
import { receiptLines } from '../bank-statement/receipt-lines.ts'
import { readEInvoice } from '../e-invoice/read-e-invoice.ts'
import { checkUpload } from '../files/check-upload.ts'
import { readSheet } from '../files/spreadsheet.ts'
import { Refused } from '../http/refused.ts'
import { readPain002 } from '../payment-file/read-pain002.ts'
import { answerQuestions } from './answer-questions.ts'
import { eInvoiceHead } from './e-invoice-head.ts'
import { parseFeed } from './parse-feed.ts'
import type { DataQuestions } from './questions.ts'

// More entries than a bank books for one account in a day, or reports of one payment file.
const mostBookings = 2000
const mostReported = 10_000

/** The program that parses data files from outside: XML, workbooks, csv and text. */
answerQuestions<keyof DataQuestions>({
  'e-invoice': async (file) => eInvoiceHead(readEInvoice(await file.bytes())),
  sheet: async (file) => readSheet(await file.bytes()),
  statement: async (file, { currency }) => {
    const read = await readBankFile(await file.bytes(), currency)
    // The zone changes their days, not their number.
    if (receiptLines(read, 0).length + read.faults.length > mostBookings)
      throw new Refused('FILE_TOO_LARGE', { rows: mostBookings })
    return read
  },
  'status-report': async (file) => {
    const report = readPain002(await file.bytes())
    if (report.lines.length > mostReported) throw new Refused('FILE_TOO_LARGE', { rows: mostReported })
    return report
  },
  feed: async (file, { today }) => parseFeed((await file.bytes()).toString('utf8'), today),
  upload: async (file, { ending }) => {
    if (file.path) await checkUpload(file.path, ending)
    return null
  },
})
