import { isLocalDate } from '@usance/domain/local-date'
import { isSameReference } from '@usance/domain/receipt-identity'
import type { repaymentCalls, StatementAnswer, StatementRow } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { receiptLines, type StatementLine, type Whole } from '../../bank-statement/receipt-lines.ts'
import { type BankFile, lacksAccount, type ToDeclare } from '../../bank-statement/statement.ts'
import { inTransaction } from '../../database/database.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { isOfAccount } from './account-of-statement.ts'
import { type CreditedAccount, creditedAccount, lockReceiptsOf } from './collecting-account.ts'
import { addReceipt } from './record-receipt.ts'
import { rowsOfAccount } from './rows-of-account.ts'
import {
  exact,
  haveOtherPayers,
  isBooking,
  isOut,
  isSum,
  partsOfDays,
  partsUnder,
  paymentBack,
  paymentsNamed,
  receiptsElsewhere,
  receiptsUnder,
  toldInParts,
} from './statement-matches.ts'

/** What each line of a statement would become; reads only. */
export const previewStatement = afterwards<typeof repaymentCalls.previewStatement, BankFile>(statementOf, async (request) => {
  const { file, rows } = await planOf(request, request.body)
  return answerOf(file, rows)
})

/** Books each new credit as a receipt of its own; what was booked before is left alone, so a file may be sent again. */
export const importStatement = afterwards<typeof repaymentCalls.importStatement, BankFile>(statementOf, async (request) => {
  // Of two requests with the same lines the second is told what the first has booked.
  await lockReceiptsOf(request.tx, { id: request.body.bankAccountId })
  const { account, file, rows, fileName, ofFile } = await planOf(request, request.body)
  if (file.statements.some(({ addsUp }) => addsUp === false) && !request.body.acceptDifference)
    throw faultyField('acceptDifference', 'STATEMENT_BALANCE')
  for (const row of rows) if (row.state === 'NEW') Object.assign(row, await bookRow(request, account, row, ofFile))
  const answer = answerOf(file, rows)
  const declared = request.body.declared.filter((one) => askedIn(file).includes(one))
  await audit(request, {
    event: 'STATEMENT_IMPORTED',
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    objectNo: fileName,
    after: { format: file.format, ...answer.counts, ...(declared.length > 0 && { declared }) },
  })
  return answer
})

/** Reads the file as its bank wrote it; without a currency, the currency of the account applies. */
async function statementOf(request: Before): Promise<BankFile> {
  const { app, scope, body } = request
  const account = await inTransaction(app.db, scope, 'read', (tx) => creditedAccount(tx, body.bankAccountId))
  const currencies = currenciesOf(account)
  return parseOwnFile(request, body.fileKey, 'statement', { currency: currencies.length === 1 ? currencies[0]! : null })
}

const currenciesOf = (account: CreditedAccount) => account.currency.split(',').map((one) => one.trim())

type Row = StatementRow & { payerAccount: string | null; whole: Whole | null }

type Asked = { bankAccountId: string; fileKey: string; declared: readonly string[] }

