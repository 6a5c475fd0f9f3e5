import { normalizeReference } from '@usance/domain/fingerprint'
import { isLocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { StatementLine } from '../../bank-statement/receipt-lines.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type BookedSum, bookedKey, grouped, lineKey, type Sum } from './receipt-index.ts'

/**
 * Whether two bookings name payers of which neither is the other's name, whole or cut. A reference may be that of the payer, or count
 * anew in each statement: alike in day and amount they are two payments then.
 */
export function haveOtherPayers(a: { payerName: string | null }, b: { payerName: string | null }): boolean {
  return areOtherNames(normalizeReference(a.payerName ?? ''), normalizeReference(b.payerName ?? ''))
}

/** The same of two names by their letters and digits. */
export const areOtherNames = (one: string, other: string): boolean =>
  one !== '' && other !== '' && !one.includes(other) && !other.includes(one)

/** The receipts of an account under the references of some lines, and under those of the collective entries that they are parts of. */
export async function receiptsUnder(tx: Tx, rowIds: readonly string[], lines: readonly StatementLine[]) {
  const references = lines.flatMap(({ bankRef, whole, written }) => [
    bankRef,
    ...(whole ? [whole.bankRef] : []),
    ...(written ? [written.bankRef] : []),
  ])
  const former = lines.flatMap(({ formerRef, written }) => [formerRef, written?.formerRef].flatMap((mark) => mark ?? []))
  const receipts = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'status', 'bankRef', 'valueDate', 'amount', 'currency', 'matchReason', 'payerName', 'dayAsWritten'])
    .where('bankAccountId', 'in', rowIds)
    .where((eb) => eb.or([eb('refKey', 'in', ['', ...references.map(normalizeReference)]), eb('bankRef', 'in', ['', ...former])]))
    .execute()
  return underPresentMarks(receipts, lines)
}

/** The receipts of other accounts under the references of some lines and of their days. */
export async function receiptsElsewhere(tx: Tx, rowIds: readonly string[], lines: readonly StatementLine[]) {
  const days = [...new Set(lines.flatMap(({ valueDate }) => (valueDate !== null && isLocalDate(valueDate) ? [valueDate] : [])))]
  if (days.length === 0) return []
  return tx
    .selectFrom('collection')
    .select(['no', 'bankRef', 'valueDate', 'amount', 'currency', 'payerName'])
    .where('bankAccountId', 'not in', rowIds)
    .where('refKey', 'in', ['', ...lines.map(({ bankRef }) => normalizeReference(bankRef))])
    .where('valueDate', 'in', days)
    .orderBy('no')
    .execute()
}

/** A receipt; `dayAsWritten` where an earlier version booked it, which took the day as the file writes it. */
type Booking = BookedSum & { valueDate: string; dayAsWritten: boolean }

/**
 * The receipts with the marks and days of earlier versions read as those of today. Each line stands for one receipt: for what it is called
 * today, or else for what an earlier version called it. A former mark counts letter for letter, and not where a line of the file has it
 * from the bank.
 */
function underPresentMarks<Receipt extends Booking>(receipts: readonly Receipt[], lines: readonly StatementLine[]): Receipt[] {
  if (lines.every(({ formerRef, written }) => formerRef === null && written === null)) return [...receipts]
  const present = new Map(lines.flatMap(({ formerRef, bankRef }) => (formerRef ? [[formerRef, bankRef] as const] : [])))
  const told = new Set(
    lines.map(({ bankRef, valueDate, entry: { amount, currency } }) =>
      [bankRef, valueDate, lineKey({ bankRef, amount, currency })].join('|'),
    ),
  )
  const lineOf = linesByReceipt(receipts, lines)
  return receipts.map((one) => {
    const line = lineOf.get(one)
    if (line) return { ...one, bankRef: line.bankRef, valueDate: line.valueDate ?? one.valueDate }
    const bankRef = present.get(one.bankRef)
    const isTold = bankRef !== undefined && told.has([one.bankRef, one.valueDate, bookedKey(one)].join('|'))
    return bankRef === undefined || isTold ? one : { ...one, bankRef }
  })
}

/**
 * The line that each receipt stands for, so that as many lines as can be have one: two bookings of one day in the operator's zone may have
 * been booked on two days, the second under the name that the first has now.
 */
