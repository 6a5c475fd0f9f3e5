import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { InvoiceBody } from '@usance/wire/invoice/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import type { OcrFile } from '../../../ocr/ocr-file.ts'
import { noticeStore } from '../../../ui/notice.ts'
import InvoiceFormPage from './form-page.tsx'

const buyers = [
  { code: 'BIRCH', name: 'Birch', termDays: 30 },
  { code: 'CEDAR', name: 'Cedar', termDays: null },
]
const orders = [{ id: 'PO', poNo: 'PO-77', buyerName: 'Birch', currency: 'USD', docStatus: 'CONFIRMED' }]
const sent: InvoiceBody[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, given: { query?: { id: string } }) => {
    if (path.endsWith('/buyers')) return buyers
    const named = given.query?.id
    if (named) return { id: named, poNo: named === 'PO' ? 'PO-77' : 'PO-1', buyer: { name: 'Birch' }, currency: 'USD' }
    return path.endsWith('pageList') ? { total: 1, list: orders } : []
  },
  sendParts: async (_: unknown, { body }: { body: InvoiceBody }) => {
    sent.push(body)
    return {}
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({}),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))
/** What a document says, checked and used. */
let useDocument = (_values: Record<string, string>, _fileName = 'invoice.pdf') => {}
vi.mock('./from-document.tsx', () => ({
  default: ({ onUse }: { onUse: (values: Record<string, string>, file: OcrFile) => void }) => {
    useDocument = (values, fileName = 'invoice.pdf') => onUse(values, { objectKey: fileName, fileName })
    return <p>documents</p>
  },
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
})
beforeEach(() => {
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})
afterEach(() => {
  cleanup()
  sent.length = 0
})

const open = async (search = '') => {
  history.replaceState(null, '', `/trading/invoice/add${search}`)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <InvoiceFormPage />
    </QueryClientProvider>,
  )
  await screen.findByText('documents')
  await waitFor(() => expect(queries.isFetching()).toBe(0))
}
const chosen = () =>
  [...document.querySelectorAll('.ant-select-selection-item, .ant-select-content')].map((one) => one.textContent)
const field = (name: string) => document.querySelector<HTMLInputElement>(`#${name}`)?.value
const told = () => noticeStore.current().map(({ title }) => title)

test.each([
  ['another currency', { currency: 'EUR' }],
  ['another buyer', { buyerName: 'Cedar' }],
])('a purchase order is not shown any more once the invoice has %s, and its user is told', async (_, read) => {
  await open('?po=PO')
  await waitFor(() => expect(chosen()).toContain('PO-77'))
  expect(told()).toEqual([])
  useDocument({ invoiceNo: 'INV-1', invoiceDate: '2026-11-01', dueDate: '2026-12-01', totalAmount: '100.00', ...read })
  await waitFor(() => expect(told()).toEqual([expect.stringContaining('PO-77')]))
  await waitFor(() => expect(chosen()).not.toContain('PO-77'))
})

test('the order that an invoice is added to is chosen, also one older than those that are offered', async () => {
  await open('?po=OLD')
  await waitFor(() => expect(chosen()).toContain('PO-1'))
  expect(told()).toEqual([])
})

test('a second document leaves nothing of the first in the form but what was typed', async () => {
  await open()
  const first = { invoiceNo: 'INV-1', invoiceCode: '31', invoiceDate: '2026-11-01', totalAmount: '500.00', currency: 'EUR' }
  useDocument({ ...first, buyerName: 'Birch' }, 'first.pdf')
  await waitFor(() => expect(field('amount')).toBe('500.00'))
  // The buyer's term has suggested it.
  await waitFor(() => expect(field('dueDate')).toBe('2026/12/01'))
  fireEvent.change(screen.getByLabelText(/Remark/), { target: { value: 'urgent' } })
  useDocument({ invoiceNo: 'INV-2' }, 'second.pdf')
  await waitFor(() => expect(field('invoiceNo')).toBe('INV-2'))
  const others = () => [field('amount'), field('dueDate'), field('issueDate'), field('taxInvoiceNo')]
  await waitFor(() => expect(others()).toEqual(['', '', '', '']))
  expect(chosen()).not.toContain('Birch')
  expect(chosen()).not.toContain('EUR')
  expect(field('remark')).toBe('urgent')
  expect(screen.queryByText(/first\.pdf/)).toBeNull()
  expect(told()).toEqual([expect.stringMatching(/second\.pdf.*first\.pdf/)])
  // The same document, checked once more, is still the one.
  useDocument({ invoiceNo: 'INV-2', totalAmount: '7.00' }, 'second.pdf')
  await waitFor(() => expect(field('amount')).toBe('7.00'))
  expect(told()).toHaveLength(1)
})

test.each(['soon', '31/11', '2026-11-3x', '2026-02-30', '9999-12-31'])(
  'no due date follows from an issue date of %s, and a text that is no day is a fault once its field is left',
  async (typed) => {
    await open()
    useDocument({ buyerName: 'Birch' })
    const box = document.querySelector('#issueDate') ?? expect.fail('no issue date')
    fireEvent.focus(box)
    fireEvent.change(box, { target: { value: typed } })
    fireEvent.blur(box)
    const faults = () => box.closest('.ant-form-item')?.querySelectorAll('.ant-form-item-explain-error').length
    if (typed !== '9999-12-31') await waitFor(() => expect(faults()).toBe(1))
    expect(field('dueDate')).toBe('')
  },
)

test('a document whose date was mistyped while it was checked is used, and gives way to the next one', async () => {
  await open()
  useDocument({ buyerName: 'Birch', invoiceNo: 'INV-1', invoiceDate: '1/13/26', totalAmount: '100.00', currency: 'USD' })
  const filled = () => [field('invoiceNo'), field('amount'), field('issueDate'), field('dueDate')]
  await waitFor(() => expect(filled()).toEqual(['INV-1', '100.00', '1/13/26', '']))
  useDocument({ invoiceNo: 'INV-2' }, 'second.pdf')
  await waitFor(() => expect(filled()).toEqual(['INV-2', '', '', '']))
  expect(told()).toEqual([t('trading.otherDocument', { gone: 'invoice.pdf', file: 'second.pdf' })])
})
