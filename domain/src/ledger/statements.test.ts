import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as M from '../money.ts'
import { type AccountName, accountOf, ledgerAccounts } from './accounts.ts'
import { balanceOf } from './balances.ts'
import type { Posting } from './journal.ts'
import { type Movement, periodOf, type StatementLine, statementsOf } from './statements.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const movement = (account: AccountName, opening: string, debit: string, credit: string): Movement => ({
  account: accountOf(account),
  opening: usd(opening),
  debit: usd(debit),
  credit: usd(credit),
})
const shown = (lines: readonly StatementLine[]) =>
  lines.map(({ account, amount }) => `${account.book}${account.code} ${M.toDecimal(amount)}`)
const failing = (movements: readonly Movement[]) =>
  statementsOf('USD', movements)
    .proofs.filter(({ holds }) => !holds)
    .map(({ name, left, right }) => `${name} ${M.toDecimal(left)} ${M.toDecimal(right)}`)

describe('the period of a statement', () => {
  test.each([
    ['2025-04-12', {}, '2025-03-01', '2025-03-31'],
    ['2025-04-30', {}, '2025-03-01', '2025-03-31'],
    ['2025-01-01', {}, '2024-12-01', '2024-12-31'],
    ['2025-04-12', { from: '2024-02-10' }, '2024-02-10', '2024-02-29'],
    ['2025-04-12', { to: '2025-02-10' }, '2025-02-01', '2025-02-10'],
    ['2025-04-12', { from: '2025-01-01', to: '2025-06-30' }, '2025-01-01', '2025-06-30'],
  ])('on %s with %j is %s to %s', (today, asked, from, to) => {
    expect(periodOf(today, asked)).toEqual({ from, to })
  })
})

describe('the statements of a book', () => {
  const march = [
    movement('F4000', '-40.00', '0.00', '10.00'),
    movement('F1000', '-960.00', '0.00', '500.00'),
    movement('F1100', '1000.00', '500.00', '0.00'),
    movement('F5100', '0.00', '3.00', '0.00'),
    movement('F2300', '0.00', '0.00', '3.00'),
    movement('F1200', '0.00', '10.00', '0.00'),
    movement('F1300', '0.00', '0.00', '0.00'),
  ]
  const made = statementsOf('USD', march)

  test('a trial balance stands on the normal sides, in the order of the chart', () => {
    expect(
      made.trialBalance.map(({ account, opening, closing }) => [account.code, M.toDecimal(opening), M.toDecimal(closing)]),
    ).toEqual([
      ['1000', '-960.00', '-1460.00'],
      ['1100', '1000.00', '1500.00'],
      ['1200', '0.00', '10.00'],
      ['2300', '0.00', '3.00'],
      ['4000', '40.00', '50.00'],
      ['5100', '0.00', '3.00'],
    ])
    expect([M.toDecimal(made.debit), M.toDecimal(made.credit)]).toEqual(['513.00', '513.00'])
  })

  test('profit and loss is of the period, and the balance sheet carries the result of before', () => {
    const { income, expense, result } = made.profitAndLoss
    expect([shown(income), shown(expense), M.toDecimal(result)]).toEqual([['F4000 10.00'], ['F5100 3.00'], '7.00'])
    const sheet = made.balanceSheet
    expect([shown(sheet.assets), shown(sheet.liabilities)]).toEqual([
      ['F1000 -1460.00', 'F1100 1500.00', 'F1200 10.00'],
      ['F2300 3.00'],
    ])
    expect([sheet.totalAssets, sheet.broughtForward, sheet.result, sheet.totalFunds].map(M.toDecimal)).toEqual([
      '50.00',
      '40.00',
      '7.00',
      '50.00',
    ])
  })

  test('the currency position stands among the assets', () => {
    const { balanceSheet, proofs } = statementsOf('USD', [
      movement('F1010', '0.00', '0.00', '70.00'),
      movement('F6900', '0.00', '70.00', '0.00'),
    ])
    expect(shown(balanceSheet.assets)).toEqual(['F1010 -70.00', 'F6900 70.00'])
    expect(proofs.every(({ holds }) => holds)).toBe(true)
  })

  test.each([
    ['an opening balance', movement('F1100', '1.00', '0.00', '0.00'), ['OPENING 1001.00 1000.00', 'CLOSING 1514.00 1513.00']],
    ['a debit', movement('F1150', '0.00', '1.00', '0.00'), ['MOVEMENTS 514.00 513.00', 'CLOSING 1514.00 1513.00']],
    ['a credit of income', movement('F4010', '0.00', '0.00', '1.00'), ['MOVEMENTS 513.00 514.00', 'CLOSING 1513.00 1514.00']],
  ])('%s without its other side is named by the proofs', (_, added, faults) => {
    expect(failing(march)).toEqual([])
    expect(failing([...march, added]).slice(0, 2)).toEqual(faults)
    expect(failing([...march, added]).some((one) => one.startsWith('BALANCE_SHEET'))).toBe(true)
  })
})

const accounts = [...ledgerAccounts.keys()].filter((name) => name.startsWith('F'))
/** A balanced pair of postings, before the period or in it. */
const entry = fc.record({
  debited: fc.constantFrom(...accounts),
  credited: fc.constantFrom(...accounts),
  minor: fc.bigInt(1n, 10n ** 15n),
  isBefore: fc.boolean(),
})

test('balanced postings make statements that prove themselves, with the balances that the ledger tells', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const posting = (name: AccountName, side: 'D' | 'C', minor: bigint): Posting => {
        const { book, code } = accountOf(name)
        return { book, owner: 'X', account: code, side, amount: M.money(minor, 'USD'), dims: {} }
      }
      const postingsOf = (chosen: typeof entries) =>
        chosen.flatMap(({ debited, credited, minor }) => [posting(debited, 'D', minor), posting(credited, 'C', minor)])
      const before = postingsOf(entries.filter(({ isBefore }) => isBefore))
      const during = postingsOf(entries.filter(({ isBefore }) => !isBefore))
      const onSide = (name: AccountName, side: 'D' | 'C', postings: Posting[]) =>
        M.sum(
          postings.filter((one) => `F${one.account}` === name && one.side === side).map(({ amount }) => amount),
          'USD',
        )
      const { trialBalance, proofs } = statementsOf(
        'USD',
        accounts.map((account) => ({
          account: accountOf(account),
          opening: M.subtract(onSide(account, 'D', before), onSide(account, 'C', before)),
          debit: onSide(account, 'D', during),
          credit: onSide(account, 'C', during),
        })),
      )
      expect(proofs.filter(({ holds }) => !holds)).toEqual([])
      const told = new Map(trialBalance.map(({ account, closing }) => [`F${account.code}`, closing.minor]))
      for (const account of accounts) expect(told.get(account) ?? 0n).toBe(balanceOf([...before, ...during], account))
    }),
  )
})
