import { createHash } from 'node:crypto'
import { normalizeReference } from '@usance/domain/fingerprint'
import { withoutZeros } from '@usance/domain/rational'
import { cutText } from '@usance/domain/sound-text'
import { dayInZone } from '../calendar/day-in-zone.ts'
import type { BankEntry, BankFile, BankStatement } from './statement.ts'
import { tellsZone, timeInZone } from './told-time.ts'

/** The collective entry that a payment is a part of. `isMade` marks a reference made of its day and amount, as its bank gave none. */
export type Whole = { bankRef: string; amount: string; isMade: boolean }

/** One booking of a file as the import sees it. */
export type StatementLine = {
  statement: BankStatement
  entry: BankEntry
  /** What it is booked under: the bank's own reference, or one made of the entry, the same each time the file is read. */
  bankRef: string
  /** What an earlier version booked it under, letter for letter; null where that is the same. */
  formerRef: string | null
  /** Its day in the operator's zone. */
  valueDate: string | null
  /** What earlier versions booked it as, by the day that the file writes whatever its time and zone; null where that is the same. */
  written: Pick<StatementLine, 'bankRef' | 'formerRef' | 'valueDate'> | null
  text: string
  /** The collective entry that it is a part of, as another file may tell it in one sum. */
  whole: Whole | null
  /** The same for lines of several statements that are alike to the letter, as in reports that each cover the day so far. */
  alike: string
}

const longest = 64
const digestLength = 10

/**
 * Every payment of a file in its order; collective entries that tell their parts count as those. The day of a time that tells its zone is
 * the day in the operator's zone, any other is the day as written.
 */
export function receiptLines({ statements }: BankFile, zoneMinutes: number): StatementLine[] {
  const lines = linesBy(statements, (time) => dayOf(time, zoneMinutes))
  const isTimed = statements.some(({ entries }) => entries.some((one) => timeInZone(toldTime(one) ?? '') !== undefined))
  if (!isTimed) return lines
  const before = linesBy(statements, writtenDay)
  return lines.map((line, at) => {
    const { bankRef, formerRef, valueDate } = before[at]!
    const isSame = bankRef === line.bankRef && valueDate === line.valueDate
    return isSame ? line : { ...line, written: { bankRef, formerRef, valueDate } }
  })
}

const toldTime = ({ value, booking }: BankEntry) => value ?? booking
const writtenDay = (time: string) => time.slice(0, 10)
function dayOf(time: string, zoneMinutes: number): string {
  const told = timeInZone(time)
  if (told !== undefined) return dayInZone(new Date(told), zoneMinutes)
  // A zone that is not understood leaves the day open: the text as it stands is no day.
  return tellsZone(time) ? time : writtenDay(time)
}

function linesBy(statements: readonly BankStatement[], dayOfTime: (time: string) => string): StatementLine[] {
  const dayOfEntry = (entry: BankEntry) => {
    const time = toldTime(entry)
    return time === null ? null : dayOfTime(time)
  }
  return statements.flatMap((statement) => {
    const seen = new Map<string, number>()
    const payments = statement.entries.flatMap((entry) => paymentsOf(entry, dayOfEntry(entry)))
    return payments.map(({ entry, place, whole }) => {
      const valueDate = dayOfEntry(entry)
      const purpose = [...entry.remittance, ...entry.creditorReferences, ...entry.endToEnd].join(' ')
      const text = cutText([purpose, ...(entry.remarks ?? [])].filter(Boolean).join(' '), 500)
      // Remarks are in one file and not in another, and earlier versions read none: no reference is made of them.
      const base = baseOf(entry, place, { valueDate, purpose: purpose.slice(0, 500) })
      // Two bookings may be alike to the letter; the second of a statement is told apart by its place among them.
      const key = [base.reference, base.place, valueDate, entry.amount, entry.side].join('|')
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      const marks = markOf({ ...base, count })
      return { statement, entry, ...marks, valueDate, written: null, text, whole, alike: `${key}|${count}` }
    })
  })
}

/** The mark of a collective entry that its bank gave no reference: its day and its amount. */
export const markOfWhole = (valueDate: string | null, amount: string, currency: string | null): string =>
  `W-${digestOf([valueDate, withoutZeros(amount), currency], 24)}`

/** An entry, or its parts; one that the bank gave no reference of its own has that of the entry and its place, from 1 on. */
function paymentsOf(whole: BankEntry, day: string | null): { entry: BankEntry; place: number | null; whole: Whole | null }[] {
  if (!whole.parts) return [{ entry: whole, place: null, whole: null }]
  const { reference, amount } = whole
  const of = reference
    ? { bankRef: reference, amount, isMade: false }
    : { bankRef: markOfWhole(day, amount, whole.currency), amount, isMade: true }
  return whole.parts.map((part, index) =>
    part.reference === null && reference !== null
      ? { entry: { ...part, reference }, place: index + 1, whole: of }
      : { entry: part, place: null, whole: of },
  )
}

type Base = { reference: string; place: number | null }

/** The reference of the bank, unless it has none or too long a one: then one made of what the entry says but for remarks. */
function baseOf(entry: BankEntry, place: number | null, told: { valueDate: string | null; purpose: string }): Base {
  const own = entry.reference && place ? `${entry.reference}/${place}` : entry.reference
  if (entry.reference && own && own.length <= longest - 4) return { reference: entry.reference, place }
  const said = [told.valueDate, entry.side, entry.amount, entry.currency, own, entry.payerName, told.purpose]
  return { reference: `S-${digestOf(said, 24)}`, place: null }
}

/**
 * What tells a payment from others under the same reference carries a digest: references count by their letters and digits, so that
 * "X#2" alone would be a bank's own "X2".
 */
function markOf({ reference, place, count }: Base & { count: number }): Pick<StatementLine, 'bankRef' | 'formerRef'> {
  const plain = `${reference}${place ? `/${place}` : ''}${count > 1 ? `#${count}` : ''}`
  if (plain === reference) return { bankRef: reference, formerRef: null }
  const digest = digestOf([normalizeReference(reference), place, count], digestLength)
  return { bankRef: `${cutText(plain, longest - digestLength - 1)}-${digest}`, formerRef: plain }
}

const digestOf = (parts: readonly unknown[], length: number) =>
  createHash('sha256').update(parts.join('|')).digest('hex').slice(0, length)
