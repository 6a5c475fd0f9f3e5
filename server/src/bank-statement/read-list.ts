import { withoutZeros } from '@usance/domain/rational'
import { isCellError } from '../files/cell-error.ts'
import { widerThan } from '../files/table-rows.ts'
import { Refused } from '../http/refused.ts'
import { balancesDeny } from './list-balances.ts'
import { amountIn, currencyIn, dayIn, isBooked, isTold, sideIn } from './list-cells.ts'
import { columnsOf, type ListColumn, oneLine, remarkColumns, titleAt, unknownTitles } from './list-columns.ts'
import { accountsNamed, cutAccount, isAccountNumber, isOtherHeading, numberIn } from './list-notes.ts'
import { isCalledTotal, isLikeBooking, isNoBooking, isNote } from './list-totals.ts'
import { type BankEntry, type BankFile, BankFileError } from './statement.ts'
import { tellsZone, timeInZone } from './told-time.ts'

const moneyColumns: readonly ListColumn[] = ['in', 'out', 'amount']

/**
 * A bank's list of bookings from a spreadsheet or csv file: lines before the heading are skipped, headings are English or
 * Chinese. A row that cannot be read is a fault with its row number, unless it plainly is no booking; none is dropped silently. The
 * list is one table: it is refused where another one begins, and it tells each account that it names.
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
  const below = rows
    .map((row, index) => ({ row, number: index + 1 }))
    .slice(at + 1)
    .filter(({ row }) => row.some(isTold) && !columnsOf(row))
  const other = rows.findIndex((row, index) => index > at && isOtherHeading(row, heading, places))
  if (other >= 0) throw new Refused('LIST_OF_TWO_TABLES', { first: at + 1, second: other + 1 })
  const bookings = below.flatMap(({ row }) => (isNoBooking(row, places) ? [] : [row]))
  const isWider = widerThan(heading, bookings, { isWorkbook })
  const out = below.flatMap(({ row }) =>
    (places.get('out') ?? []).map((place) => row[place] ?? '').filter((text) => /[1-9]/.test(text)),
  )
  const outIsNegative = out.every(isNegative)
  const isSigned = below.some(({ row }) => (places.get('amount') ?? []).some((place) => isNegative(row[place] ?? '')))
  const isHeld = (place: number) => below.some(({ row }) => isTold(row[place] ?? ''))
  const [isTyped = false, hasStatus = false] = (['type', 'status'] as const).map((kind) => places.get(kind)?.some(isHeld))
  const unknown = unknownTitles(heading, isHeld)
  const hasSigns = below.some(({ row }) => (places.get('side') ?? []).some((place) => row[place]?.trim() === '+'))
  const currency = listCurrency ?? accountCurrency
  const isDenied = balancesDeny(bookings, places, { currency, isSigned })
  const list = {
    places,
    remarks: remarkColumns(heading, places),
    listMonth,
    isSigned,
    isTyped,
    hasSigns,
    outIsNegative,
    hasStatus,
    isDenied,
    currency,
  }
  const figures = moneyColumns.flatMap((kind) => places.get(kind) ?? [])
  const hasAmount = (row: readonly string[]) =>
    figures.some((at) => isTold(row[at] ?? '') && !('fault' in amountIn(row[at]!.trim(), null)))
  const hasCommas = below.some(({ row }) => figures.some((at) => /\d,\d{1,3}\W*$/.test(row[at] ?? '')))
  const entries: BankEntry[] = []
  const faults: BankFile['faults'] = []
  /** The lines above and between bookings that are none and may tell something, and those since the last booking. */
  const lines = rows
    .slice(0, at)
    .flatMap((row, index) => (isLikeBooking(row) && accountsNamed(row, index + 1).length === 0 ? [lineAt(row, index + 1)] : []))
  const open: string[] = []
  const accounts = rows.slice(0, at).flatMap((row, index) => accountsNamed(row, index + 1))
  for (const { row, number } of below) {
    for (const place of places.get('account') ?? [])
      if (isAccountNumber(row[place] ?? ''))
        accounts.push({ row: number, account: numberIn(row[place]!) || cutAccount(row[place]!.trim()) })
    const isGrouped = hasCommas && figures.some((at) => /^[^,]*\.\d{3}\W*$/.test(row[at] ?? ''))
    const booking = isWider(row, figures) ? 'WIDER' : isGrouped ? 'TWO_READINGS' : bookingOf(row, list)
    const read = typeof booking !== 'string' && isCalledTotal(row, places) ? 'TOTAL' : booking
    // What a row with an amount names may be the account of its payer.
    if (typeof read === 'string' && !hasAmount(row)) accounts.push(...accountsNamed(row, number))
    if (typeof read !== 'string') {
      entries.push(read)
      lines.push(...open.splice(0))
    } else {
      if (!isNoBooking(row, places)) faults.push({ row: number, reason: read })
      if (isNote(row, places)) open.push(lineAt(row, number))
    }
  }
  const unsigned = entries.some((one) => one.isUnsigned) ? titleAt(heading, places.get('amount')![0]!) : null
  const statement = { id: null, account: null, currency: accountCurrency, number: null, balances: [], entries, addsUp: null }
  return { format: 'LIST', statements: [statement], faults, accounts, toDeclare: { columns: unknown, lines, unsigned } }
}

