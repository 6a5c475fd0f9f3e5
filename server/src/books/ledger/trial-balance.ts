import { type Book, isMemoBook } from '@usance/domain/ledger/accounts'
import { type StatementLine, type Statements, statementsOf } from '@usance/domain/ledger/statements'
import * as M from '@usance/domain/money'
import type { ledgerCalls, Statements as ShownStatements } from '@usance/wire/ledger/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { type BookAsked, bookAsked, inBook, movementsOf, namedAccount } from './own-book.ts'
import { packKey } from './pack-signature.ts'

/** The three statements of the caller's own book for a period, currency by currency. */
export const trialBalance: Handler<typeof ledgerCalls.trialBalance> = async ({ app, tx, actor, today, body }) => {
  const asked = bookAsked({ actor, today, body })
  const all = await movementsOf(tx, { ...asked, currency: undefined })
  const statements = all
    .filter(({ currency }) => body.currency === undefined || currency === body.currency)
    .map(({ currency, movements }) => shownStatements(asked.book, statementsOf(currency, movements)))
  const { ownerName, book, from, to, basis } = asked
  return {
    ownerName,
    book,
    from,
    to,
    basis,
    currencies: all.map(({ currency }) => currency),
    statements,
    bookedLater: await bookedLater(tx, asked),
    publicKey: packKey(app.installKey),
  }
}

/** The entries that only a basis of what is known counts: of the period or before it, and booked after its last day. */
async function bookedLater(tx: Tx, asked: BookAsked) {
  const { ownerId, book, to, currency } = asked
  const { rows } = await sql<{ entries: number; lastOn: string | null }>`
    with late as (
      select distinct s.value_date, s.posted_on from book_sum s
      where ${inBook({ ...asked, basis: 'KNOWN' })} and s.posted_on > ${to}::date)
    select count(*)::int as entries, max(j.posted_on) as last_on
    from late join journal j on j.posted_on = late.posted_on and j.value_date = late.value_date
    where exists (select from posting p where p.journal_id = j.id and p.owner_id = ${ownerId} and p.book = ${book}
      ${currency === undefined ? sql`` : sql`and p.currency = ${currency}`})`.execute(tx)
  const { entries = 0, lastOn = null } = rows[0] ?? {}
  return lastOn === null ? null : { entries, lastOn }
}

const shownLines = (lines: readonly StatementLine[]) =>
  lines.map(({ account, amount }) => ({ ...namedAccount(account), amount: M.toDecimal(amount) }))

function shownStatements(book: Book, statements: Statements): ShownStatements {
  const { currency, trialBalance, debit, credit, proofs } = statements
  return {
    currency,
    trialBalance: trialBalance.map((line) => ({
      ...namedAccount(line.account),
      opening: M.toDecimal(line.opening),
      debit: M.toDecimal(line.debit),
      credit: M.toDecimal(line.credit),
      closing: M.toDecimal(line.closing),
    })),
    debit: M.toDecimal(debit),
    credit: M.toDecimal(credit),
    accounts: isMemoBook(book) ? null : shownAccounts(statements),
    proofs: proofs.map(({ name, left, right, holds }) => ({ name, left: M.toDecimal(left), right: M.toDecimal(right), holds })),
  }
}

const shownAccounts = ({ profitAndLoss, balanceSheet }: Statements) => ({
  profitAndLoss: {
    income: shownLines(profitAndLoss.income),
    expense: shownLines(profitAndLoss.expense),
    totalIncome: M.toDecimal(profitAndLoss.totalIncome),
    totalExpense: M.toDecimal(profitAndLoss.totalExpense),
    result: M.toDecimal(profitAndLoss.result),
  },
  balanceSheet: {
    assets: shownLines(balanceSheet.assets),
    liabilities: shownLines(balanceSheet.liabilities),
    totalAssets: M.toDecimal(balanceSheet.totalAssets),
    totalLiabilities: M.toDecimal(balanceSheet.totalLiabilities),
    broughtForward: M.toDecimal(balanceSheet.broughtForward),
    result: M.toDecimal(balanceSheet.result),
    totalFunds: M.toDecimal(balanceSheet.totalFunds),
  },
})
