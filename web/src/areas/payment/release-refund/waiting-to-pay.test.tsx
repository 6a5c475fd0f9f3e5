import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { WaitingToPay } from './waiting-to-pay.tsx'

const reserve = { orderId: 'o', orderNo: 'FO-1', itemId: 'i', docNo: 'INV-1', supplierName: 'Alder', currency: 'USD' }
const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
  useMaybeSession: () => undefined,
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
beforeEach(() => send.mockReset())
afterEach(cleanup)

const open = async (blockedBy: string | null = null) => {
  const releases = [{ ...reserve, amount: '1000.00', from: '2026-11-30', blockedBy }]
  send.mockImplementation(async (call) =>
    call === paymentCalls.releasable ? { more: false, releases, refunds: [], remittances: [] } : { id: 'p' },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WaitingToPay onDrafted={() => {}} />
    </QueryClientProvider>,
  )
  return screen.findByRole<HTMLButtonElement>('button', { name: 'Release' })
}
const drafted = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(send.mock.calls.some(([call]) => call === paymentCalls.addRelease)).toBe(true))
  return send.mock.calls.find(([call]) => call === paymentCalls.addRelease)?.[1].body
}

test('a part of a reserve is released by the amount that is typed, and never more than is free', async () => {
  const button = await open()
  const field = screen.getByLabelText<HTMLInputElement>('Amount to release of INV-1')
  expect(field.value).toBe('1,000.00')
  fireEvent.change(field, { target: { value: '1000.01' } })
  expect(button.disabled).toBe(true)
  expect(button.getAttribute('aria-description')).toBe('Enter an amount of at most 1,000.00 USD.')
  fireEvent.change(field, { target: { value: '300' } })
  expect(button.disabled).toBe(false)
  expect(await drafted()).toMatchObject({ orderId: 'o', itemId: 'i', amount: '300.00' })
})

test('a reserve is released whole where no amount is typed, and a blocked one has no field', async () => {
  await open()
  expect(await drafted()).not.toHaveProperty('amount')
  cleanup()
  await open('CLAIM')
  expect(screen.queryByLabelText('Amount to release of INV-1')).toBeNull()
})
