import { withoutHiddenMarks } from '@usance/domain/sound-text'
import { EInvoiceError } from '../e-invoice/errors.ts'
import { parseXml } from '../e-invoice/xml-element.ts'
import { textOf } from '../files/csv.ts'
import { readSheet } from '../files/spreadsheet.ts'
import { readCamt } from './read-camt.ts'
import { readList } from './read-list.ts'
import { readMt940 } from './read-mt940.ts'
import { type BankEntry, type BankFile, BankFileError } from './statement.ts'

/**
 * Reads a bank's file by what is in it, not by its name; a list that names no currency takes that of the account. The texts of its entries
 * are as people read them (decision 284).
 */
export async function readBankFile(content: Buffer, accountCurrency: string | null): Promise<BankFile> {
  const file = await fileOf(content, accountCurrency)
  return { ...file, statements: file.statements.map((one) => ({ ...one, entries: one.entries.map(asRead) })) }
}

/** Payers choose their names and what they write, so that marks which nobody sees could stand there. */
function asRead(entry: BankEntry): BankEntry {
  const line = (text: string | null) => (text === null ? null : withoutHiddenMarks(text) || null)
  const lines = (texts: readonly string[]) => texts.flatMap((text) => line(text) ?? [])
  return {
    ...entry,
    reference: line(entry.reference),
    payerName: line(entry.payerName),
    payerAccount: line(entry.payerAccount),
    endToEnd: lines(entry.endToEnd),
    creditorReferences: lines(entry.creditorReferences),
    remittance: lines(entry.remittance),
    ...(entry.remarks ? { remarks: lines(entry.remarks) } : {}),
    ...(entry.parts ? { parts: entry.parts.map(asRead) } : {}),
  }
}

async function fileOf(content: Buffer, accountCurrency: string | null): Promise<BankFile> {
  const text = isBinary(content) ? '' : isMarkup(content) ? content.toString('latin1', 0, 4000) : textOf(content)
  if (/^\uFEFF?\s*</.test(text)) return readCamt(xmlOf(content), text.slice(0, 4000))
  if (/^:(20|25|28C?|60[FM]|61):/m.test(text)) return readMt940(text)
  return readList(await readSheet(content), accountCurrency, { isWorkbook: isBinary(content) })
}

const isBinary = (content: Buffer) => /^(504b0304|d0cf11e0)/.test(content.subarray(0, 4).toString('hex'))

// XML names its own encoding. The kind of message is named in plain letters, which all of these encodings share.
const isMarkup = (content: Buffer) => /^\s*</.test(content.toString('latin1', 0, 200))

function xmlOf(content: Buffer) {
  try {
    return parseXml(content)
  } catch (error) {
    throw error instanceof EInvoiceError ? new BankFileError(error.message) : error
  }
}
