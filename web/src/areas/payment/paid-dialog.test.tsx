import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { PaidDialog } from './result-dialogs.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['2026-12-02', '2026/11/27'],
  ['2026-11-25', '2026/11/25'],
])('of a payment due on %s the bank is proposed to have paid on %s, never after the business date', async (dueDate, proposed) => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { businessDate: '2026-11-27' } }))
  const payment = { id: 'P', no: 'PAY-1', dueDate, valueDate: null, amount: '100.00' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PaidDialog payment={payment} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('textbox')[0]!.value).toBe(proposed))
})