async function planOf(request: UseCaseContext & { prepared: BankFile }, body: Asked) {
  const { tx, today, actor, prepared: file } = request
  // A program does not look at a list.
  if (actor.apiKey && body.declared.length > 0) throw new Refused('FORBIDDEN')
  if (lacksAccount(file)) throw new Refused('STATEMENT_OF_NO_ACCOUNT')
  const account = await creditedAccount(tx, body.bankAccountId)
  const isOwn = isOfAccount(account)
  const other = file.accounts?.find((one) => !isOwn(one))
  if (other) throw new Refused('LIST_OF_OTHER_ACCOUNT', { row: other.row, account: other.account.slice(0, 40) })
  const stored = await fileOf(request, body.fileKey)
  const lines = receiptLines(file)
  const rowIds = await rowsOfAccount(tx, account)
  const known = await receiptsUnder(tx, rowIds, lines)
  const payments = await paymentsNamed(tx, account.companyId, lines)
  const parts = await partsOfDays(tx, rowIds, lines)
  const partsByEntry = await partsUnder(tx, rowIds, lines)
  // A list that names no account may be that of another one.
  const elsewhere = file.format === 'LIST' && !file.accounts?.length ? await receiptsElsewhere(tx, rowIds, lines) : []
  /** The receipt that shows that another file told the entry of a line the other way: in its parts, or in one sum. */
  const toldOtherwise = ({ whole }: StatementLine, row: Row) => {
    const { bankRef, valueDate } = row
    if (valueDate === null) return undefined
    if (!whole) return partsByEntry.find((one) => isSameReference(one, { bankRef, valueDate })) ?? toldInParts(row, parts)
    const entry = { ...row, ...whole, valueDate }
    return known.find((one) => isSum(one, entry) && isSameReference(one, entry))
  }
  /** The receipts that lines of this file stand for. */
  const ofFile = new Set<string>()
  /** The rows of the statements so far that are booked, by what their lines are alike in. */
  const earlier = new Map<string, Row[]>()
  const tell = (line: StatementLine): Row => {
    const row = rowOf(line, { account, today, isOwn: isOwn(line.statement) })
    if (row.state === 'OUT') {
      // A debit under the reference of a receipt, of its amount, takes that receipt back: it is recorded there.
      const back = known.find((one) => one.status !== 'REFUNDED' && isSum(one, row))
      return back ? { ...row, state: 'FAULTY', reason: 'RECEIPT_BACK', no: back.no } : row
    }
    if (row.state !== 'NEW') return row
    const undeclared = undeclaredIn(line, file.toDeclare, body.declared)
    if (undeclared) return { ...row, state: 'FAULTY', reason: undeclared }
    const repeated = earlier.get(line.alike)
    if (repeated)
      return isRepetition(line, row, repeated) ? { ...row, state: 'KNOWN' } : { ...row, state: 'FAULTY', reason: 'TWICE' }
    const otherwise = toldOtherwise(line, row)
    if (otherwise) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: otherwise.no }
    const same = known.find((one) => isBooking(one, row))
    if (!same) return row
    // The same reference, day and amount of another payer: a person looks which it is.
    if (haveOtherPayers(same, row)) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: same.no }
    ofFile.add(same.id)
    return { ...row, state: 'KNOWN', no: same.no, matchReason: same.matchReason }
  }
  const told = lines.map((line) => {
    const row = tell(line)
    if (row.state === 'NEW' || row.state === 'KNOWN') earlier.set(line.alike, [...(earlier.get(line.alike) ?? []), row])
    return row
  })
  // Lines of one file may share a reference. A line whose reference was booked without this file is a duplicate.
  const rows = told.map((row, index): Row => {
    const { bankRef, valueDate } = row
    if (row.state !== 'NEW' || valueDate === null) return row
    const booked = known.find((one) => !ofFile.has(one.id) && isSameReference(one, { bankRef, valueDate }))
    if (booked) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: booked.no }
    const other = elsewhere.find((one) => isBooking(one, row) && !haveOtherPayers(one, row))
    if (other) return { ...row, state: 'FAULTY', reason: 'OTHER_ACCOUNT', no: other.no }
    const payment = paymentBack(row, payments)
    // Of a payment that is not out the books show neither the transfer nor its return.
    if (payment && !isOut(payment)) return { ...row, state: 'KNOWN', no: payment.no }
    if (payment) return { ...row, state: 'FAULTY', reason: 'PAYMENT_BACK', no: payment.no }
    // A debit that the bank takes back: money of the account that returns, from whomever it had gone to.
    return lines[index]?.entry.reversal ? { ...row, state: 'FAULTY', reason: 'DEBIT_BACK' } : row
  })
  const faults = file.faults.map(({ row, reason }): Row => ({ ...emptyRow, bankRef: `#${row}`, state: 'FAULTY', reason }))
  return { account, file, rows: [...faults, ...rows], fileName: stored.fileName, ofFile }
}

/**
 * Whether a line is the same as one that an earlier statement of the file has, with its payer: a count in place of a reference begins
 * anew in each statement.
 */
const isRepetition = ({ entry }: StatementLine, row: Row, earlier: readonly Row[]): boolean =>
  entry.reference !== null && !isCount(entry.reference) && !earlier.some((one) => haveOtherPayers(one, row))

/** Whether a reference may only count the lines of its statement. */
const isCount = (reference: string) => /^\d{1,5}$/.test(reference)

/** All that a person is asked to say of a list. */
const askedIn = ({ toDeclare }: BankFile): string[] =>
  toDeclare ? [...toDeclare.columns, ...toDeclare.lines, ...(toDeclare.unsigned === null ? [] : [toDeclare.unsigned])] : []

