import { addMonths, endOfMonth, type LocalDate, startOfMonth } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { AccountKind, LedgerAccount } from './accounts.ts'

/** By value date whatever was booked later, or only what had been booked by the last day of the period. */
export const bases = ['KNOWN', 'REPORTED'] as const
export type Basis = (typeof bases)[number]

export type Period = { readonly from: LocalDate; readonly to: LocalDate }
/** The last full month before a day; of a period with one end given, the month of that end. */
export function periodOf(today: LocalDate, { from, to }: { from?: LocalDate | undefined; to?: LocalDate | undefined }): Period {
  const month = from ?? to ?? addMonths(startOfMonth(today), -1)
  return { from: from ?? startOfMonth(month), to: to ?? endOfMonth(month) }
}

/** What a period did to one account in one currency; the opening balance is positive on the debit side. */
export type Movement = {
  readonly account: LedgerAccount
  readonly opening: Money
  readonly debit: Money
  readonly credit: Money
}
/** The same as it stands in a trial balance: opening and closing on the normal side of the account. */
type TrialLine = Movement & { readonly closing: Money }
export type StatementLine = { readonly account: LedgerAccount; readonly amount: Money }

/** Two sums that are the same, or the books are broken. */
export const proofNames = ['OPENING', 'MOVEMENTS', 'CLOSING', 'BALANCE_SHEET'] as const
type StatementProof = {
  readonly name: (typeof proofNames)[number]
  readonly left: Money
  readonly right: Money
  readonly holds: boolean
}

export type Statements = {
  readonly currency: string
  readonly trialBalance: readonly TrialLine[]
  readonly debit: Money
  readonly credit: Money
  readonly profitAndLoss: {
    readonly income: readonly StatementLine[]
    readonly expense: readonly StatementLine[]
    readonly totalIncome: Money
    readonly totalExpense: Money
    readonly result: Money
  }
  /** The currency position stands among the assets: what it holds in one currency, it owes in another. */
  readonly balanceSheet: {
    readonly assets: readonly StatementLine[]
    readonly liabilities: readonly StatementLine[]
    readonly totalAssets: Money
    readonly totalLiabilities: Money
    /** The result of all time before the period. */
    readonly broughtForward: Money
    readonly result: Money
    /** Liabilities with both results: what the assets are owed or kept for. */
    readonly totalFunds: Money
  }
  /** Debit balances and credit balances, debits and credits, assets and what they are owed or kept for. */
  readonly proofs: readonly StatementProof[]
}

/** The order of the chart. */
const byCode = (a: Movement, b: Movement) => (a.account.code < b.account.code ? -1 : 1)
const isUsed = ({ opening, debit, credit }: Movement) => !M.isZero(opening) || !M.isZero(debit) || !M.isZero(credit)

/** The three statements of one book in one currency, in the order of the chart; accounts that the period and all time before left at nothing are no lines. */
export function statementsOf(currency: string, movements: readonly Movement[]): Statements {
  const sum = (amounts: readonly Money[]) => M.sum(amounts, currency)
  const used = movements.filter(isUsed).sort(byCode)
  const closingOf = ({ opening, debit, credit }: Movement) => M.add(opening, M.subtract(debit, credit))
  const onNormal = (account: LedgerAccount, onDebit: Money) => (account.normalSide === 'D' ? onDebit : M.negate(onDebit))
  const linesOf = (kinds: readonly AccountKind[], onDebit: (movement: Movement) => Money): StatementLine[] =>
    used
      .filter(({ account }) => kinds.includes(account.kind))
      .map((movement) => ({ account: movement.account, amount: onNormal(movement.account, onDebit(movement)) }))
      .filter(({ amount }) => !M.isZero(amount))
  const totalOf = (lines: readonly StatementLine[]) => sum(lines.map(({ amount }) => amount))
  const ofPeriod = ({ debit, credit }: Movement) => M.subtract(debit, credit)

  const [income, expense] = [linesOf(['INCOME'], ofPeriod), linesOf(['EXPENSE'], ofPeriod)]
  const [totalIncome, totalExpense] = [totalOf(income), totalOf(expense)]
  const result = M.subtract(totalIncome, totalExpense)
  const [assets, liabilities] = [linesOf(['ASSET', 'CLEARING'], closingOf), linesOf(['LIABILITY'], closingOf)]
  const [totalAssets, totalLiabilities] = [totalOf(assets), totalOf(liabilities)]
  const openingOf = ({ opening }: Movement) => opening
  const broughtForward = M.subtract(totalOf(linesOf(['INCOME'], openingOf)), totalOf(linesOf(['EXPENSE'], openingOf)))
  const totalFunds = sum([totalLiabilities, broughtForward, result])
  const [debit, credit] = [sum(used.map((one) => one.debit)), sum(used.map((one) => one.credit))]

  const proof = (name: StatementProof['name'], left: Money, right: Money) => ({ name, left, right, holds: M.equals(left, right) })
  const bothSides = (name: StatementProof['name'], balances: readonly Money[]) =>
    proof(name, sum(balances.map(M.atLeastZero)), sum(balances.map(M.negate).map(M.atLeastZero)))
  return {
    currency,
    trialBalance: used.map((movement) => ({
      ...movement,
      opening: onNormal(movement.account, movement.opening),
      closing: onNormal(movement.account, closingOf(movement)),
    })),
    debit,
    credit,
    profitAndLoss: { income, expense, totalIncome, totalExpense, result },
    balanceSheet: { assets, liabilities, totalAssets, totalLiabilities, broughtForward, result, totalFunds },
    proofs: [
      bothSides('OPENING', used.map(openingOf)),
      proof('MOVEMENTS', debit, credit),
      bothSides('CLOSING', used.map(closingOf)),
      proof('BALANCE_SHEET', totalAssets, totalFunds),
    ],
  }
}
