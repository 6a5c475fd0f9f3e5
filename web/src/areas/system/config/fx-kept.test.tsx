import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { giveUp } from '../../../session/leave.ts'
import { FxDialog } from './fx-dialog.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => (path.endsWith('/fxInForce') ? null : []),
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => ({ user: { id: 'ann', companyId: 'alder' } }),
}))
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FxDialog currencies={['EUR', 'USD', 'JPY'].map((value) => ({ value, label: value }))} onClose={() => {}} />
    </QueryClientProvider>,
  )
const rate = () => [...document.querySelectorAll<HTMLInputElement>('.number-box input, input.number-box')].map((one) => one.value)
test('an exchange rate that was typed when the session ended is back with its currencies', async () => {
  show()
  fireEvent.mouseDown(document.querySelector('[id$=fromCurrency]') ?? expect.fail('no currency'))
  fireEvent.click((await screen.findAllByText('EUR')).at(-1) ?? expect.fail('no euro'))
  const field = await screen.findByLabelText(/1 EUR/)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '1.08' } })
  fireEvent.blur(field)
  giveUp()
  cleanup()
  show()
  await waitFor(() => expect(document.querySelector('[id$=rate]')).toBeTruthy())
  await waitFor(() => expect(rate()[0]).toBe('1.0800'))
})
