import { BankFileError } from '../bank-statement/statement.ts'
import { type RefusalData, Refused } from '../http/refused.ts'
import { StatusReportError } from '../payment-file/read-pain002.ts'
import { ReadingError } from '../reading/page.ts'
import type { ToldRefusal } from './lane.ts'

/** The refusal of a file that a parser gave up: the parser's own, else that the file cannot be read. */
export function refusalOf(error: unknown): ToldRefusal {
  if (error instanceof Refused) return { refusal: error.refusal, data: error.data }
  if (error instanceof BankFileError) return unreadable({ reason: 'statement', detail: error.detail })
  if (error instanceof StatusReportError) return unreadable({ reason: 'report', detail: error.message })
  if (!(error instanceof ReadingError)) return unreadable({ reason: 'unreadable' })
  if (error.fault === 'no-text') return { refusal: 'OCR_NOTHING_READ', data: {} }
  return error.fault === 'too-large'
    ? { refusal: 'FILE_TOO_LARGE', data: { reason: error.fault } }
    : unreadable({ reason: error.fault })
}

const unreadable = (data: RefusalData): ToldRefusal => ({ refusal: 'FILE_UNREADABLE', data })
