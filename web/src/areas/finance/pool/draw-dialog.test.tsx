import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Pool } from '@usance/wire/pool/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { DrawDialog } from './draw-dialog.tsx'

const asked: { amount: string; answer: (trial: object) => void; refuse: (why: Refused) => void }[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: { fundingDate?: string } }) =>
    path.endsWith('/drawable') ? { fundingDate: body.fundingDate, maxDrawing: '499990.55' } : [],
  sendParts: (_: unknown, { body }: { body: { amount: string } }) =>
    new Promise((answer, refuse) => asked.push({ amount: body.amount, answer, refuse })),
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
}))
vi.mock('../finance-order/price-summary.tsx', () => ({
  PriceSummary: ({ trial, fundingDate }: { trial: { net: string }; fundingDate: string }) => (
    <>
      <p>{trial.net}</p>
      <p>paid on {fundingDate}</p>
    </>
  ),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await Promise.all([loadAreaTexts('finance'), loadAreaTexts('pool')])
})
afterEach(cleanup)

const drawing = { amount: '100000', fundingDate: '2026-11-27', maturity: '2026-12-27', payeeBankAccountId: 'A' }
/** The dialog of a drawing that was sent back, with what was entered then. */
const dialogWith = (values: Partial<typeof drawing>) => (
  <QueryClientProvider client={new QueryClient()}>
    <DrawDialog
      pool={{ id: 'P', currency: 'USD', maxDrawing: '500000.00', maxTenor: 90 } as Pool}
      again={{ orderId: 'O', orderNo: 'FO-1', version: 1, values }}
      onClose={() => {}}
      onDone={() => {}}
    />
  </QueryClientProvider>
)

test('a price that arrives after the amount was changed is not the price of the new amount', async () => {
  render(dialogWith(drawing))
  const price = () => fireEvent.click(screen.getByRole('button', { name: 'Show the price' }))
  price()
  await waitFor(() => expect(asked).toHaveLength(1))
  const field = screen.getByLabelText(/Amount/)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '200000' } })
  await act(async () => asked[0]!.answer({ net: 'net of 100000', pricingHash: 'one' }))
  expect(screen.queryByText('net of 100000')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Submit order' })).toBeNull()
  price()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]!.amount).toMatch(/^200000/)
  await act(async () => asked[1]!.answer({ net: 'net of 200000', pricingHash: 'two' }))
  await screen.findByText('net of 200000')
  expect(screen.getByRole('button', { name: 'Submit order' })).toBeTruthy()
})

test('the price of a drawing names the business day on which it is paid', async () => {
  render(dialogWith(drawing))
  asked.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Show the price' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]!.answer({ net: 'net', pricingHash: 'one', fundingDate: '2026-11-30' }))
  await screen.findByText('paid on 2026-11-30')
})

test('the most that can be drawn is that of the chosen day', async () => {
  const { unmount } = render(dialogWith({ amount: '500000' }))
  await screen.findByText(/Up to 500,000.00 USD may be drawn now/)
  unmount()
  render(dialogWith({ ...drawing, amount: '500000' }))
  await screen.findByText(/Up to 499,990.55 USD may be drawn on/)
  asked.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Show the price' }))
  await screen.findByText(/499,990.55/, { selector: '.ant-form-item-explain-error' })
  expect(asked).toEqual([])
})

test('the refusal of a drawing is gone once a value changes, and hides no refusal of the next price', async () => {
  render(dialogWith(drawing))
  asked.length = 0
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const pressed = async (name: string, times: number) => {
    press(name)
    await waitFor(() => expect(asked).toHaveLength(times))
    return asked[times - 1]!
  }
  const told = () => screen.queryByRole('alert')?.textContent
  const first = await pressed('Show the price', 1)
  await act(async () => first.answer({ net: 'net', pricingHash: 'one' }))
  const drawn = await pressed('Submit order', 2)
  await act(async () => drawn.refuse(new Refused(20001, 'The line is full.')))
  expect(told()).toBe('The line is full.')
  const again = await pressed('Show the price', 3)
  await act(async () => again.refuse(new Refused(20001, 'The pool is closed.')))
  expect(told()).toBe('The pool is closed.')
  const field = screen.getByLabelText(/Amount/)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '200000' } })
  expect(told()).toBeUndefined()
})
