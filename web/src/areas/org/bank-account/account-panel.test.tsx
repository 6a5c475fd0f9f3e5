import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import * as client from '../../../http/client.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import * as dialog from '../../../ui/dialog.tsx'
import { AccountPanel } from './account-panel.tsx'

vi.mock('../../../session/session.ts', async (original) => ({ ...(await original<object>()), useMayAct: () => () => true }))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const account = {
  id: 'a',
  companyName: 'Alder',
  accountName: 'Alder',
  nameReason: null,
  bankName: 'Elm Bank',
  bankAccount: '9012',
  bankCode: 'ELMBGB2L',
  cnaps: null,
  currency: 'USD',
  purpose: 'BOTH',
  approval: 'PASSED',
  coolingUntil: null,
  createdAt: '2026-11-27T08:00:00.000Z',
  needsCallBack: false,
  callBacks: [],
}

test.each([
  [{ status: 'READY_TO_ENABLE', replaces: null }, 'Ready to switch on', 'Do not use it', 'Money may go to it from now on.'],
  [
    { status: 'READY_TO_ENABLE', replaces: '••3456' },
    'Ready to switch on',
    'Do not use it',
    'Money may go to it from now on. The account ••3456, whose place it takes, is switched off.',
  ],
])('an account past its 48 hours is ready, and is not offered to be switched off: %o', async (own, status, other, words) => {
  vi.spyOn(client, 'send').mockResolvedValue({ ...account, ...own, operations: ['ENABLE', 'DISABLE'] })
  const ask = vi.spyOn(dialog, 'ask').mockResolvedValue(false)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountPanel id="a" onClose={() => {}} onChanged={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(status)).toBeTruthy()
  expect(screen.getByRole('button', { name: other })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(ask).toHaveBeenCalledWith({ title: 'Switch this account on?', text: words }))
})

test('an account that was switched off asks for a call-back before it is switched on again, and leads to it', async () => {
  const show = async (own: object) => {
    cleanup()
    vi.spyOn(client, 'send').mockResolvedValue({ ...account, status: 'DISABLE', replaces: null, ...own })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AccountPanel id="a" onClose={() => {}} onChanged={() => {}} />
      </QueryClientProvider>,
    )
    return (await screen.findByText(/switched o[nf]/)).textContent
  }
  const uncalled = /^It was switched off\. Operations call its company and record that here/
  expect(await show({ needsCallBack: true, operations: [] })).toMatch(uncalled)
  expect(screen.queryByRole('button', { name: 'Record a call-back' })).toBeNull()
  expect(await show({ needsCallBack: true, operations: ['CALL_BACK'] })).toMatch(uncalled)
  expect(screen.getAllByRole('button', { name: 'Record a call-back' })).toHaveLength(2)
  expect(await show({ needsCallBack: false, operations: ['CALL_BACK'] })).toBe('It may be switched on by settlement.')
})
