import { describe, expect, test } from 'vitest'
import { accountOfPayee, chosenAccount, collectionRow, offeredAccounts } from './bank-account-choice.ts'

const account = (id: string, currency: string, status = 'ENABLE') => ({
  id,
  currency,
  status,
  canEnable: true,
})

describe('a picker of bank accounts', () => {
  test.each([
    ['USD,CNY', 'CNY', true],
    ['USD, CNY', 'CNY', true],
    ['USDX', 'USD', false],
    ['USD', '', false],
  ])('of an account in %s offers it for %s: %s', (list, currency, offered) => {
    expect(offeredAccounts([account('a', list)], currency).length === 1).toBe(offered)
  })
  test('offers one that was switched off behind those that are on, and none that was never on', () => {
    const never = { ...account('c', 'USD', 'DISABLE'), canEnable: false }
    const offered = offeredAccounts([account('a', 'USD', 'DISABLE'), account('b', 'USD'), never], 'USD')
    expect(offered.map(({ id }) => id)).toEqual(['b', 'a'])
  })
  test('keeps what was chosen, never puts another in its place, and stands at the first before anything was chosen', () => {
    const list = [account('a', 'USD'), account('b', 'USD')]
    expect([
      chosenAccount(list, 'b'),
      chosenAccount(list, 'gone'),
      chosenAccount(list, undefined),
      chosenAccount([], 'b'),
    ]).toEqual(['b', undefined, 'a', undefined])
  })
  test('hands over the account with its company and what it is for, and shows a payee like an account', () => {
    expect(collectionRow('ELM', account('a', 'USD'), 'INTEREST')).toMatchObject({
      companyCode: 'ELM',
      bankAccountId: 'a',
      fundSource: 'INTEREST',
    })
    const payee = {
      payeeName: 'n',
      payeeBankName: 'b',
      payeeBankNameEn: null,
      payeeAcctNo: '1',
      payeeBankNo: 'X',
      payeeCurrency: 'USD',
    }
    expect(accountOfPayee(payee)).toEqual({
      accountName: 'n',
      bankName: 'b',
      bankNameEn: null,
      bankAccount: '1',
      bankCode: 'X',
      currency: 'USD',
    })
  })
})
