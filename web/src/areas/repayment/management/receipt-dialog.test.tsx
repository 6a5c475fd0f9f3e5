import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Kit } from '../../../form/kit.tsx'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'

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
afterEach(cleanup)

const bank = (id: string) => ({
  ...{ id, status: 'ENABLE', currency: 'USD', purpose: 'COLLECTION' },
  ...{ accountName: id, bankName: id, bankNameEn: id, bankCode: id, bankAccount: id },
})
const collecting = (code: string) => ({ id: `${code}-1`, companyCode: code, companyName: code, currency: 'USD' })
/** Lets the accounts of OAK arrive, which are slow. */
let arrive: () => void
beforeEach(() => {
  sendParts.mockReset()
  sendParts.mockResolvedValue({ no: 'RC-1', maybeReturnOf: [] })
  const oak = new Promise<void>((resolve) => {
    arrive = resolve
  })
  send.mockImplementation(async (call, { body }) => {
    if (call === repaymentCalls.accounts) return { accounts: [collecting('ELM'), collecting('OAK')] }
    const [code] = body.companyCodes
    if (code === 'OAK') await oak
    return [{ companyRoleFunder: { companyFunderBankAccountDtos: [bank(`${code}-1`)] } }]
  })
})

test('a receipt is recorded on an account of the chosen funder only, and names that funder', async () => {
  const typed = { companyCode: 'ELM', currency: 'USD', amount: '100.00', valueDate: '2026-01-02', bankRef: 'R1' }
  sessionStorage.setItem(`kept ann alder ${location.pathname} receipt`, JSON.stringify({ typed }))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Kit>
        <ReceiptDialog onClose={() => {}} onDone={() => {}} />
      </Kit>
    </QueryClientProvider>,
  )
  const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })
  await waitFor(async () => expect((await radio(/ELM-1$/)).checked).toBe(true))
  fireEvent.mouseDown(document.querySelector('[id$=companyCode]')!)
  fireEvent.click((await screen.findAllByText('OAK')).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  fireEvent.submit(document.querySelector('form')!)
  await screen.findByText(t('repayment.card.placeholder'))
  expect(sendParts).not.toHaveBeenCalled()
  arrive()
  await waitFor(async () => expect((await radio(/OAK-1$/)).checked).toBe(true))
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(sendParts).toHaveBeenCalledTimes(1))
  expect(sendParts.mock.calls[0]![1].body).toMatchObject({ bankAccountId: 'OAK-1', funderCode: 'OAK' })
})
