import { normalizeReference } from '@usance/domain/fingerprint'
import type { StatementRow } from '@usance/wire/repayment/calls'
import type { StatementLine, Whole } from '../../bank-statement/receipt-lines.ts'
import type { BankFile } from '../../bank-statement/statement.ts'
import { type NamedPayment, type NewReturn, paymentsBack } from './payments-back.ts'
import { bookedKey, byDay, grouped, lineKey } from './receipt-index.ts'
import {
  areOtherNames,
  haveOtherPayers,
  type Part,
  partsTold,
  type receiptsElsewhere,
  type receiptsUnder,
} from './statement-matches.ts'

/** `writtenOn` is the day as the file writes it, where that is another one in the operator's zone. */
export type Row = StatementRow & { payerAccount: string | null; whole: Whole | null; writtenOn: string | null }

/** What the books hold that the lines of a file may be. */
export type Booked = {
  /** The receipts of the account under the references of the lines. */
  known: Awaited<ReturnType<typeof receiptsUnder>>
  /** Its parts of collective entries, under the references of these. */
  partsByEntry: readonly { no: string; valueDate: string; bankRef: string }[]
  /** Its receipts of the days of the lines, by each reference that they name. */
  parts: ReadonlyMap<string, readonly Part[]>
  /** Receipts of other accounts; a list that names no account may be that of another one. */
  elsewhere: Awaited<ReturnType<typeof receiptsElsewhere>>
  payments: readonly NamedPayment[]
  /** By the places of lines the numbers of the payments that each names and may bring back, whatever its amount. */
  named: ReadonlyMap<number, string>
}

/**
 * What each line of a file becomes, given the row that it makes by itself, the receipts that lines stand for, and the lines that bring
 * payments back and that no statement told before. What is booked is looked at once and found by keys: an ordinary statement has
 * thousands of lines, and all of them may be known.
 */