function linesByReceipt<Receipt extends Booking>(
  receipts: readonly Receipt[],
  lines: readonly StatementLine[],
): Map<Receipt, StatementLine> {
  const known = grouped(receipts, (one) => `${one.valueDate}|${bookedKey(one)}`)
  const called = (line: StatementLine, bankRef: string | null, day: string | null) => {
    const { amount, currency } = line.entry
    return (bankRef !== null && known.get(`${day}|${lineKey({ bankRef, amount, currency })}`)) || []
  }
  const today = (line: StatementLine) => called(line, line.bankRef, line.valueDate)
  const toTheLetter = (line: StatementLine, mark: string | null, day: string | null) =>
    called(line, mark, day).filter(({ bankRef }) => bankRef === mark)
  const before = (line: StatementLine) => {
    const { bankRef, formerRef, valueDate } = line.written ?? { bankRef: null, formerRef: null, valueDate: null }
    const asWritten = [...called(line, bankRef, valueDate), ...toTheLetter(line, formerRef, valueDate)]
    return [...toTheLetter(line, line.formerRef, line.valueDate), ...asWritten.filter((one) => one.dayAsWritten)]
  }
  const lineOf = new Map<Receipt, StatementLine>()
  const credits = lines.filter(({ entry }) => entry.side === 'CREDIT')
  const left = credits.filter((line) => {
    const free = today(line).find((one) => !lineOf.has(one))
    if (free) lineOf.set(free, line)
    return !free
  })
  /** Gives a line a receipt, if need be that of a line that has another one. */
  const takes = (line: StatementLine, seen: Set<Receipt>): boolean =>
    [...today(line), ...before(line)].some((one) => {
      if (seen.has(one)) return false
      seen.add(one)
      const holder = lineOf.get(one)
      if (holder && !takes(holder, seen)) return false
      lineOf.set(one, line)
      return true
    })
  for (const line of left) takes(line, new Set())
  return lineOf
}

/** The receipts of an account that are parts of the collective entries under the references of some lines. */
export async function partsUnder(tx: Tx, rowIds: readonly string[], lines: readonly StatementLine[]) {
  const keys = lines.flatMap(({ bankRef, whole }) => (whole ? [] : [normalizeReference(bankRef)]))
  const parts = await tx
    .selectFrom('collection')
    .select(['no', 'valueDate', 'wholeKey'])
    .where('bankAccountId', 'in', rowIds)
    .where('wholeKey', 'in', ['', ...keys])
    .orderBy('no')
    .execute()
  return parts.map(({ wholeKey, ...part }) => ({ ...part, bankRef: wholeKey! }))
}

export type Part = { no: string; bankRef: string; valueDate: string; amount: string; currency: string }

// A shorter word of a text may be anything.
const shortestNamed = 4

const partKey = (reference: string, day: string | null, currency: string | null) => [reference, day, currency].join('|')

/** The receipts of an account of the days of some lines, by each reference of a collective entry that they may be parts of. */
export async function partsOfDays(
  tx: Tx,
  rowIds: readonly string[],
  lines: readonly StatementLine[],
): Promise<Map<string, Part[]>> {
  const told = lines.flatMap(({ valueDate, written }) => [valueDate, written?.valueDate ?? null])
  const days = [...new Set(told.flatMap((day) => (day !== null && isLocalDate(day) ? [day] : [])))]
  const parts = new Map<string, Part[]>()
  if (days.length === 0) return parts
  const receipts = await tx
    .selectFrom('collection')
    .select(['no', 'bankRef', 'valueDate', 'amount', 'currency', 'rawText'])
    .where('bankAccountId', 'in', rowIds)
    .where('valueDate', 'in', days)
    .orderBy('no')
    .execute()
  for (const { rawText, ...receipt } of receipts) {
    // A part without a reference of its own has that of its entry and its place.
    const ofEntry = receipt.bankRef.slice(0, Math.max(receipt.bankRef.lastIndexOf('/'), 0))
    for (const word of new Set([ofEntry, ...(rawText ?? '').split(' ')])) {
      if (word.length < shortestNamed || word === receipt.bankRef) continue
      const key = partKey(word, receipt.valueDate, receipt.currency)
      const found = parts.get(key)
      if (found) found.push(receipt)
      else parts.set(key, [receipt])
    }
  }
  return parts
}

/** Finds the first of the receipts that add up to a line and name its reference: another file has told the entry in its parts. */
export function partsTold(known: ReadonlyMap<string, readonly Part[]>) {
  const sums = new Map<string, string>()
  const sumOf = (key: string, parts: readonly Part[], currency: string) => {
    const amounts = () => parts.map((one) => amountOf(one.amount, currency))
    const sum = sums.get(key) ?? M.toDecimal(M.sum(amounts(), currency))
    sums.set(key, sum)
    return sum
  }
  return ({ bankRef, valueDate, amount, currency }: Sum & { valueDate: string | null }): Part | undefined => {
    const key = partKey(bankRef, valueDate, currency)
    const parts = known.get(key) ?? []
    if (currency === null || parts.length < 2) return undefined
    return sumOf(key, parts, currency) === amount ? parts[0] : undefined
  }
}
