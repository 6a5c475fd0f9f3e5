import { isLocalDate } from '@usance/domain/local-date'
import { cutText } from '@usance/domain/sound-text'
import type { repaymentCalls, StatementAnswer, StatementRow } from '@usance/wire/repayment/calls'
import { audit } from '../../audit/record.ts'
import { receiptLines, type StatementLine, type Whole } from '../../bank-statement/receipt-lines.ts'
import { type BankFile, lacksAccount } from '../../bank-statement/statement.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { isOfAccount } from './account-of-statement.ts'
import { type AddedReceipt, addReceipts } from './add-receipts.ts'
import { type CreditedAccount, creditedAccount, lockReceiptsOf } from './collecting-account.ts'
import { returnsNamed } from './maybe-return.ts'
import { keepReturns, paymentsNamed } from './payments-back.ts'
import { exact } from './receipt-index.ts'
import { rowsOfAccount } from './rows-of-account.ts'
import { partsOfDays, partsUnder, receiptsElsewhere, receiptsUnder } from './statement-matches.ts'
import { type Row, tellLines, undeclaredIn } from './tell-lines.ts'

/** What each line of a statement would become; reads only. */
export const previewStatement = afterwards<typeof repaymentCalls.previewStatement, BankFile>(statementOf, async (request) => {
  const { file, rows } = await planOf(request, request.body)
  return answerOf(file, rows)
})

/** Books each new credit as a receipt of its own; what was booked before is left alone, so a file may be sent again. */
export const importStatement = afterwards<typeof repaymentCalls.importStatement, BankFile>(statementOf, async (request) => {
  // Of two requests with the same lines the second is told what the first has booked.
  await lockReceiptsOf(request.tx, { id: request.body.bankAccountId })
  const { account, file, rows, fileName, ofFile, returns } = await planOf(request, request.body)
  if (file.statements.some(({ addsUp }) => addsUp === false) && !request.body.acceptDifference)
    throw faultyField('acceptDifference', 'STATEMENT_BALANCE')
  await keepReturns(request.tx, account, returns)
  await bookRows(request, account, rows, ofFile)
  const answer = answerOf(file, rows)
  const asked = new Set(askedIn(file))
  const declared = request.body.declared.filter((one) => asked.has(one))
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
  const { look, body } = request
  const account = await look(({ tx }) => creditedAccount(tx, body.bankAccountId))
  const currencies = currenciesOf(account)
  return parseOwnFile(request, body.fileKey, 'statement', { currency: currencies.length === 1 ? currencies[0]! : null })
}

const currenciesOf = (account: CreditedAccount) => account.currency.split(',').map((one) => one.trim())

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
  const lines = receiptLines(file, request.app.config.zoneMinutes)
  const rowIds = await rowsOfAccount(tx, account)
  const booked = {
    known: await receiptsUnder(tx, rowIds, lines),
    payments: await paymentsNamed(tx, { funderId: account.companyId, rowIds }, lines),
    parts: await partsOfDays(tx, rowIds, lines),
    partsByEntry: await partsUnder(tx, rowIds, lines),
    // A list that names no account may be that of another one.
    elsewhere: file.format === 'LIST' && !file.accounts?.length ? await receiptsElsewhere(tx, rowIds, lines) : [],
  }
  const alone = lines.map((line) => ({ line, row: rowOf(line, { account, today, isOwn: isOwn(line.statement) }) }))
  // The caller may book on the account; whether a payment may come back is asked of the records of every company.
  await elevate(tx)
  const named = await namedBy(
    tx,
    { funderId: account.companyId, rowIds },
    alone.map(({ row }) => row),
  )
  const { rows, ofFile, returns } = tellLines(alone, { ...booked, named }, undeclaredIn(file, body.declared))
  const faults = file.faults.map(({ row, reason }): Row => ({ ...emptyRow, bankRef: `#${row}`, state: 'FAULTY', reason }))
  return { account, file, rows: [...faults, ...rows], fileName: stored.fileName, ofFile, returns }
}

/** The payments that each row of a file names and may bring back, whatever its amount, by the place of the row. */
async function namedBy(tx: Tx, account: { funderId: string; rowIds: readonly string[] }, rows: readonly Row[]) {
  const asked = rows.flatMap(({ state, bankRef, valueDate, amount, currency, payerName, payerAccount, text }, place) =>
    state !== 'NEW' || valueDate === null || currency === null
      ? []
      : [
          {
            place,
            id: newId(),
            bankRef,
            valueDate,
            amount,
            currency,
            payerCompanyId: null,
            payerName,
            payerAccount,
            rawText: text,
          },
        ],
  )
  const named = await returnsNamed(tx, account, asked)
  return new Map(
    asked.flatMap(({ place, id }): [number, string][] => {
      const numbers = (named.get(id) ?? []).map(({ no }) => no)
      return numbers.length > 0 ? [[place, numbers.join(', ')]] : []
    }),
  )
}

/** All that a person is asked to say of a list. */
const askedIn = ({ toDeclare }: BankFile): string[] =>
  toDeclare ? [...toDeclare.columns, ...toDeclare.lines, ...(toDeclare.unsigned === null ? [] : [toDeclare.unsigned])] : []

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
  writtenOn: null,
  text: '',
  state: 'NEW',
  reason: null,
  no: null,
  matchReason: null,
  maybeSameAs: null,
  maybeReturnOf: [],
}

function rowOf(
  { statement, entry, bankRef, valueDate, written, text: told, whole }: StatementLine,
  { account, today, isOwn }: { account: CreditedAccount; today: string; isOwn: boolean },
): Row {
  const { currency } = entry
  // A part keeps the reference of its entry, by which the entry is known when another file tells it in one sum.
  const named = whole?.isMade === false ? whole.bankRef : ''
  const text = [cutText(told, 500 - named.length - 1), named].filter(Boolean).join(' ')
  const fits = currency !== null && currenciesOf(account).includes(currency) && [null, currency].includes(statement.currency)
  const amount = fits ? exact(entry.amount, currency) : undefined
  const row: Row = {
    ...emptyRow,
    bankRef,
    valueDate,
    amount: amount ?? entry.amount,
    currency,
    payerName: entry.payerName && cutText(entry.payerName, 200),
    payerAccount: entry.payerAccount && cutText(entry.payerAccount, 60),
    text,
    whole: exactWhole(whole, currency),
    writtenOn: written?.valueDate ?? null,
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

async function bookRows(request: UseCaseContext, account: CreditedAccount, rows: readonly Row[], ofFile: ReadonlySet<string>) {
  const fresh = rows.filter(({ state }) => state === 'NEW')
  const facts = fresh.map((row) => ({
    bankRef: row.bankRef,
    valueDate: row.valueDate!,
    amount: row.amount,
    currency: row.currency!,
    payerName: row.payerName ?? undefined,
    payerAccount: row.payerAccount ?? undefined,
    rawText: row.text || undefined,
    whole: row.whole ?? undefined,
    writtenOn: row.writtenOn ?? undefined,
  }))
  const added = await addReceipts(request, account, facts, ofFile)
  for (const [at, row] of fresh.entries()) Object.assign(row, outcomeOf(added[at]!))
}

function outcomeOf(added: AddedReceipt | Refused): Partial<Row> {
  if (added instanceof Refused) return { state: 'FAULTY', reason: 'REFUSED' }
  const { no, matchReason, maybeSameAs, maybeReturnOf } = added
  return { state: 'BOOKED', no, matchReason, maybeSameAs, maybeReturnOf }
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
    rows: rows.map(({ payerAccount: _, whole: __, writtenOn: ___, ...row }) => row),
  }
}
