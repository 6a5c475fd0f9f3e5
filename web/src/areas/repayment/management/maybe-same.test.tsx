import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { MatchPanel } from './match-panel.tsx'

const { send, sendParts } = vi.hoisted(() => ({ send: vi.fn(), sendParts: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send, sendParts }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

const order = {
  orderId: 'o',
  orderNo: 'FO-2026-000001',
  supplierName: 'Alder',
  buyerName: 'Cedar',
  buyers: [],
  payer: null,
  currency: 'USD',
  status: 'FUNDED',
  maturity: '2026-03-01',
  owed: '100.00',
  reason: null,
  invoices: [],
  feeBills: [],
}

test('a receipt that may be an earlier one says so, and is sent for approval only once they were told apart', async () => {
  const candidates = { left: '100.00', fundSource: 'COLLECTION', topUps: [], orders: [order] }
  // What it would pay is not looked at here.
  send.mockImplementation((call) => (call === repaymentCalls.preview ? new Promise(() => {}) : Promise.resolve(candidates)))
  const receipt = { id: 'r', no: 'RC-2026-000002', amount: '100.00', currency: 'USD', valueDate: '2026-01-03' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MatchPanel
        receipt={{ ...receipt, maybeSameAs: 'RC-2026-000001 · 2026-01-02', maybeSameAsId: 'first' }}
        onClose={() => {}}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  const button = () => screen.getByRole('button', { name: /approval/i })
  expect(screen.getByRole('alert').textContent).toContain('RC-2026-000001')
  expect(button()).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /two payments/ }))
  expect(button()).toHaveProperty('disabled', false)
  fireEvent.click(button())
  const sent = { body: expect.objectContaining({ collectionId: 'r', notTheSameAs: 'first' }) }
  await waitFor(() => expect(sendParts).toHaveBeenCalledWith(repaymentCalls.match, sent, expect.anything()))
})

test('a receipt that may bring a payment back says so, and is sent for approval only as other money', async () => {
  const maybeReturnOf = [{ id: 'p', no: 'PAY-2026-000007', valueDate: '2026-01-02' }]
  const candidates = { left: '100.00', fundSource: 'COLLECTION', topUps: [], orders: [order], maybeReturnOf }
  sendParts.mockClear()
  send.mockImplementation((call) => (call === repaymentCalls.preview ? new Promise(() => {}) : Promise.resolve(candidates)))
  const receipt = { id: 'r', no: 'RC-2026-000002', amount: '100.00', currency: 'USD', valueDate: '2026-01-03' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MatchPanel receipt={{ ...receipt, maybeSameAs: null, maybeSameAsId: null }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  const button = () => screen.getByRole('button', { name: /approval/i })
  expect(screen.getByRole('alert').textContent).toContain('PAY-2026-000007')
  expect(button()).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /other money/ }))
  fireEvent.click(button())
  const sent = { body: expect.objectContaining({ collectionId: 'r', notReturnOf: ['PAY-2026-000007'] }) }
  await waitFor(() => expect(sendParts).toHaveBeenCalledWith(repaymentCalls.match, sent, expect.anything()))
})

test('a payment that may have come back since the receipt was told apart asks again', async () => {
  const [first, later] = ['PAY-2026-000007', 'PAY-2026-000008'].map((no) => ({ id: no, no, valueDate: '2026-01-02' }))
  const candidates = { left: '100.00', fundSource: 'COLLECTION', topUps: [], orders: [order] }
  let maybeReturnOf = [first]
  sendParts.mockReset()
  // The payment is taken back while the panel is open: the match is refused for it.
  sendParts.mockImplementationOnce(async () => {
    maybeReturnOf = [first, later]
    const params = { payments: 'PAY-2026-000007, PAY-2026-000008' }
    const fields = [{ field: 'notReturnOf', message: 'RECEIPT_MAYBE_RETURN', params }]
    throw new Refused(20331, '', { error: 'RECEIPT_MAYBE_RETURN', fields })
  })
  send.mockImplementation((call) =>
    call === repaymentCalls.preview ? new Promise(() => {}) : Promise.resolve({ ...candidates, maybeReturnOf }),
  )
  const receipt = { id: 'r', no: 'RC-2026-000002', amount: '100.00', currency: 'USD', valueDate: '2026-01-03' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MatchPanel receipt={{ ...receipt, maybeSameAs: null, maybeSameAsId: null }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  const button = () => screen.getByRole('button', { name: /approval/i })
  const otherMoney = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /other money/ })
  fireEvent.click(otherMoney())
  fireEvent.click(button())
  await waitFor(() => expect(screen.getAllByRole('alert').some((one) => one.textContent?.includes(later!.no))).toBe(true))
  await waitFor(() => expect(otherMoney().checked).toBe(false))
  expect(button()).toHaveProperty('disabled', true)
  fireEvent.click(otherMoney())
  fireEvent.click(button())
  await waitFor(() => expect(sendParts).toHaveBeenCalledTimes(2))
  expect(sendParts.mock.calls.map(([, { body }]) => body.notReturnOf)).toEqual([[first!.no], [first!.no, later!.no]])
})
