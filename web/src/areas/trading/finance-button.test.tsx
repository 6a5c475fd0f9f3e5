import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { pages } from '../../routes.tsx'
import { givePages } from '../../session/known-pages.ts'
import InvoiceDetailsPage from './invoice/details-page.tsx'
import PurchaseDetailsPage from './purchase/details-page.tsx'

const session = {
  user: { companyRole: 'SUPPLIER', userRoles: [] },
  pool: 'OWN',
  granted: new Set(['finance.finance-order.add', 'finance.finance-order.detail']),
}
const party = { code: 'C', name: 'Cedar Foods' }
const invoice = {
  id: '1',
  invoiceNo: 'INV-1',
  docStatus: 'CONFIRMED',
  financeStatus: 'UNFINANCED',
  supplier: party,
  buyer: party,
  amount: '10.00',
  outstanding: '10.00',
  confirmedAmount: '10.00',
  adjustedAmount: '0',
  reducedAmount: '0',
  paidAmount: '0',
  currency: 'USD',
  issueDate: '2026-11-01',
  dueDate: '2026-12-31',
  source: 'MANUAL',
  operations: ['FINANCE'],
  riskFlags: [],
  purchaseOrder: null,
  orders: [{ id: '42', orderNo: 'FO-42', status: 'SETTLED', applyAmount: '5.00' }],
  adjustments: [],
  payments: [],
  directPayments: [],
  attachments: [],
  timeline: [],
}
const purchase = {
  ...invoice,
  poNo: 'PO-1',
  balance: '10.00',
  orderDate: '2026-11-01',
  latestShipDate: '2026-12-01',
  paymentTermDays: 30,
  remark: null,
  draftItems: null,
  items: [],
  mismatches: [],
  invoices: [],
}
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => () => undefined,
  useRouter: () => ({ preloadRoute: async () => undefined }),
  useParams: () => ({ id: '1' }),
}))
vi.mock('../../http/ahead.ts', async (original) => ({ ...(await original<object>()), sendOrTake: async () => invoice }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => (/purchase/i.test(path) ? purchase : []),
}))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => session,
  useMaybeSession: () => session,
  useCan: () => (name: string) => session.granted.has(name),
  useMayAct: () => () => true,
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
  await loadAreaTexts('purchase')
  givePages(pages)
})
afterEach(cleanup)
const draw = (page: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)

test.each([
  ['an invoice', 'INV-1', <InvoiceDetailsPage key="invoice" />],
  ['a purchase order', 'PO-1', <PurchaseDetailsPage key="purchase" />],
])('%s offers an order of its own only in a pool mode that shows orders, and leads to those of before', async (_, no, page) => {
  session.pool = 'OWN'
  draw(page)
  expect(await screen.findByRole('heading', { name: new RegExp(no) })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Finance' })).toBeNull()
  expect(screen.getByRole('link', { name: 'FO-42' }).getAttribute('href')).toBe('/finance/poolFactoring/42/detail')
  cleanup()
  session.pool = 'OTHER'
  draw(page)
  expect(await screen.findByRole('button', { name: 'Finance' })).toBeTruthy()
})
