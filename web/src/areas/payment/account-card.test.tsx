import { cleanup, render } from '@testing-library/react'
import { type AccountFields, accountOfPayee } from '@usance/domain/bank-account-choice'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { AccountCard } from './account-card.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

test('a payee row shows the same card as an account row: name, bank, number, code and currency', () => {
  const payee = {
    payeeName: 'Alder Textiles Ltd (escrow)',
    payeeBankName: '中国银行',
    payeeBankNameEn: 'Bank of China',
    payeeAcctNo: '622200001111',
    payeeBankNo: 'BKCHCNBJ',
    payeeCurrency: 'USD',
  }
  const account = {
    accountName: 'Alder Textiles Ltd (escrow)',
    bankName: '中国银行',
    bankNameEn: 'Bank of China',
    bankAccount: '622200001111',
    bankCode: 'BKCHCNBJ',
    currency: 'USD',
  }
  const wordsOf = (shown: AccountFields) =>
    render(<AccountCard title="To" company="Alder Textiles Ltd" account={shown} />).container.textContent
  expect(wordsOf(accountOfPayee(payee))).toBe(wordsOf(account))
  expect(wordsOf(account)).toBe('ToAlder Textiles LtdAlder Textiles Ltd (escrow)Bank of China622200001111 · BKCHCNBJ · USD')
})
