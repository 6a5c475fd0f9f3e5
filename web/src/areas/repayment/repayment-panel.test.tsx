import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { RepaymentPanel } from './repayment-panel.tsx'

const repayment = {
  ...{ id: 'R', no: 'RP-1', status: 'REJECTED', orderId: null, orderNo: 'FO-1', payerRole: 'BUYER', fundSource: 'COLLECTION' },
  ...{ amount: '400.00', surplus: '0.00', currency: 'USD', valueDate: '2026-11-27', matchReason: null, reversalReason: null },
  ...{ reversalInApproval: false, collectionNo: 'RC-1', bankRef: 'BR-1', payerName: 'Cedar', maybeSameAs: null },
  ...{ allocations: [], mostAgain: '600.00', operations: ['RESUBMIT'] },
}
const { sendParts } = vi.hoisted(() => ({ sendParts: vi.fn() }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => repayment,
  sendParts,
}))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => false,
  useMayAct: () => () => true,
  useMaybeSession: () => undefined,
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../approval/approval-panel.tsx', () => ({ ApprovalPanel: () => null }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
beforeEach(() => {
  sendParts.mockReset()
  sendParts.mockResolvedValue({ status: 'IN_APPROVE' })
})
afterEach(cleanup)

const open = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RepaymentPanel id="R" onClose={() => {}} onChanged={() => {}} />
    </QueryClientProvider>,
  )
  return screen.findByLabelText<HTMLInputElement>('Amount in USD')
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send for approval' })
const sentBody = async () => {
  fireEvent.click(button())
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  return sendParts.mock.calls[0]?.[1].body
}

test('a repayment that was sent back is submitted again with the amount that is typed, within its receipt', async () => {
  const field = await open()
  expect(field.value).toBe('400.00')
  expect(screen.getByText('The receipt has 600.00 USD for it.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '600.01' } })
  expect(button().disabled).toBe(true)
  fireEvent.change(field, { target: { value: '' } })
  expect(button().disabled).toBe(true)
  fireEvent.change(field, { target: { value: '550.50' } })
  expect(await sentBody()).toMatchObject({ id: 'R', amount: '550.50' })
})

test('a repayment that was sent back is submitted again as it was where nothing is typed', async () => {
  await open()
  expect(await sentBody()).not.toHaveProperty('amount')
})
