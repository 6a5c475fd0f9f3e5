import { createHash } from 'node:crypto'
import { normalizeReference } from '@usance/domain/fingerprint'
import { withoutZeros } from '@usance/domain/rational'
import type { BankEntry, BankFile, BankStatement } from './statement.ts'

/** The collective entry that a payment is a part of. `isMade` marks a reference made of its day and amount, as its bank gave none. */
export type Whole = { bankRef: string; amount: string; isMade: boolean }

/** One booking of a file as the import sees it. */
export type StatementLine = {
  statement: BankStatement
  entry: BankEntry
  /** What it is booked under: the bank's own reference, or one made of the entry, the same each time the file is read. */
  bankRef: string
  /** What earlier versions booked it under, letter for letter, where that is not the same. */
  formerRefs: string[]
  valueDate: string | null
  text: string
  /** The collective entry that it is a part of, as another file may tell it in one sum. */
  whole: Whole | null
  /** The same for lines of several statements that are alike to the letter, as in reports that each cover the day so far. */
  alike: string
}

const longest = 64
const digestLength = 10

/** Every payment of a file in its order; collective entries that tell their parts count as those. */
export function receiptLines({ statements }: BankFile): StatementLine[] {
  return statements.flatMap((statement) => {
    const count = counter()
    const formerCount = counter()
    return statement.entries.flatMap(paymentsOf).map(({ entry, place, whole }) => {
      const valueDate = (entry.value ?? entry.booking)?.slice(0, 10) ?? null
      const formerTexts = [...entry.remittance, ...entry.creditorReferences, ...entry.endToEnd]
      const text = [...formerTexts, ...(entry.remarks ?? [])].join(' ').slice(0, 500)
      const key = (base: Base) => [base.reference, base.place, valueDate, entry.amount, entry.side].join('|')
      const base = baseOf(entry, place, { valueDate, text })
      const counted = { ...base, count: count(key(base)) }
      // An earlier version read no remarks, and made its references without them.
      const formerBase = baseOf(entry, place, { valueDate, text: formerTexts.join(' ').slice(0, 500) })
      const former = { ...formerBase, count: formerCount(key(formerBase)) }
      const bankRef = markOf(counted)
      const formerRefs = [...new Set([plainMark(former), markOf(former)])].filter((ref) => ref !== bankRef)
      return { statement, entry, bankRef, formerRefs, valueDate, text, whole, alike: `${key(base)}|${counted.count}` }
    })
  })
}

/** Two bookings may be alike to the letter; the second of a statement is told apart by its place among them. */
function counter(): (key: string) => number {
  const seen = new Map<string, number>()
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count
  }
}

/** The mark of a collective entry that its bank gave no reference: its day and its amount. */
export const markOfWhole = (valueDate: string | null, amount: string, currency: string | null): string =>
  `W-${digestOf([valueDate, withoutZeros(amount), currency], 24)}`

/** An entry, or its parts; one that the bank gave no reference of its own has that of the entry and its place, from 1 on. */
function paymentsOf(whole: BankEntry): { entry: BankEntry; place: number | null; whole: Whole | null }[] {
  if (!whole.parts) return [{ entry: whole, place: null, whole: null }]
  const { reference, amount } = whole
  const day = (whole.value ?? whole.booking)?.slice(0, 10) ?? null
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
type Counted = Base & { count: number }

/** The reference of the bank, unless it has none or too long a one: then one made of all that the entry says. */
function baseOf(entry: BankEntry, place: number | null, { valueDate, text }: Pick<StatementLine, 'valueDate' | 'text'>): Base {
  const told = entry.reference && place ? `${entry.reference}/${place}` : entry.reference
  if (entry.reference && told && told.length <= longest - 4) return { reference: entry.reference, place }
  const said = [valueDate, entry.side, entry.amount, entry.currency, told, entry.payerName, text]
  return { reference: `S-${digestOf(said, 24)}`, place: null }
}

/**
 * What tells a payment from others under the same reference carries a digest: references count by their letters and digits, so that
 * "X#2" alone would be a bank's own "X2".
 */
function markOf({ reference, place, count }: Counted): string {
  const plain = plainMark({ reference, place, count })
  if (plain === reference) return reference
  const digest = digestOf([normalizeReference(reference), place, count], digestLength)
  return `${plain.slice(0, longest - digestLength - 1)}-${digest}`
}

/** The mark without its digest, as the first versions had it. */
const plainMark = ({ reference, place, count }: Counted) =>
  `${reference}${place ? `/${place}` : ''}${count > 1 ? `#${count}` : ''}`

const digestOf = (parts: readonly unknown[], length: number) =>
  createHash('sha256').update(parts.join('|')).digest('hex').slice(0, length)
