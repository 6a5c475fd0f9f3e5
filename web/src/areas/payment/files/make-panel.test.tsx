import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReadyPayment } from '@usance/wire/payment-file/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { MakePanel } from './make-panel.tsx'

const server = vi.hoisted(() => ({ payments: [] as unknown[], more: false }))
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => ({ ...server }),
}))

const ready = (no: string, blockedBy: ReadyPayment['blockedBy'] = null): ReadyPayment => ({
  id: no,
  no,
  type: 'DISBURSEMENT',
  payeeName: 'Lantern',
  funderName: 'Harbour',
  amount: '10.00',
  currency: 'USD',
  fromAccount: null,
  executionDate: '2026-11-30',
  isRolled: false,
  blockedBy,
})

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

test('a payment that becomes ready while the panel is open waits for a tick, and what was unticked stays so', async () => {
  server.payments = [ready('PAY-1'), ready('PAY-2'), ready('PAY-3', 'COOLING_OFF')]
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <MakePanel onClose={() => undefined} onMade={() => undefined} />
    </QueryClientProvider>,
  )
  const box = (no: string) => screen.getByLabelText<HTMLInputElement>(no)
  const ticked = () => ['PAY-1', 'PAY-2', 'PAY-3'].map((no) => box(no).checked)
  await screen.findByLabelText('PAY-1')
  expect(ticked()).toEqual([true, true, false])
  act(() => box('PAY-2').click())
  server.payments = [ready('PAY-1'), ready('PAY-2'), ready('PAY-3'), ready('PAY-4')]
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(box('PAY-4').checked).toBe(false))
  expect(ticked()).toEqual([true, false, false])
  act(() => box('PAY-4').click())
  expect([box('PAY-4').checked, ...ticked()]).toEqual([true, true, false, false])
})

test('where more payments are ready than are listed, the panel says so', async () => {
  Object.assign(server, { payments: [ready('PAY-1'), ready('PAY-2')], more: true })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MakePanel onClose={() => undefined} onMade={() => undefined} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('The first 2 are shown. The others follow once these are in files.')).toBeTruthy()
})
