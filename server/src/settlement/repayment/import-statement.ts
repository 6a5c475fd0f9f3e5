import { normalizeReference } from '@usance/domain/fingerprint'
import { isLocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseAmount, toDecimal } from '@usance/domain/money'
import { isSameReference } from '@usance/domain/receipt-identity'
import type { PaymentStatus } from '@usance/domain/states/payment'
import type { repaymentCalls, StatementAnswer, StatementRow } from '@usance/wire/repayment/calls'
import { isValidIBAN } from 'ibantools'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { receiptLines, type StatementLine } from '../../bank-statement/receipt-lines.ts'
import type { BankFile, BankStatement } from '../../bank-statement/statement.ts'
import { amountOf } from '../../database/amount.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { type CollectingAccount, collectingAccount } from './collecting-account.ts'
import { addReceipt } from './record-receipt.ts'

/** What each line of a statement would become; reads only. */
export const previewStatement = afterwards<typeof repaymentCalls.previewStatement, BankFile>(statementOf, async (request) => {
  const { file, rows } = await planOf(request, request.body)
  return answerOf(file, rows)
})

/** Books each new credit as a receipt of its own; what was booked before is left alone, so a file may be sent again. */
export const importStatement = afterwards<typeof repaymentCalls.importStatement, BankFile>(statementOf, async (request) => {
  const { account, file, rows, fileName, ofFile } = await planOf(request, request.body)
  if (file.statements.some(({ addsUp }) => addsUp === false) && !request.body.acceptDifference)
    throw faultyField('acceptDifference', 'STATEMENT_BALANCE')
  for (const row of rows) if (row.state === 'NEW') Object.assign(row, await bookRow(request, account, row, ofFile))
  const answer = answerOf(file, rows)
  await audit(request, {
    event: 'STATEMENT_IMPORTED',
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    objectNo: fileName,
    after: { format: file.format, ...answer.counts },
  })
  return answer
})

/** Reads the file as its bank wrote it; without a currency, the currency of the account applies. */
async function statementOf(request: Before): Promise<BankFile> {
  const { app, scope, body } = request
  const account = await inTransaction(app.db, scope, 'read', (tx) => collectingAccount(tx, body.bankAccountId))
  const currencies = currenciesOf(account)
  return parseOwnFile(request, body.fileKey, 'statement', { currency: currencies.length === 1 ? currencies[0]! : null })
}

const currenciesOf = (account: CollectingAccount) => account.currency.split(',').map((one) => one.trim())

type Row = StatementRow & { payerAccount: string | null }

async function planOf(request: UseCaseContext & { prepared: BankFile }, body: { bankAccountId: string; fileKey: string }) {
  const { tx, today, prepared: file } = request
  const account = await collectingAccount(tx, body.bankAccountId)
  const stored = await fileOf(request, body.fileKey)
  const lines = receiptLines(file)
  const known = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'status', 'bankRef', 'valueDate', 'amount', 'currency', 'matchReason'])
    .where('bankAccountId', '=', account.id)
    .where('refKey', 'in', [
      '',
      ...lines.flatMap(({ bankRef, whole }) => [bankRef, ...(whole ? [whole.bankRef] : [])]).map(normalizeReference),
    ])
    .execute()
  const payments = await paymentsNamed(tx, account, lines)
  const ofDays = await receiptsOfDays(tx, account, lines)
  /** The receipts that lines of this file stand for. */
  const ofFile = new Set<string>()
  const told = lines.map((line): Row => {
    const row = rowOf(line, account, today)
    if (row.state === 'OUT') return takenBack(row, known)
    if (row.state !== 'NEW') return row
    const total = toldInOne(line, row, known) ?? toldInParts(row, ofDays)
    if (total) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: total.no }
    const same = known.find(
      (one) =>
        normalizeReference(one.bankRef) === normalizeReference(row.bankRef) &&
        one.valueDate === row.valueDate &&
        exact(one.amount, one.currency) === row.amount,
    )
    if (!same) return row
    ofFile.add(same.id)
    return { ...row, state: 'KNOWN', no: same.no, matchReason: same.matchReason }
  })
  // Lines of one file may share a reference. A line whose reference was booked without this file is a duplicate.
  const rows = told.map((row): Row => {
    const { bankRef, valueDate } = row
    if (row.state !== 'NEW' || valueDate === null) return row
    const booked = known.find((one) => !ofFile.has(one.id) && isSameReference(one, { bankRef, valueDate }))
    if (booked) return { ...row, state: 'FAULTY', reason: 'REFERENCE', no: booked.no }
    const payment = paymentBack(row, payments)
    if (!payment) return row
    // Of a payment that is not out the books show neither the transfer nor its return.
    return isOut(payment)
      ? { ...row, state: 'FAULTY', reason: 'PAYMENT_BACK', no: payment.no }
      : { ...row, state: 'KNOWN', no: payment.no }
  })
  const faults = file.faults.map(({ row, reason }): Row => ({ ...emptyRow, bankRef: `#${row}`, state: 'FAULTY', reason }))
  return { account, file, rows: [...faults, ...rows], fileName: stored.fileName, ofFile }
}

