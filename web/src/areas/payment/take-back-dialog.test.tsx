import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../http/refused.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { TakeBackDialog } from './result-dialogs.tsx'

const sent = vi.fn()
vi.mock('../../session/session.ts', async (load) => ({
  ...(await load<typeof import('../../session/session.ts')>()),
  useMayAct: () => () => true,
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: async (_: unknown, { body }: { body: unknown }) => sent(body),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

const payment = {
  ...{
    id: 'P',
    no: 'PAY-1',
    dueDate: '2026-11-25',
    valueDate: '2026-11-26',
    amount: '21746.51',
    currency: 'USD',
    status: 'PAID',
  },
  transfers: [
    {
      fileNo: 'PF-2',
      day: '2026-11-26',
      amount: '21746.51',
      outcome: 'ACCEPTED',
      bankStatus: 'ACSC',
      isOwn: true,
      isUnclear: false,
    },
    {
      fileNo: 'PF-1',
      day: '2026-11-23',
      amount: '21737.52',
      outcome: 'ACCEPTED',
      bankStatus: 'ACSC',
      isOwn: false,
      isUnclear: false,
    },
  ],
}

test('of a payment that the bank has by two transfers one is chosen, and told by its file', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={payment} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  const fields = screen.getAllByRole<HTMLInputElement>('textbox')
  fireEvent.change(fields.at(-1)!, { target: { value: 'Sent back by the bank' } })
  const own = screen.getByRole('radio', { name: /PF-2.*2026\/11\/26.*21,746\.51.*ACSC · the books show this one/ })
  const earlier = screen.getByRole('radio', { name: /PF-1.*21,737\.52.*ACSC · not in the books/ })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Did not arrive' })
  expect(button.disabled).toBe(true)
  fireEvent.click(own)
  expect(button.disabled).toBe(false)
  fireEvent.click(earlier)
  // Its money was back on a day of its own.
  expect(button.disabled).toBe(true)
  fireEvent.click(own)
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]![0]).toMatchObject({ id: 'P', file: 'PF-2', returnedOn: '2026-11-26' })
})

test('the transfers are told in Chinese too', async () => {
  await switchLanguage('zh-CN')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={payment} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('radio', { name: /文件 PF-1.*未入账/ })).toBeTruthy()
  await switchLanguage('en-US')
})

test('an unclear transfer is told as the one that was recorded by hand, without a day of return', async () => {
  sent.mockClear()
  const [own, earlier] = payment.transfers
  const transfers = [
    { ...own!, fileNo: null, outcome: null, bankStatus: null },
    { ...earlier!, amount: own!.amount, isUnclear: true },
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={{ ...payment, transfers }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('radio', { name: /File PF-1.*unclear: perhaps a second movement/ })).toBeTruthy()
  fireEvent.change(screen.getAllByRole('textbox').at(-1)!, { target: { value: 'One debit on the statement' } })
  fireEvent.click(screen.getByRole('radio', { name: /None came back: the transfer of file PF-1/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Same movement' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]![0]).toMatchObject({ id: 'P', file: 'PF-1', reason: 'One debit on the statement' })
  expect(sent.mock.calls[0]![0]).not.toHaveProperty('returnedOn')
})

test('a receipt that may be the same money is told apart before the payment is taken back', async () => {
  sent.mockReset()
  const params = { receipts: 'RC-1, RC-2' }
  const fields = [{ field: 'notBookedAs', message: 'RETURN_MAYBE_BOOKED', params }]
  sent.mockRejectedValueOnce(new Refused(20332, '', { error: 'RETURN_MAYBE_BOOKED', fields }))
  const transfers = payment.transfers.slice(0, 1)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={{ ...payment, transfers }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getAllByRole('textbox').at(-1)!, { target: { value: 'Sent back by the bank' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Did not arrive' })
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('checkbox', { name: /other money/ }))
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.calls.map(([body]) => body.notBookedAs)).toEqual([[], ['RC-1', 'RC-2']])
})

test('of many receipts that may be the same money the first are told with the number of the others, and all are told apart', async () => {
  sent.mockReset()
  const numbers = Array.from({ length: 20 }, (_, at) => `RC-2026-${String(at + 1).padStart(6, '0')}`)
  const fields = [{ field: 'notBookedAs', message: 'RETURN_MAYBE_BOOKED', params: { receipts: numbers.join(', ') } }]
  sent.mockRejectedValueOnce(new Refused(20332, '', { error: 'RETURN_MAYBE_BOOKED', fields }))
  const transfers = payment.transfers.slice(0, 1)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={{ ...payment, transfers }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getAllByRole('textbox').at(-1)!, { target: { value: 'Sent back by the bank' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Did not arrive' })
  fireEvent.click(button)
  const otherMoney = await screen.findByRole('checkbox', { name: /other money/ })
  expect(screen.getAllByText(/RC-2026-000005 and 15 more\./)).toHaveLength(2)
  expect(screen.getByText('All 20').closest('details')?.textContent).toContain('RC-2026-000020')
  fireEvent.click(otherMoney)
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.calls[1]![0].notBookedAs).toEqual(numbers)
})

test('a transfer that was chosen stays ticked when the payment is read again, and one that is gone is neither ticked nor sent', () => {
  const dialog = (transfers: typeof payment.transfers) => (
    <QueryClientProvider client={new QueryClient()}>
      <TakeBackDialog payment={{ ...payment, transfers }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(payment.transfers))
  fireEvent.change(screen.getAllByRole('textbox').at(-1)!, { target: { value: 'Sent back by the bank' } })
  const ticked = () => screen.getAllByRole<HTMLInputElement>('radio').map((one) => one.checked)
  const isOpen = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Did not arrive' }).disabled
  fireEvent.click(screen.getByRole('radio', { name: /PF-2/ }))
  expect([ticked(), isOpen()]).toEqual([[true, false], true])
  const [own, earlier] = payment.transfers.map((one) => ({ ...one }))
  rerender(dialog([{ ...own!, bankStatus: 'ACCC' }, earlier!]))
  expect([ticked(), isOpen()]).toEqual([[true, false], true])
  rerender(dialog([earlier!, { ...own!, fileNo: 'PF-3' }]))
  expect([ticked(), isOpen()]).toEqual([[false, false], false])
})
