import { widerThan } from '../files/table-rows.ts'
import { amountIn, currencyIn, dayIn, isTold } from './list-cells.ts'
import { columnsOf, type ListColumn } from './list-columns.ts'
import { isNoBooking } from './list-totals.ts'
import { type BankEntry, type BankFile, BankFileError } from './statement.ts'

const moneyColumns: readonly ListColumn[] = ['in', 'out', 'amount']
const credit = /贷|收入|^cr|credit|^c$|存入|转入/i
const debit = /借|支出|^dr|debit|^d$|支取|转出/i

/**
 * A bank's list of bookings from a spreadsheet or csv file: lines before the heading are skipped, headings are English or
 * Chinese. A row that cannot be read is a fault with its row number, unless it plainly is no booking; none is dropped silently.
 */
export function readList(
  rows: readonly (readonly string[])[],
  accountCurrency: string | null,
  { isWorkbook }: { isWorkbook: boolean },
): BankFile {
  const at = rows.findIndex((row) => columnsOf(row) !== undefined)
  if (at < 0) throw new BankFileError('no heading with a day and an amount')
  const heading = rows[at]!
  const places = columnsOf(heading)!
  const before = rows.slice(0, at).flat().join(' ')
  const month = /(\d{4})\s*年\s*(\d{1,2})\s*月/.exec(before)
  const listMonth = month ? { year: Number(month[1]), month: Number(month[2]) } : undefined
  const listCurrency = [...places.keys()].includes('amount') && heading.some((text) => text.includes('人民币')) ? 'CNY' : null
  const list = { places, listMonth, currency: listCurrency ?? accountCurrency }
  const below = rows
    .map((row, index) => ({ row, number: index + 1 }))
    .slice(at + 1)
    .filter(({ row }) => row.some(isTold) && !columnsOf(row))
  const isWider = widerThan(
    heading,
    below.flatMap(({ row }) => (isNoBooking(row, places) ? [] : [row])),
    { isWorkbook },
  )
  const figures = moneyColumns.flatMap((kind) => places.get(kind) ?? [])
  const entries: BankEntry[] = []
  const faults: { row: number; reason: string }[] = []
  for (const { row, number } of below) {
    const read = isWider(row, figures) ? 'WIDER' : bookingOf(row, list)
    if (typeof read !== 'string') entries.push(read)
    else if (!isNoBooking(row, places)) faults.push({ row: number, reason: read })
  }
  const statement = { id: null, account: null, currency: accountCurrency, number: null, balances: [], entries, addsUp: null }
  return { format: 'LIST', statements: [statement], faults }
}

type List = {
  places: ReadonlyMap<ListColumn, readonly number[]>
  listMonth: { year: number; month: number } | undefined
  currency: string | null
}

/** The booking of a row, or what bars it. */
function bookingOf(row: readonly string[], { places, listMonth, ...list }: List): BankEntry | string {
  const cells = (kind: ListColumn) => (places.get(kind) ?? []).map((place) => (row[place] ?? '').trim()).filter(isTold)
  const cell = (kind: ListColumn) => cells(kind)[0] ?? ''
  const booking = firstOf(cells('date'), (text) => dayIn(text, listMonth))
  const value = firstOf(cells('valueDate'), (text) => dayIn(text, listMonth))
  const currency = firstOf(cells('currency'), currencyIn) ?? list.currency
  if (!booking && !value) return 'DATE'
  const money = moneyOf(cells, currency)
  if ('fault' in money) return money.fault
  return {
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
    remittance: cells('text'),
    payerName: cell('payerName') || null,
    payerAccount: cell('payerAccount') || null,
    transactions: 1,
  }
}

const firstOf = <Value>(texts: readonly string[], read: (text: string) => Value | undefined): Value | undefined => {
  for (const text of texts) {
    const found = read(text)
    if (found !== undefined) return found
  }
  return undefined
}

type Money = { amount: string; side: 'CREDIT' | 'DEBIT' }
const moves = ({ amount }: { amount: string }) => /[1-9]/.test(amount)

/** The amount of a row and its side; a row that fills both sides, or one side with two amounts, has none. */
function moneyOf(cells: (kind: ListColumn) => string[], currency: string | null): Money | { fault: string } {
  const read = moneyColumns.flatMap((kind) => cells(kind).map((text) => ({ kind, money: amountIn(text, currency) })))
  const sound: { kind: ListColumn; amount: string; negative: boolean }[] = []
  for (const { kind, money } of read) {
    if ('fault' in money) return money
    sound.push({ kind, ...money })
  }
  const sided = sound.filter((one) => one.kind !== 'amount' && moves(one))
  const [first] = sided
  if (sided.some(({ kind }) => kind !== first?.kind)) return { fault: 'BOTH_SIDES' }
  if (sided.some(({ amount }) => amount !== first?.amount)) return { fault: 'AMOUNT' }
  if (first) return { amount: first.amount, side: (first.kind === 'in') === first.negative ? 'DEBIT' : 'CREDIT' }
  const money = sound.find(({ kind }) => kind === 'amount')
  if (!money) return { fault: 'AMOUNT' }
  const told = cells('side')[0] ?? ''
  // A word for the side outranks the sign, except on a negative amount, which turns the word around.
  const side = credit.test(told) ? 'CREDIT' : debit.test(told) ? 'DEBIT' : undefined
  if (!side) return { amount: money.amount, side: money.negative ? 'DEBIT' : 'CREDIT' }
  const isNegativeOutflow = side === 'DEBIT' && money.negative
  return { amount: money.amount, side: money.negative && !isNegativeOutflow ? 'DEBIT' : side }
}