export function tellLines(
  lines: readonly { line: StatementLine; row: Row }[],
  { known, partsByEntry, parts, elsewhere, payments, named }: Booked,
  undeclared: ReturnType<typeof undeclaredIn>,
): { rows: Row[]; ofFile: Set<string>; returns: NewReturn[] } {
  const bySum = byDay(known, bookedKey)
  const standing = grouped(
    known.filter(({ status }) => status !== 'REFUNDED'),
    bookedKey,
  )
  const byEntry = byDay(partsByEntry, ({ bankRef }) => normalizeReference(bankRef))
  const ofOthers = grouped(elsewhere, (one) => `${one.valueDate}|${bookedKey(one)}`)
  const toldInParts = partsTold(parts)
  /** The receipt that shows that another file told the entry of a line the other way: in its parts, or in one sum. */
  const toldOtherwise = ({ whole }: StatementLine, row: Row) => {
    if (row.valueDate === null) return undefined
    if (!whole)
      return (
        byEntry.near(normalizeReference(row.bankRef), row.valueDate) ??
        toldInParts(row) ??
        toldInParts({ ...row, valueDate: row.writtenOn })
      )
    const key = lineKey({ ...row, ...whole })
    return key === undefined ? undefined : bySum.near(key, row.valueDate)
  }
  /** The receipts that lines of this file stand for. */
  const ofFile = new Set<string>()
  /** The payers of the lines so far that are booked, by what their lines are alike in. */
  const earlier = new Map<string, Set<string>>()
  const tell = (line: StatementLine, row: Row): Row => {
    if (row.state !== 'OUT' && row.state !== 'NEW') return row
    const key = lineKey(row)
    if (row.state === 'OUT') {
      // A debit under the reference of a receipt, of its amount, takes that receipt back: it is recorded there.
      const back = key === undefined ? undefined : standing.get(key)?.[0]
      return back ? { ...row, state: 'FAULTY', reason: 'RECEIPT_BACK', no: back.no } : row
    }
    const reason = undeclared(line)
    if (reason) return { ...row, state: 'FAULTY', reason }
    const repeated = earlier.get(line.alike)
    if (repeated)
      return isRepetition(line, row, repeated) ? { ...row, state: 'KNOWN' } : { ...row, state: 'FAULTY', reason: 'TWICE' }
    const otherwise = toldOtherwise(line, row)
    if (otherwise) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: otherwise.no }
    const same = key === undefined || row.valueDate === null ? undefined : bySum.on(key, row.valueDate)
    if (!same) return row
    // The same reference, day and amount of another payer: a person looks which it is.
    if (haveOtherPayers(same, row)) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: same.no }
    ofFile.add(same.id)
    return { ...row, state: 'KNOWN', no: same.no, matchReason: same.matchReason }
  }
  const told = lines.map(({ line, row: alone }) => {
    const row = tell(line, alone)
    if (row.state === 'NEW' || row.state === 'KNOWN') {
      const payers = earlier.get(line.alike) ?? new Set()
      earlier.set(line.alike, payers.add(payerKey(row)))
    }
    return row
  })
  // Lines of one file may share a reference. A line whose reference was booked without this file is a duplicate.
  const byReference = byDay(
    known.filter(({ id }) => !ofFile.has(id)),
    ({ bankRef }) => normalizeReference(bankRef),
  )
  const backOf = paymentsBack(payments)
  const returns: NewReturn[] = []
  const rows = told.map((row, index): Row => {
    const { bankRef, valueDate } = row
    if (row.state !== 'NEW' || valueDate === null) return row
    const booked = byReference.near(normalizeReference(bankRef), valueDate)
    if (booked) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: booked.no }
    const other = ofOthers.get(`${valueDate}|${lineKey(row)}`)?.find((one) => !haveOtherPayers(one, row))
    if (other) return { ...row, state: 'FAULTY', reason: 'OTHER_ACCOUNT', no: other.no }
    const payment = backOf({ ...row, valueDate, written: lines[index]?.line.written ?? null })
    if (payment?.found) returns.push(payment.found)
    if (payment?.isKnown) return { ...row, state: 'KNOWN', no: payment.no }
    if (payment) {
      const file = payment.fileNo ? { fileNo: payment.fileNo } : {}
      return { ...row, state: 'FAULTY', reason: 'PAYMENT_BACK', no: payment.no, ...file }
    }
    const no = named.get(index)
    if (no !== undefined) return { ...row, state: 'FAULTY', reason: 'PAYMENT_NAMED', no }
    // A debit that the bank takes back: money of the account that returns, from whomever it had gone to.
    return lines[index]?.line.entry.reversal ? { ...row, state: 'FAULTY', reason: 'DEBIT_BACK' } : row
  })
  return { rows, ofFile, returns }
}

const payerKey = ({ payerName }: Row) => normalizeReference(payerName ?? '')

/**
 * Whether a line is the same as one that an earlier statement of the file has, with its payer: a count in place of a reference begins
 * anew in each statement.
 */
function isRepetition({ entry }: StatementLine, row: Row, payers: ReadonlySet<string>): boolean {
  const own = payerKey(row)
  return entry.reference !== null && !isCount(entry.reference) && ![...payers].some((one) => areOtherNames(one, own))
}

/** Whether a reference may only count the lines of its statement. */
const isCount = (reference: string) => /^\d{1,5}$/.test(reference)

/** Tells of each line of a list what nobody has said yet without which it is not booked. */
export function undeclaredIn(
  { toDeclare }: Pick<BankFile, 'toDeclare'>,
  declared: readonly string[],
): (line: StatementLine) => 'COLUMNS' | 'LINES' | 'UNSIGNED' | undefined {
  const said = new Set(declared)
  const [hasColumns, hasLines] = [toDeclare?.columns, toDeclare?.lines].map((asked) => asked?.some((one) => !said.has(one)))
  const isUnsignedSaid = said.has(toDeclare?.unsigned ?? '')
  return ({ entry }) => {
    if (hasColumns) return 'COLUMNS'
    if (hasLines) return 'LINES'
    return entry.isUnsigned && !isUnsignedSaid ? 'UNSIGNED' : undefined
  }
}
