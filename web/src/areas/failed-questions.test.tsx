import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Kit } from '../form/kit.tsx'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { Refused } from '../http/refused.ts'
import { startTexts, t } from '../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../i18n/load-area.ts'
import { noticeStore } from '../ui/notice.ts'
import { SignDialog } from './contract/info/sign-dialog.tsx'
import AddOrderPage from './finance/finance-order/add-page.tsx'
import { OrderForm } from './finance/finance-order/order-form.tsx'
import { Reprice } from './finance/finance-order/reprice.tsx'
import { CutOffsPanel } from './payment/management/cut-offs-panel.tsx'
import { WaitingToPay } from './payment/release-refund/waiting-to-pay.tsx'
import { StatementPanel } from './repayment/management/statement-panel.tsx'
import InvoiceFormPage from './trading/invoice/form-page.tsx'
import { MailChoice } from './user-center/mail-choice.tsx'

// A query that failed is reported where its answer is needed. An empty list would say that there is nothing.

type Given = { body?: { orderNo?: string }; query?: { id: string } }
let fails: (path: string, given: Given) => boolean = () => false
const bodies: unknown[] = []
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, given: Given) => {
    if (fails(path, given)) throw new Refused(500, 'The server is too busy.')
    if (path.endsWith('/availableBuye')) return [{ buyerCode: 'BIRCH', buyerName: 'Birch' }]
    if (path.endsWith('/buyers')) return [{ code: 'BIRCH', name: 'Birch', termDays: 30 }]
    if (path.endsWith('/pageList')) return { total: 0, list: [] }
    if (path.endsWith('/accounts')) return { accounts: [] }
    if (/cut-?off/i.test(path)) return { cutOffs: [] }
    if (path.endsWith('/releasable')) return { more: true, releases: [], refunds: [], remittances: [release] }
    return []
  },
  sendParts: async (_call: unknown, { body }: { body: unknown }) => {
    bodies.push(body)
    return {}
  },
}))
const release = { funderId: 'f', funderName: 'Elm', currency: 'USD', amount: '1.00', blockedBy: null }
vi.mock('../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
  useMaybeSession: () => ({ user: { id: 'ann', companyId: 'alder' } }),
  useSession: () => ({ user: { id: 'ann', cname: 'Ann Alder', companyName: 'Alder' } }),
}))
vi.mock('../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../shell/use-tracking.ts', () => ({ tell: () => {} }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({}),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
  useNavigate: () => vi.fn(),
}))
vi.mock('./trading/invoice/from-document.tsx', () => ({ default: () => <p>documents</p> }))
const config = async () => ({ json: async () => ({ data: { businessDate: '2026-11-27' } }) })

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  for (const area of ['finance', 'contract', 'money', 'trading', 'user'] as const) await loadAreaTexts(area)
})
beforeEach(() => {
  bodies.length = 0
  fails = () => false
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const { id } of noticeStore.current()) noticeStore.close(id)
  vi.stubGlobal('fetch', config)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
let queries = new QueryClient()
const show = async (page: ReactNode) => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <Kit>{page}</Kit>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queries.isFetching()).toBe(0))
}
const start = {
  currency: 'USD',
  buyerCode: 'BIRCH',
  productId: '',
  fundingDate: '2026-11-27',
  chosen: {},
  docType: 'INVOICE' as const,
  payee: '',
  remark: '',
}
const orderForm = <OrderForm start={start} today="2026-11-27" />
const without = (name: string) => (path: string) => path.endsWith(name)

test.each([
  ['the products of an order', '/availableFinanceProductList', () => orderForm],
  ['the buyers of an order', '/availableBuye', () => orderForm],
  ['the accounts of an order', '/accountByCurrencyList', () => orderForm],
  ['the contract to be signed', '/detail', () => <SignDialog id="c" onClose={() => {}} />],
  ['the accounts of a statement', '/accounts', () => <StatementPanel onClose={() => {}} onDone={() => {}} />],
  ['the accounts of a cut-off time', '/accounts', () => <CutOffsPanel onClose={() => {}} />],
  ['the buyers of an invoice', '/buyers', () => <InvoiceFormPage />],
  ['the purchase orders of an invoice', '/pageList', () => <InvoiceFormPage />],
  ['a new price', '/repricing', () => <Reprice orderId="o" currency="USD" onDone={() => {}} />],
])('%s that could not be loaded are told, with a way to try again', async (_what, path, page) => {
  fails = without(path)
  await show(page())
  expect((await screen.findAllByText(/The server is too busy\./)).length).toBe(1)
  fails = () => false
  fireEvent.click(screen.getByRole('button', { name: t('common.retry') }))
  await waitFor(() => expect(screen.queryByText(/The server is too busy\./)).toBeNull())
})

test('products that could not be loaded are not said to be none on offer', async () => {
  fails = without('/availableFinanceProductList')
  await show(orderForm)
  expect(screen.queryByText(t('finance.noProduct'))).toBeNull()
})

test('a choice of mails that could not be loaded is not drawn as an empty one', async () => {
  fails = () => true
  await show(<MailChoice />)
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test('an order does not begin without the business date, and tells that it could not be loaded', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network')
  })
  await show(<AddOrderPage />)
  expect(screen.getByRole('alert').textContent).toContain(t('common.error.load'))
})

test('an invoice that could not be loaded is told before an order without it is begun', async () => {
  fails = without('/detail')
  history.replaceState(null, '', '/finance/finance-order/add?invoice=i1')
  await show(<AddOrderPage />)
  expect(screen.getByRole('alert').textContent).toContain('The server is too busy.')
  expect(screen.queryByText(t('finance.stepWho'))).toBeNull()
})

test('a search of the payments that wait can be changed after it failed', async () => {
  fails = (_path, { body }) => body?.orderNo !== undefined
  await show(<WaitingToPay onDrafted={() => {}} />)
  fireEvent.change(screen.getByLabelText(t('payment.searchWaiting')), { target: { value: 'FO-2' } })
  await screen.findByText(/The server is too busy\./)
  expect(screen.getByLabelText(t('payment.searchWaiting'))).toHaveProperty('value', 'FO-2')
})

test('a purchase order that was chosen stays chosen while the orders could not be loaded', async () => {
  fails = without('/pageList')
  history.replaceState(null, '', '/trading/invoice/add')
  const typed = { buyerCode: 'BIRCH', currency: 'USD', purchaseOrderId: 'PO' }
  sessionStorage.setItem('kept ann alder /trading/invoice/add', JSON.stringify({ typed }))
  await show(<InvoiceFormPage />)
  await screen.findByText(/The server is too busy\./)
  expect(noticeStore.current().map(({ title }) => title)).toEqual([t('form.kept')])
})