type List = {
  places: ReadonlyMap<ListColumn, readonly number[]>
  /** The columns that may hold what a payer or the bank wrote, beside those that are known to. */
  remarks: ReturnType<typeof remarkColumns>
  listMonth: { year: number; month: number } | undefined
  /** The list has a negative amount, so that its signs tell the sides. */
  isSigned: boolean
  /** The list has a type on some row, so that one without a type leaves its side unsaid. */
  isTyped: boolean
  /** The column for the side holds a plus on some row, so that a hyphen there is a minus. */
  hasSigns: boolean
  /** The list has a status on some row, so that one without a status leaves it open. */
  hasStatus: boolean
  /** The balances beside the amounts deny the signs, or that all of them came in. */
  isDenied: boolean
  /** The bank writes each amount of its column for money out with a minus. */
  outIsNegative: boolean
  currency: string | null
}

const isNegative = (text: string) => {
  const read = amountIn(text, null)
  return 'negative' in read && read.negative
}

/** The booking of a row, or what bars it. */
function bookingOf(row: readonly string[], list: List): BankEntry | string {
  const { places, listMonth } = list
  const cells = (kind: ListColumn) => (places.get(kind) ?? []).map((place) => (row[place] ?? '').trim()).filter(isTold)
  const cell = (kind: ListColumn) => cells(kind)[0] ?? ''
  if ((['reference', 'text', 'payerName', 'payerAccount'] as const).some((kind) => cells(kind).some(isCellError)))
    return 'CELL_ERROR'
  const dayOf = (text: string) => (tellsZone(text) && !timeInZone(text) ? undefined : dayIn(text, listMonth))
  const [deal, booked] = (['dealDate', 'date'] as const).map((kind) =>
    readAll(
      cells(kind).filter((text) => !isTime.test(text)),
      dayOf,
    ),
  )
  if (deal === 'UNREAD' || booked === 'UNREAD') return 'DATE'
  if (deal === 'DISAGREE' || booked === 'DISAGREE') return 'DISAGREE'
  // The day of the deal and the day of its booking may differ: the column that stands first counts.
  const isDealFirst = (places.get('dealDate')?.[0] ?? Infinity) < (places.get('date')?.[0] ?? Infinity)
  const timed = (day: string | undefined, ...kinds: ListColumn[]) =>
    (day &&
      kinds
        .flatMap(cells)
        .flatMap((text) => timeInZone(text) ?? [])
        .find((time) => time.startsWith(day))) ||
    day
  const booking = timed(isDealFirst ? (deal ?? booked) : (booked ?? deal), 'date', 'dealDate')
  const valued = readAll(cells('valueDate'), dayOf)
  if (valued === 'UNREAD' || (!booking && !valued)) return 'DATE'
  const told = readAll(cells('currency'), currencyIn)
  if (told === 'UNREAD') return 'CURRENCY_UNREAD'
  if (valued === 'DISAGREE' || told === 'DISAGREE') return 'DISAGREE'
  const value = timed(valued, 'valueDate')
  const currency = told ?? list.currency
  const money = moneyOf(cells, currency, list)
  if ('fault' in money) return money.fault
  const isFinal = readAll(cells('status'), isBooked)
  if (isFinal === 'UNREAD' || isFinal === 'DISAGREE' || (isFinal === undefined && list.hasStatus)) return 'STATUS'
  const side = sideOf(money, { columns: (places.get('side') ?? []).map((place) => row[place] ?? ''), types: cells('type') }, list)
  if (!side) return 'SIDE'
  if (side === 'DENIED') return 'BALANCE'
  return {
    amount: money.amount,
    side: side === 'NEUTRAL' ? 'DEBIT' : side === 'UNSIGNED' ? 'CREDIT' : side,
    ...(side === 'UNSIGNED' && { isUnsigned: true as const }),
    currency,
    reversal: null,
    status: side === 'NEUTRAL' || isFinal === false ? 'INFO' : 'BOOK',
    booking: booking ?? value ?? null,
    value: value ?? booking ?? null,
    code: null,
    reference: cell('reference') || null,
    endToEnd: [],
    creditorReferences: [],
    remittance: cells('text'),
    // Earlier versions read none of them, and made the references of bookings without them.
    remarks: [
      ...cells('reference').slice(1),
      ...list.remarks.flatMap(({ place, isOfWords }) => {
        const text = (row[place] ?? '').trim()
        return isTold(text) && (isOfWords || isRemark(text)) ? [text] : []
      }),
    ],
    payerName: cell('payerName') || null,
    payerAccount: cell('payerAccount') || null,
    transactions: 1,
  }
}

/** Whether a cell of a column that nobody knows holds words or a number, and not a day, a time or an amount. */
const isRemark = (text: string) => /\p{L}/u.test(text) || (/^\d+$/.test(text) && dayIn(text) === undefined)

