import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { InvoiceBody } from '@usance/wire/invoice/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import InvoiceFormPage from './form-page.tsx'

const draft = {
  id: 'I',
  version: 3,
  operations: ['EDIT'],
  docStatus: 'DRAFT',
  buyer: { code: 'BIRCH', name: 'Birch' },
  invoiceNo: 'INV-1',
  taxInvoiceNo: null,
  issueDate: '2026-11-01',
  dueDate: '2026-12-01',
  currency: 'USD',
  amount: '100.00',
  remark: '',
  purchaseOrder: { id: 'PO', poNo: 'PO-77' },
  attachments: [],
  returnComment: null,
}
const sent: InvoiceBody[] = []
let buyers: object[] | undefined
const answers: Record<string, () => unknown> = {
  detail: () => draft,
  buyers: () => buyers,
}
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  // The purchase orders, and whatever else is asked, cannot be read.
  send: async ({ path }: { path: string }) => {
    const answer = answers[path.split('/').at(-1)!]?.() ?? (path.endsWith('ageList') ? undefined : [])
    if (!answer) throw new Refused(500, 'broken')
    return answer
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
  useParams: () => ({ id: 'I' }),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
})
afterEach(() => {
  cleanup()
  sent.length = 0
})

test.each([
  ['the purchase orders', [{ code: 'BIRCH', name: 'Birch', termDays: null }]],
  ['the purchase orders and the buyers', undefined],
])('a draft keeps its purchase order where %s could not be read', async (_, known) => {
  buyers = known
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <InvoiceFormPage />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText(/Remark/), { target: { value: 'corrected' } })
  expect(screen.getByText('PO-77')).toBeTruthy()
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ remark: 'corrected', purchaseOrderId: 'PO' })
})