/** What nobody has said yet of a list without which a line of it is not booked. */
function undeclaredIn(
  { entry }: StatementLine,
  toDeclare: ToDeclare | undefined,
  declared: readonly string[],
): 'COLUMNS' | 'LINES' | 'UNSIGNED' | undefined {
  if (toDeclare?.columns.some((title) => !declared.includes(title))) return 'COLUMNS'
  if (toDeclare?.lines.some((line) => !declared.includes(line))) return 'LINES'
  return entry.isUnsigned && !declared.includes(toDeclare?.unsigned ?? '') ? 'UNSIGNED' : undefined
}

/** A collective entry with its amount in the decimals of its currency. */
function exactWhole(whole: Whole | null, currency: string | null): Whole | null {
  const amount = whole && currency !== null ? exact(whole.amount, currency) : undefined
  return whole && amount !== undefined ? { ...whole, amount } : null
}

/** The statuses of ISO 20022 for an entry that is not booked. */
const notBooked = ['PDNG', 'INFO', 'FUTR']

const emptyRow: Row = {
  bankRef: '',
  valueDate: null,
  amount: '',
  currency: null,
  payerName: null,
  payerAccount: null,
  whole: null,
  text: '',
  state: 'NEW',
  reason: null,
  no: null,
  matchReason: null,
  maybeSameAs: null,
}

function rowOf(
  { statement, entry, bankRef, valueDate, text: told, whole }: StatementLine,
  { account, today, isOwn }: { account: CreditedAccount; today: string; isOwn: boolean },
): Row {
  const { currency } = entry
  // A part keeps the reference of its entry, by which the entry is known when another file tells it in one sum.
  const named = whole?.isMade === false ? whole.bankRef : ''
  const text = [told.slice(0, 500 - named.length - 1), named].filter(Boolean).join(' ')
  const fits = currency !== null && currenciesOf(account).includes(currency) && [null, currency].includes(statement.currency)
  const amount = fits ? exact(entry.amount, currency) : undefined
  const row: Row = {
    ...emptyRow,
    bankRef,
    valueDate,
    amount: amount ?? entry.amount,
    currency,
    payerName: entry.payerName?.slice(0, 200) ?? null,
    payerAccount: entry.payerAccount?.slice(0, 60) ?? null,
    text,
    whole: exactWhole(whole, currency),
  }
  const faulty = (reason: string): Row => ({ ...row, state: 'FAULTY', reason })
  if (entry.side === 'DEBIT') return { ...row, state: 'OUT' }
  if (notBooked.includes(entry.status ?? '')) return { ...row, state: 'PENDING' }
  if (entry.status !== 'BOOK') return faulty('STATUS')
  if (!isOwn) return faulty('ACCOUNT')
  if (!fits) return faulty('CURRENCY')
  if (amount === undefined || !/[1-9]/.test(amount)) return faulty('AMOUNT')
  if (valueDate === null || !isLocalDate(valueDate)) return faulty('DATE')
  return valueDate > today ? faulty('FUTURE') : row
}

// A row that is refused undoes nothing of the others.
async function bookRow(request: UseCaseContext, account: CreditedAccount, row: Row, ofFile: Set<string>): Promise<Partial<Row>> {
  const { tx } = request
  await sql`savepoint statement_row`.execute(tx)
  try {
    const facts = {
      bankRef: row.bankRef,
      valueDate: row.valueDate!,
      amount: row.amount,
      currency: row.currency!,
      payerName: row.payerName ?? undefined,
      payerAccount: row.payerAccount ?? undefined,
      rawText: row.text || undefined,
      whole: row.whole ?? undefined,
    }
    const { id, no, matchReason, maybeSameAs } = await addReceipt(request, account, facts, ofFile)
    await sql`release savepoint statement_row`.execute(tx)
    ofFile.add(id)
    return { state: 'BOOKED', no, matchReason, maybeSameAs }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint statement_row`.execute(tx)
    return { state: 'FAULTY', reason: 'REFUSED' }
  }
}

function answerOf(file: BankFile, rows: Row[]): StatementAnswer {
  const count = (state: StatementRow['state']) => rows.filter((row) => row.state === state).length
  return {
    format: file.format,
    statements: file.statements.map(({ number, account, addsUp, entries }) => ({
      number,
      account,
      addsUp,
      entries: entries.length,
    })),
    counts: {
      NEW: count('NEW'),
      KNOWN: count('KNOWN'),
      OUT: count('OUT'),
      PENDING: count('PENDING'),
      FAULTY: count('FAULTY'),
      BOOKED: count('BOOKED'),
    },
    toDeclare: file.toDeclare ?? { columns: [], lines: [], unsigned: null },
    rows: rows.map(({ payerAccount: _, whole: __, ...row }) => row),
  }
}
