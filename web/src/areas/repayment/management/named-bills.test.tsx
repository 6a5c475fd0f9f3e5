import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mostNamed, repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
beforeEach(() => sendParts.mockClear())
afterEach(cleanup)

const bill = (id: string, openAmount: string, isNamed: boolean) => ({
  id,
  no: `FB-2026-00000${id}`,
  openAmount,
  dueOn: '2026-02-01',
  isNamed,
})
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
  owed: '1000.00',
  reason: 'BILL_NO',
  invoices: [{ id: 'v', invoiceNo: 'INV-1', outstanding: '1000.00', dueDate: '2026-03-01', buyerCode: 'CEDAR', isNamed: false }],
  feeBills: [bill('1', '53.00', true), bill('2', '20.00', false)],
}

function show(amount: string, invoices = order.invoices, feeBills = order.feeBills) {
  const candidates = { left: amount, fundSource: 'COLLECTION', topUps: [], orders: [{ ...order, invoices, feeBills }] }
  send.mockImplementation((call) => (call === repaymentCalls.preview ? new Promise(() => {}) : Promise.resolve(candidates)))
  const receipt = { id: 'r', no: 'RC-2026-000002', amount, currency: 'USD', valueDate: '2026-01-03' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MatchPanel receipt={{ ...receipt, maybeSameAs: null, maybeSameAsId: null }} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
}

const sentParts = async () => {
  fireEvent.click(screen.getByRole('button', { name: /approval/i }))
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  return sendParts.mock.calls[0]![1].body.parts
}

test('a fee bill whose number is in the text of a receipt is ticked with its order, and others are ticked by hand', async () => {
  show('73.00')
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  const box = (no: string) => screen.getByRole('checkbox', { name: new RegExp(no) })
  expect([box('FB-2026-000001'), box('FB-2026-000002')].map((one) => one.matches(':checked'))).toEqual([true, false])
  fireEvent.click(box('FB-2026-000002'))
  expect(await sentParts()).toEqual([{ orderId: 'o', amount: '73.00', feeBillIds: ['1', '2'] }])
})

test('a bill that the buyer does not mean is taken off, and the receipt pays the order as before', async () => {
  show('53.00')
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /FB-2026-000001/ }))
  expect(await sentParts()).toEqual([{ orderId: 'o', amount: '53.00' }])
})

test('an invoice whose number is in the text of a receipt is ticked with its order, so that it is paid first', async () => {
  show('600.00', [
    { ...order.invoices[0]!, outstanding: '400.00' },
    { ...order.invoices[0]!, id: 'w', invoiceNo: 'INV-2', outstanding: '600.00', isNamed: true },
  ])
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  expect(await sentParts()).toEqual([{ orderId: 'o', amount: '600.00', invoiceIds: ['w'], feeBillIds: ['1'] }])
})

test('more bills than may be named of one order are told beside them, and nothing is sent', async () => {
  const feeBills = Array.from({ length: mostNamed + 1 }, (_, index) => bill(`${index + 1}`, '1.00', true))
  show('73.00', order.invoices, feeBills)
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  const button = () => [...document.querySelectorAll('button')].find(({ textContent }) => /approval/i.test(textContent))
  expect(document.querySelector('fieldset [role=alert]')?.textContent).toContain('At most 200')
  expect(button()?.disabled).toBe(true)
  const last = [...document.querySelectorAll<HTMLInputElement>('fieldset input')].at(-1)
  if (last) fireEvent.click(last)
  expect(document.querySelector('fieldset [role=alert]')).toBeNull()
  expect(button()?.disabled).toBe(false)
})

test('of more invoices than may be named of one order no preview is asked, and they are told beside them', async () => {
  const invoices = Array.from({ length: mostNamed + 1 }, (_, index) => ({
    ...order.invoices[0]!,
    ...{ id: `${index + 1}`, invoiceNo: `INV-${index + 1}`, outstanding: '1.00', isNamed: true },
  }))
  show('73.00', invoices, [])
  const previews = () => send.mock.calls.filter(([call]) => call === repaymentCalls.preview)
  send.mockClear()
  fireEvent.click(await screen.findByRole('checkbox', { name: /FO-2026-000001/ }))
  await new Promise((passed) => setTimeout(passed, 500))
  expect(document.querySelector('fieldset [role=alert]')?.textContent).toContain('At most 200')
  expect(previews()).toEqual([])
  const last = [...document.querySelectorAll<HTMLInputElement>('fieldset input')].at(-1)
  if (last) fireEvent.click(last)
  await waitFor(() => expect(previews()).toHaveLength(1))
})
