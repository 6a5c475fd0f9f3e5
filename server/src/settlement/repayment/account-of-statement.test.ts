import { expect, test } from 'vitest'
import { readBankFile } from '../../bank-statement/read-bank-file.ts'
import { camt } from '../../bank-statement/sample-statement.fixture.ts'
import { isOf, isOfAccount } from './account-of-statement.ts'

// A statement of 80 KB whose account had 40,000 parts stopped the portal for minutes: each part was tried anew for each line.

const read = (text: string) => readBankFile(Buffer.from(text), 'USD')
const parts = '1 '.repeat(40_000).trim()

test.each([
  ['camt.053', (account: string) => camt('100.10', '', account)],
  ['MT940', (account: string) => `:20:A\n:25:${account}\n:28C:7/1\n:60F:C260101USD1,\n:62F:C260101USD1,\n-`],
])('a statement as %s whose account has more characters than any number is refused', async (_, statement) => {
  const account = 'DEUTDEFFXXX/00110000736362323USD'
  expect((await read(statement(account))).statements[0]!.account).toBe(account)
  expect((await read(statement('1'.repeat(60)))).statements[0]!.account).toHaveLength(60)
  await expect(read(statement('1'.repeat(61)))).rejects.toThrow('account 1111')
  await expect(read(statement(parts.slice(0, 9000)))).rejects.toThrow('account 1 1 1')
})

test('a list that names more than a number as its account names it cut, and it is of no account', async () => {
  const long = `${parts.slice(0, 30_000)} 736362323`
  const heading = 'Date,Credit,Debit,Currency,Reference'
  const line = '2026-01-02,1.00,,USD,R-1'
  const named = async (...rows: string[]) => (await read(rows.join('\n'))).accounts!.map(({ account }) => account.length)
  expect(await named(`Account: ${long}`, heading, line)).toEqual([61])
  expect(await named(`${heading},Account`, `${line},${long}`)).toEqual([61])
  expect(await named(`${heading},Account`, `${line},A1-${'1-'.repeat(10_000)}`)).toEqual([61])
  const ofNumber = (text: string) => isOf({ account: text }, { bankAccount: '736362323' })
  expect([ofNumber(`${'1 '.repeat(25)}736362323`), ofNumber(`${'1 '.repeat(26)}736362323`)]).toEqual([true, false])
})

test('whether statements are of an account is judged once for each text, however many lines they have', () => {
  let judged = 0
  const account = {
    get bankAccount() {
      judged += 1
      return '736362323'
    },
  }
  const isOwn = isOfAccount(account)
  const told = ['736362323', '99', null].flatMap((text) => Array.from({ length: 500 }, () => isOwn({ account: text })))
  expect(told.filter(Boolean)).toHaveLength(1000)
  expect(judged).toBeLessThanOrEqual(3)
})

test.each([
  ['6222*4433', '622200004433', true],
  ['6222*4433*', '622200004433', true],
  ['*22*44*', '622200004433', true],
  ['*44*22*', '622200004433', false],
  ['6222***224433', '62224433', false],
  ['62224*4433', '62224433', false],
  ['*1'.repeat(30), `${'1'.repeat(33)}2`, false],
])('what a list shows of a number, %s, is of %s: %s', (shown, bankAccount, is) => {
  expect(isOf({ account: shown }, { bankAccount })).toBe(is)
})