type DayReceipt = { no: string; bankRef: string; valueDate: string; amount: string; currency: string; rawText: string | null }

/** The receipts of an account of the days of some lines. */
async function receiptsOfDays(tx: Tx, { id }: CollectingAccount, lines: readonly StatementLine[]): Promise<DayReceipt[]> {
  const days = [...new Set(lines.flatMap(({ valueDate }) => (valueDate !== null && isLocalDate(valueDate) ? [valueDate] : [])))]
  if (days.length === 0) return []
  return tx
    .selectFrom('collection')
    .select(['no', 'bankRef', 'valueDate', 'amount', 'currency', 'rawText'])
    .where('bankAccountId', '=', id)
    .where('valueDate', 'in', days)
    .orderBy('no')
    .execute()
}

/** The receipt that a part of a collective entry was booked with, where another file has told the entry in one sum. */
const toldInOne = (
  { whole }: StatementLine,
  { valueDate, currency }: Row,
  known: readonly Omit<DayReceipt, 'rawText'>[],
): { no: string } | undefined =>
  whole
    ? known.find(
        (one) =>
          normalizeReference(one.bankRef) === normalizeReference(whole.bankRef) &&
          one.valueDate === valueDate &&
          one.currency === currency &&
          exact(one.amount, one.currency) === exact(whole.amount, one.currency),
      )
    : undefined

/** The first of the receipts that add up to a line and name its reference: another file has told the entry in its parts. */
function toldInParts({ bankRef, valueDate, amount, currency }: Row, receipts: readonly DayReceipt[]): { no: string } | undefined {
  if (currency === null || bankRef.length < shortestNamed) return undefined
  const parts = receipts.filter(
    (one) =>
      one.valueDate === valueDate &&
      one.currency === currency &&
      one.bankRef !== bankRef &&
      (one.bankRef.startsWith(`${bankRef}/`) || (one.rawText ?? '').split(' ').includes(bankRef)),
  )
  const sum = M.sum(
    parts.map((one) => amountOf(one.amount, currency)),
    currency,
  )
  return parts.length > 1 && M.toDecimal(sum) === amount ? parts[0] : undefined
}

// A shorter word of a text may be anything.
const shortestNamed = 4

/** A debit under the reference of a receipt, of its amount, takes that receipt back: it is recorded there. */
function takenBack(
  row: Row,
  receipts: readonly { no: string; status: string; bankRef: string; amount: string; currency: string }[],
): Row {
  const receipt = receipts.find(
    (one) =>
      one.status !== 'REFUNDED' &&
      normalizeReference(one.bankRef) === normalizeReference(row.bankRef) &&
      one.currency === row.currency &&
      exact(one.amount, one.currency) === row.amount,
  )
  return receipt ? { ...row, state: 'FAULTY', reason: 'RECEIPT_BACK', no: receipt.no } : row
}

