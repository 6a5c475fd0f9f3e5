import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '../../http/refused.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { VoidDialog } from './files/void-dialog.tsx'
import { FailDialog } from './result-dialogs.tsx'

const sent = vi.fn()
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
beforeEach(() => {
  sent.mockReset()
  const fields = [{ field: 'notBookedAs', message: 'RETURN_MAYBE_BOOKED', params: { receipts: 'RC-1, RC-2' } }]
  sent.mockRejectedValueOnce(new Refused(20332, '', { error: 'RETURN_MAYBE_BOOKED', fields }))
})
afterEach(cleanup)

const onDone = vi.fn()
const payment = { id: 'P', no: 'PAY-1', dueDate: null, valueDate: null, amount: '21746.51' }
const dialogs = {
  failed: { dialog: <FailDialog payment={payment} onClose={() => {}} onDone={onDone} />, ok: 'Not paid' },
  void: { dialog: <VoidDialog file={{ id: 'F', no: 'PF-1' }} onClose={() => {}} onDone={onDone} />, ok: 'Declare void' },
}
const open = (which: keyof typeof dialogs) =>
  render(<QueryClientProvider client={new QueryClient()}>{dialogs[which].dialog}</QueryClientProvider>)

test.each(['failed', 'void'] as const)(
  'receipts that may be returns are told apart before what the bank has not reported on is declared %s',
  async (which) => {
    onDone.mockReset()
    open(which)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: dialogs[which].ok })
    expect(button.disabled).toBe(true)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Not at the bank' } })
    fireEvent.click(button)
    const otherMoney = await screen.findByRole('checkbox', { name: /other money/ })
    expect(screen.getAllByText(/booked already as receipt RC-1, RC-2\./).length).toBeGreaterThan(0)
    expect(onDone).not.toHaveBeenCalled()
    fireEvent.click(otherMoney)
    sent.mockResolvedValueOnce({ status: 'FAILED' })
    fireEvent.click(button)
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent.mock.calls.map(([{ reason, notBookedAs }]) => [reason, notBookedAs])).toEqual([
      ['Not at the bank', []],
      ['Not at the bank', ['RC-1', 'RC-2']],
    ])
  },
)

test('receipts that may be returns of a file are told in Chinese too', async () => {
  await switchLanguage('zh-CN')
  open('void')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '银行未收到' } })
  fireEvent.click(screen.getByRole('button', { name: '作废' }))
  expect(await screen.findByText(/本文件的款项可能已登记为收款 RC-1, RC-2/)).toBeTruthy()
  await switchLanguage('en-US')
})
