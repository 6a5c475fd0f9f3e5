import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Kit } from '../../../form/kit.tsx'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'

const { send, sendParts } = vi.hoisted(() => ({ send: vi.fn(), sendParts: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send, sendParts }))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => ({ user: { id: 'ann', companyId: 'alder' } }),
}))

beforeAll(async () => {
  stubWindow()
  Element.prototype.scrollIntoView = () => {}
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
beforeEach(() => {
  sendParts.mockReset()
})
afterEach(cleanup)

const refuse = (field: string, message: 'BANK_ACCOUNT_NOT_ENABLED' | 'RECEIPT_MAYBE_KNOWN', params = {}) =>
  sendParts.mockRejectedValue(new Refused(20001, '', { error: message, fields: [{ field, message, params }] }))
const show = (dialog: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Kit>{dialog}</Kit>
    </QueryClientProvider>,
  )

test('a receipt that is refused for its account has the reason at the account', async () => {
  const bank = {
    ...{ id: 'first', status: 'ENABLE', currency: 'USD', purpose: 'COLLECTION' },
    ...{ accountName: 'Elm', bankName: 'First', bankNameEn: 'First', bankCode: 'FIRST', bankAccount: '1' },
  }
  send.mockImplementation(async (call) =>
    call === repaymentCalls.accounts
      ? { accounts: [{ id: 'first', companyCode: 'ELM', companyName: 'Elm', currency: 'USD' }] }
      : [{ companyRoleFunder: { companyFunderBankAccountDtos: [bank] } }],
  )
  const typed = {
    ...{ companyCode: 'ELM', currency: 'USD', amount: '100.00', valueDate: '2026-01-02', bankRef: 'R1' },
    account: { bankAccountId: 'first', fundSource: 'COLLECTION' },
  }
  sessionStorage.setItem(`kept ann alder ${location.pathname} receipt`, JSON.stringify({ typed }))
  refuse('bankAccountId', 'BANK_ACCOUNT_NOT_ENABLED')
  show(<ReceiptDialog onClose={() => {}} onDone={() => {}} />)
  await screen.findByRole('radio', { name: /1$/ })
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  const reason = await screen.findByText(t('errors.BANK_ACCOUNT_NOT_ENABLED'))
  expect(reason.closest('.ant-form-item')?.querySelector('.bank-card')).toBeTruthy()
})

test('a return that is refused for an earlier receipt, which nothing in the dialog asks about, says so', async () => {
  refuse('notTheSameAs', 'RECEIPT_MAYBE_KNOWN', { no: 'RC-2026-000001', date: '2026-01-02' })
  const receipt = { id: 'r', no: 'RC-2026-000002', left: '100.00', currency: 'USD', payerName: 'Cedar', payerAccount: '1' }
  const typed = { payeeBankCode: 'CEDAUS33', reason: 'Nobody knows it' }
  sessionStorage.setItem(`kept ann alder ${location.pathname} return r`, JSON.stringify({ typed }))
  show(<ReturnDialog receipt={{ ...receipt, maybeSameAs: null, maybeSameAsId: null }} onClose={() => {}} onDone={() => {}} />)
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  expect((await screen.findByRole('alert')).textContent).toContain('RC-2026-000001')
})
