import { widerThan } from '../files/table-rows.ts'
import { amountIn, currencyIn, dayIn, signFits } from './list-cells.ts'
import { columnsOf, type ListColumn } from './list-columns.ts'
import { type BankEntry, type BankFile, BankFileError } from './statement.ts'

const moneyColumns: readonly ListColumn[] = ['in', 'out', 'amount']
const credit = /贷|收入|^cr|credit|^c$|存入|转入/i
const debit = /借|支出|^dr|debit|^d$|支取|转出/i

/**
 * A bank's list of bookings from a spreadsheet or csv file: lines before the heading are skipped, headings are English or
 * Chinese. Rows that look like bookings but cannot be read are faults with their row number; none is dropped silently.
 */
export function readList(rows: readonly (readonly string[])[], accountCurrency: string | null): BankFile {
  const at = rows.findIndex((row) => columnsOf(row) !== undefined)
  if (at < 0) throw new BankFileError('no heading with a day and an amount')
  const heading = rows[at]!
  const places = columnsOf(heading)!
  const before = rows.slice(0, at).flat().join(' ')
  const month = /(\d{4})\s*年\s*(\d{1,2})\s*月/.exec(before)
  const listMonth = month ? { year: Number(month[1]), month: Number(month[2]) } : undefined
  const listCurrency = [...places.keys()].includes('amount') && heading.some((text) => text.includes('人民币')) ? 'CNY' : null
  const entries: BankEntry[] = []
  const faults: { row: number; reason: string }[] = []
  const isWider = widerThan(heading, rows.slice(at + 1))
  const figures = moneyColumns.flatMap((kind) => places.get(kind) ?? [])
  for (const [index, row] of rows.slice(at + 1).entries()) {
    const cells = (kind: ListColumn) => (places.get(kind) ?? []).map((place) => (row[place] ?? '').trim())
    const cell = (kind: ListColumn) => cells(kind).find((text) => text !== '' && !/^[-/]+$/.test(text)) ?? ''
    if (row.every((text) => text.trim() === '') || columnsOf(row)) continue
    if (isWider(row, figures)) {
      faults.push({ row: at + 2 + index, reason: 'WIDER' })
      continue
    }
    const booking = firstOf(cells('date'), (text) => dayIn(text, listMonth))
    const value = firstOf(cells('valueDate'), (text) => dayIn(text, listMonth))
    const currency = firstOf(cells('currency'), currencyIn) ?? listCurrency ?? accountCurrency
    const isForeign = moneyColumns.some((kind) => cells(kind).some((text) => !signFits(text, currency)))
    const money = isForeign ? undefined : moneyOf(cells, cell)
    // A closing line such as a sum or a note has no day at all.
    if (!booking && !value && cell('date') === '') continue
    if (!booking && !value && !money) continue
    if (!booking && !value) faults.push({ row: at + 2 + index, reason: 'DATE' })
    else if (!money) faults.push({ row: at + 2 + index, reason: 'AMOUNT' })
    else
      entries.push({
        ...money,
        currency,
        reversal: null,
        status: 'BOOK',
        booking: booking ?? value ?? null,
        value: value ?? booking ?? null,
        code: null,
        reference: cell('reference') || null,
        endToEnd: [],
        creditorReferences: [],
        remittance: cells('text').filter((text) => text !== '' && !/^[-/]+$/.test(text)),
        payerName: cell('payerName') || null,
        payerAccount: cell('payerAccount') || null,
        transactions: 1,
      })
  }
  const statement = { id: null, account: null, currency: accountCurrency, number: null, balances: [], entries, addsUp: null }
  return { format: 'LIST', statements: [statement], faults }
}

const firstOf = <Value>(texts: string[], read: (text: string) => Value | undefined): Value | undefined => {
  for (const text of texts) {
    const found = text === '' ? undefined : read(text)
    if (found !== undefined) return found
  }
  return undefined
}

function moneyOf(
  cells: (kind: ListColumn) => string[],
  cell: (kind: ListColumn) => string,
): { amount: string; side: 'CREDIT' | 'DEBIT' } | undefined {
  const incoming = firstOf(cells('in'), amountIn)
  const outgoing = firstOf(cells('out'), amountIn)
  if (incoming && /[1-9]/.test(incoming.amount)) return { amount: incoming.amount, side: incoming.negative ? 'DEBIT' : 'CREDIT' }
  if (outgoing && /[1-9]/.test(outgoing.amount)) return { amount: outgoing.amount, side: outgoing.negative ? 'CREDIT' : 'DEBIT' }
  const money = firstOf(cells('amount'), amountIn)
  if (!money) return undefined
  const told = cell('side')
  // A word for the side outranks the sign, except on a negative amount, which turns the word around.
  const side = credit.test(told) ? 'CREDIT' : debit.test(told) ? 'DEBIT' : undefined
  if (!side) return { amount: money.amount, side: money.negative ? 'DEBIT' : 'CREDIT' }
  const isNegativeOutflow = side === 'DEBIT' && money.negative
  return { amount: money.amount, side: money.negative && !isNegativeOutflow ? 'DEBIT' : side }
}
