import { parseAmount } from '@usance/domain/money'
import type { AgedInvoice } from './aged.ts'
import { csvRows, separatorOf } from './csv-rows.ts'
import { type DateOrder, dateOrderOf, parseDate } from './date-order.ts'

/** An invoice of the ledger with what the dashboard does not count: dispute and country of the customer. */
export type ImportedInvoice = AgedInvoice & { disputed: boolean; country: string | null }
/** A row that was left out: its line number counted from the heading as 1, and why. */
type RowProblem = { row: number; column: string; reason: 'MISSING' | 'NOT_A_DATE' | 'NOT_AN_AMOUNT' | 'DUPLICATE' }
export type AgeingImport =
  | { ok: true; invoices: ImportedInvoice[]; problems: RowProblem[]; dateOrder: DateOrder }
  | { ok: false; reason: 'NO_ROWS' | 'COLUMN_MISSING' | 'DATES_AMBIGUOUS' | 'NOT_DATES'; column?: string }

// Headings are compared without blanks, case and underscores; Chinese ledgers name the same columns.
const headings = {
  number: ['invoicenumber', 'invoiceno', 'invoice', '发票号', '发票号码'],
  buyer: ['customerid', 'customer', 'customername', 'buyer', 'buyername', '客户', '客户名称', '买方'],
  issueDate: ['invoicedate', 'issuedate', '开票日期'],
  dueDate: ['duedate', 'maturitydate', '到期日', '到期日期'],
  amount: ['invoiceamount', 'amount', '金额', '发票金额'],
  settledDate: ['settleddate', 'paiddate', 'paymentdate', '结清日期', '付款日期'],
  disputed: ['disputed', 'dispute', '争议'],
  country: ['countrycode', 'country', '国家'],
} as const
type Column = keyof typeof headings
const requiredColumns: Column[] = ['number', 'buyer', 'issueDate', 'dueDate', 'amount']
const dateColumns: Column[] = ['issueDate', 'dueDate', 'settledDate']

/** Reads a receivables ledger from CSV text in one currency; a settled date is a payment of the whole amount that day. */
export function importAgeing(text: string, currency: string, order?: DateOrder): AgeingImport {
  const [heading, ...rows] = csvRows(text, separatorOf(text))
  if (!heading || rows.length === 0) return { ok: false, reason: 'NO_ROWS' }
  const places = placesOf(heading)
  const missing = requiredColumns.find((column) => places[column] === undefined)
  if (missing) return { ok: false, reason: 'COLUMN_MISSING', column: missing }
  const cell = (row: string[], column: Column) => (row[places[column] ?? -1] ?? '').trim()
  // One broken date must not hide the order of all others, so the order is that of the dates that are dates at all.
  const dates = rows
    .flatMap((row) => dateColumns.map((column) => cell(row, column)))
    .filter((each) => /^\d+\D\d+\D\d+\D?$|^\d{8}$/.test(each))
  const found = order ? { order } : dateOrderOf(dates)
  if (found.order === null) return { ok: false, reason: found.reason === 'AMBIGUOUS' ? 'DATES_AMBIGUOUS' : 'NOT_DATES' }

  const problems: RowProblem[] = []
  const numbers = new Set<string>()
  const invoices = rows.flatMap((row, index) => {
    const read = readRow((column) => cell(row, column), currency, found.order)
    if ('column' in read) return report(problems, { row: index + 2, ...read })
    const key = `${read.buyer}\n${read.no}`
    if (numbers.has(key)) return report(problems, { row: index + 2, column: 'number', reason: 'DUPLICATE' })
    numbers.add(key)
    return [read]
  })
  return { ok: true, invoices, problems, dateOrder: found.order }
}

function placesOf(heading: string[]): Partial<Record<Column, number>> {
  const plain = heading.map((title) => title.toLowerCase().replace(/[\s_-]/g, ''))
  return Object.fromEntries(
    (Object.keys(headings) as Column[])
      .map((column) => [column, plain.findIndex((title) => (headings[column] as readonly string[]).includes(title))] as const)
      .filter(([, place]) => place !== -1),
  )
}

function report(problems: RowProblem[], problem: RowProblem): [] {
  problems.push(problem)
  return []
}

type RowFault = Omit<RowProblem, 'row'>
function readRow(cell: (column: Column) => string, currency: string, order: DateOrder): ImportedInvoice | RowFault {
  const empty = requiredColumns.find((column) => cell(column) === '')
  if (empty) return { column: empty, reason: 'MISSING' }
  const issueDate = parseDate(cell('issueDate'), order)
  if (!issueDate) return { column: 'issueDate', reason: 'NOT_A_DATE' }
  const dueDate = parseDate(cell('dueDate'), order)
  if (!dueDate) return { column: 'dueDate', reason: 'NOT_A_DATE' }
  const settledText = cell('settledDate')
  const settledOn = settledText === '' ? undefined : parseDate(settledText, order)
  if (settledText !== '' && !settledOn) return { column: 'settledDate', reason: 'NOT_A_DATE' }
  // Thousands separators are taken out only where they stand in groups of three.
  const amountText = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell('amount')) ? cell('amount').replaceAll(',', '') : cell('amount')
  const amount = parseAmount(amountText, currency)
  if (!amount.ok) return { column: 'amount', reason: 'NOT_AN_AMOUNT' }
  return {
    no: cell('number'),
    status: 'CONFIRMED',
    buyer: cell('buyer'),
    issueDate,
    dueDate,
    amount: amount.value,
    adjustments: [],
    payments: settledOn ? [{ date: settledOn, amount: amount.value }] : [],
    disputed: /^(yes|y|true|1|是)$/i.test(cell('disputed')),
    country: cell('country') || null,
  }
}