type NamedPayment = { no: string; status: PaymentStatus; amount: string; currency: string }

/** The funder's own payments whose number a line names, as a bank tells it of a transfer that it sends back. */
async function paymentsNamed(tx: Tx, { companyId }: CollectingAccount, lines: readonly StatementLine[]): Promise<NamedPayment[]> {
  const numbers = [...new Set(lines.flatMap(({ bankRef, text }) => numbersIn(`${bankRef} ${text}`)))]
  if (numbers.length === 0) return []
  return tx
    .selectFrom('payment')
    .select(['no', 'status', 'amount', 'currency'])
    .where('funderId', '=', companyId)
    .where('no', 'in', numbers)
    .execute()
}

const numbersIn = (text: string): string[] => text.toUpperCase().match(/PAY-\d{4}-\d{6,}/g) ?? []

/** The payment whose transfer a credit brings back: named in the line, with the same amount. */
const paymentBack = ({ bankRef, text, amount, currency }: Row, payments: readonly NamedPayment[]): NamedPayment | undefined => {
  const numbers = numbersIn(`${bankRef} ${text}`)
  return payments.find(
    (one) => numbers.includes(one.no) && one.currency === currency && exact(one.amount, one.currency) === amount,
  )
}

const isOut = ({ status }: NamedPayment) => status === 'PAID' || status === 'INSTRUCTED'

const emptyRow: Row = {
  bankRef: '',
  valueDate: null,
  amount: '',
  currency: null,
  payerName: null,
  payerAccount: null,
  text: '',
  state: 'NEW',
  reason: null,
  no: null,
  matchReason: null,
  maybeSameAs: null,
}

const exact = (amount: string, currency: string): string | undefined => {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? toDecimal(parsed.value) : undefined
}

function rowOf(
  { statement, entry, bankRef, valueDate, text: told, whole }: StatementLine,
  account: CollectingAccount,
  today: string,
): Row {
  const { currency } = entry
  // A part keeps the reference of its entry, by which the entry is known when another file tells it in one sum.
  const text = [told.slice(0, 500 - (whole ? whole.bankRef.length + 1 : 0)), whole?.bankRef].filter(Boolean).join(' ')
  const fits = currency !== null && currenciesOf(account).includes(currency)
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
  }
  const faulty = (reason: string): Row => ({ ...row, state: 'FAULTY', reason })
  if (entry.side === 'DEBIT') return { ...row, state: 'OUT' }
  if (entry.status !== null && entry.status !== 'BOOK') return { ...row, state: 'PENDING' }
  if (!isOf(statement, account)) return faulty('ACCOUNT')
  if (!fits) return faulty('CURRENCY')
  if (amount === undefined || !/[1-9]/.test(amount)) return faulty('AMOUNT')
  if (valueDate === null || !isLocalDate(valueDate)) return faulty('DATE')
  return valueDate > today ? faulty('FUTURE') : row
}

/**
 * Whether a statement is of an account. Banks put their own code before the number, apart from it or in an IBAN, zeros before it, and
 * the currency behind it; a longer number that contains this one is another account. A list names no account at all.
 */
export function isOf({ account: told }: Pick<BankStatement, 'account'>, { bankAccount }: { bankAccount: string }): boolean {
  if (told === null) return true
  const parts = (text: string) => text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const own = parts(bankAccount).join('')
  const isOwn = (number: string) =>
    [number, number.replace(/[A-Z]{3}$/, '')].some((one) => one.replace(/^0+/, '') === own.replace(/^0+/, ''))
  const said = parts(told)
  const whole = said.join('')
  return said.some((_, index) => isOwn(said.slice(index).join(''))) || (isValidIBAN(whole) && whole.endsWith(own))
}

// A row that is refused undoes nothing of the others.
async function bookRow(
  request: UseCaseContext,
  account: CollectingAccount,
  row: Row,
  ofFile: Set<string>,
): Promise<Partial<Row>> {
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
    rows: rows.map(({ payerAccount: _, ...row }) => row),
  }
}
