import { amountIn, currencyIn, dayIn, isTold } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'

const ofBooking: readonly ListColumn[] = [
  'date',
  'dealDate',
  'valueDate',
  'in',
  'out',
  'amount',
  'payerName',
  'payerAccount',
  'reference',
]
const ofFigure: readonly ListColumn[] = ['in', 'out', 'amount']
const totals = [
  /^(grand |sub-?)?totals?( (credits?|debits?|amount|in|out))?$/i,
  /^((opening|closing|starting|ending|beginning|available|current|ledger) )?balance( (brought|carried) forward)?$/i,
  /^(sum|summe|gesamt|saldo|anfangssaldo|endsaldo)$/i,
  /^.{0,6}(合计|总计|小计|累计)$/,
  /^(期初|期末|上期|本期|上页|上日|账户)?(余额|结余)$/,
  /^(承前页|过次页)$/,
]
const withoutEnd = (text: string) => text.replace(/[\s:：.*]+$/, '')
const isTotal = (text: string) => totals.some((words) => words.test(withoutEnd(text)))
const carried = /^(bal(ance)?\.? )?([bc]\/?(f|d|fwd)|(brought|carried|carry) (forward|fwd|down))$/i
// A row with a day is booked by hand at worst, so that any wording of these counts.
const wordings = [
  /^((grand|sub)[- ]?)?totals?\b|\btotals?$|^sum\b/i,
  /\bbal(ance)?\.?( forward)?$|^bal(ance)?\b/i,
  /^(opening|closing|starting|ending|beginning|previous|account|statement|available|current|ledger)( ledger)? (bal(ance)?|amount)\b/i,
  /\b[bc]\/?(f|d|fwd)$|\b(brought|carried|carry) (forward|fwd|down)$/i,
  /^(summe|gesamt(betrag)?|kontostand|saldo)\b|(summe|saldo)$/i,
  /合计|总计|小计|累计|余额|结余|结转|期[初末]|[承过][上前次]?页/,
]
const maybeTotal = (text: string) => isTotal(text) || wordings.some((words) => words.test(withoutEnd(text)))
const isPlain = (text: string) => currencyIn(text) !== undefined || !/\p{L}/u.test(text)

/** Whether a row above the heading has a day and an amount like a booking, and no known word for a total or a balance. */
export function isLikeBooking(row: readonly string[]): boolean {
  const told = row.map((text) => text.trim()).filter(isTold)
  const others = told.filter((text) => dayIn(text) === undefined)
  const hasAmount = others.some((text) => /\d/.test(text) && !('fault' in amountIn(text, null)))
  return others.length < told.length && hasAmount && !told.some(isTotal)
}

/**
 * Whether a row that is no readable booking has words that may tell something of the bookings after it, such as the heading of a section
 * or of another table: no total or balance by a known word, and no day or amount that only cannot be read.
 */
export function isNote(row: readonly string[], places: ReadonlyMap<ListColumn, readonly number[]>): boolean {
  const told = row.filter(isTold)
  if (told.every(isPlain) || told.some((text) => isTotal(text.trim()))) return false
  return isNoBooking(row, places) || !/\d/.test(told.join(''))
}

/**
 * Whether a row that reads like a booking may be a total or a balance: some words name it so, without a payer or a reference. A name may
 * begin or end with such a word, so that where the payer stands only the words alone count.
 */
export function isCalledTotal(row: readonly string[], places: ReadonlyMap<ListColumn, readonly number[]>): boolean {
  const of = (kinds: readonly ListColumn[]) => kinds.flatMap((kind) => places.get(kind) ?? [])
  const [ofPayer, ofReference] = [of(['payerName', 'payerAccount']), of(['reference'])]
  const isCalled = (at: number) => {
    const text = (row[at] ?? '').trim()
    return ofPayer.includes(at) ? isTotal(text) || carried.test(withoutEnd(text)) : maybeTotal(text)
  }
  return [...row.keys()].some(isCalled) && ![...ofPayer, ...ofReference].some((at) => isTold(row[at] ?? '') && !isCalled(at))
}

/**
 * Whether a row below the heading that cannot be read as a booking is certainly not one: it fills no column of a booking, holds a note in
 * the first column alone, or names a total or a balance by a known word beside its figures. Any other row may be a booking.
 */
export function isNoBooking(row: readonly string[], places: ReadonlyMap<ListColumn, readonly number[]>): boolean {
  const of = (kinds: readonly ListColumn[]) =>
    kinds.flatMap((kind) => places.get(kind) ?? []).filter((at) => isTold(row[at] ?? ''))
  if (of(ofBooking).length === 0) return true
  const told = row.flatMap((text, at) => (isTold(text) ? [at] : []))
  const [first] = told
  const isText = !isPlain(row[first ?? 0] ?? '')
  if (told.length === 1) return first === 0 && isText && of(ofFigure).length === 0
  const words = told.filter((at) => isTotal((row[at] ?? '').trim()))
  const [word] = words
  if (words.length !== 1 || word === undefined || told.some((at) => at !== word && !isPlain(row[at] ?? ''))) return false
  const others = (kinds: readonly ListColumn[]) => of(kinds).filter((at) => at !== word)
  if (others(['payerName', 'payerAccount', 'reference']).length > 0) return false
  // With a day of its own it may be a booking that is called so, unless it moves nothing.
  return others(['date', 'dealDate', 'valueDate']).length === 0 || others(ofFigure).length === 0
}