// More of a line than a person needs to find it.
const longestLine = 190

/** A line of a list that is no booking, as a person is shown it: its row, and its words. */
const lineAt = (row: readonly string[], number: number): string => cut(`#${number} ${oneLine(row.filter(isTold).join(' '))}`)

const cut = (text: string) => (text.length > longestLine ? `${Array.from(text).slice(0, longestLine).join('').trim()}…` : text)

/** A cell of a time alone, beside the column of its day; a workbook gives the time the first day of its calendar. */
const isTime = /^(?:1899-12-3[01] |1900-01-00 )?(?:\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?|\d{6})$/

/** What all of some texts say; nothing where there is no text. A text that cannot be read is never replaced by another one. */
function readAll<Value>(
  texts: readonly string[],
  read: (text: string) => Value | undefined,
): Value | 'UNREAD' | 'DISAGREE' | undefined {
  const values = texts.map(read)
  if (values.includes(undefined)) return 'UNREAD'
  return new Set(values).size > 1 ? 'DISAGREE' : values[0]
}

/** An amount, and its side where the column of the amount names it. */
type Money = { amount: string; negative: boolean; isSigned: boolean; column: 'CREDIT' | 'DEBIT' | undefined }
const moves = ({ amount }: { amount: string }) => /[1-9]/.test(amount)

/** The amount of a row; a row that fills both sides, or one side with two amounts, has none. */
function moneyOf(
  cells: (kind: ListColumn) => string[],
  currency: string | null,
  { outIsNegative }: List,
): Money | { fault: string } {
  const read = moneyColumns.flatMap((kind) => cells(kind).map((text) => ({ kind, money: amountIn(text, currency) })))
  const sound: { kind: ListColumn; amount: string; negative: boolean; isSigned: boolean }[] = []
  for (const { kind, money } of read) {
    if ('fault' in money) return money
    sound.push({ kind, ...money })
  }
  const sided = sound.filter((one) => one.kind !== 'amount' && moves(one))
  const [first] = sided
  if (sided.some(({ kind }) => kind !== first?.kind)) return { fault: 'BOTH_SIDES' }
  if (sided.some(({ amount }) => amount !== first?.amount)) return { fault: 'AMOUNT' }
  // A negative amount of the column for money out is money out where the bank writes all of them so; else it may be one taken back.
  if (first?.kind === 'out' && first.negative && !outIsNegative) return { fault: 'SIDE' }
  const [money, ...others] = sound.filter(({ kind }) => kind === 'amount')
  if (first) {
    const column = first.kind === 'in' && !first.negative ? ('CREDIT' as const) : ('DEBIT' as const)
    // A column of amounts beside those of the two sides says the same, or the row cannot be believed.
    const isOther = money && moves(money) && withoutZeros(money.amount) !== withoutZeros(first.amount)
    return isOther || (money?.negative && column === 'CREDIT') ? { fault: 'DISAGREE' } : { ...first, column }
  }
  if (!money) return { fault: 'AMOUNT' }
  if (others.some((one) => withoutZeros(one.amount) !== withoutZeros(money.amount) || one.negative !== money.negative))
    return { fault: 'DISAGREE' }
  return { ...money, column: undefined }
}

/**
 * The side of an amount: by its own column, by the word for the side, by its sign. Undefined where the list has a word for the side
 * that nobody knows, or none on the row: an unknown word is never taken for money that came in. UNSIGNED is an amount of which nothing in
 * the list says the side; DENIED one whose sign, or want of one, the balances contradict.
 */
function sideOf(
  { column, negative, isSigned: hasSign }: Money,
  { columns, types }: { columns: readonly string[]; types: readonly string[] },
  { isSigned, isTyped, hasSigns, isDenied }: List,
): 'CREDIT' | 'DEBIT' | 'NEUTRAL' | 'UNSIGNED' | 'DENIED' | undefined {
  const hasColumn = columns.length > 0
  if (column) {
    const told = columns.filter(isTold)
    const isOther = types.some((text) => isTold(text) && (sideIn(text) ?? column) !== column)
    return !isOther && (told.length === 0 || oneOf(told.map(sideIn)) === column) ? column : undefined
  }
  const word = oneOf((hasColumn ? columns : types).map((text) => (hasSigns && text.trim() === '-' ? 'DEBIT' : sideIn(text))))
  // A negative amount leaves the account, whatever the word is.
  if (word) return negative && word === 'CREDIT' ? 'DEBIT' : word
  if (hasColumn && (!negative || columns.some(isTold))) return undefined
  if (isSigned && isDenied) return 'DENIED'
  if (negative) return 'DEBIT'
  if (hasSign) return 'CREDIT'
  if (isTyped && !isSigned) return undefined
  return isDenied ? 'DENIED' : 'UNSIGNED'
}

/** What all of some values are; undefined where two differ or one is missing. */
const oneOf = <Value>(values: readonly Value[]): Value | undefined => (new Set(values).size === 1 ? values[0] : undefined)
