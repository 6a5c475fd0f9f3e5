import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { shippedPapers } from '@usance/domain/papers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import InvoiceUploadPage from './invoice/upload-page.tsx'
import PurchaseUploadPage from './purchase/upload-page.tsx'

const paper = (name: string) => ({ objectKey: name, fileName: name, stage: 'SUBMISSION' })
const facts = { id: 'I', operations: ['UPLOAD'], docStatus: 'DRAFT', invoiceNo: 'INV-1', poNo: 'PO-1' }
const own = { ...facts, version: 3, attachments: [paper('own.pdf')] }
const colleagues = { ...facts, version: 4, attachments: [paper('own.pdf'), paper('colleague.pdf')] }
let stored = own
const groupsOf = (kind: 'INVOICE' | 'PO') =>
  shippedPapers[kind].map(({ code, titleEn, titleCn, explainEn, explainCn, stage }) => ({
    groupKey: code,
    attachmentEn: titleEn,
    attachmentCh: titleCn,
    explainEn,
    explainCh: explainCn,
    require: 0,
    stage,
  }))
type Sent = { version: number; attachments: { objectKey: string }[] }
const sent: Sent[] = []
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body?: { kind?: 'INVOICE' | 'PO' } }) =>
    path.endsWith('detail') ? stored : groupsOf(body?.kind ?? 'INVOICE'),
  sendParts: async (_: unknown, { body }: { body: Sent }) => {
    sent.push(body)
    return {}
  },
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../session/session.ts', async (original) => ({
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
  await loadAreaTexts('purchase')
})
afterEach(() => {
  cleanup()
  sent.length = 0
  stored = own
})

const pages = [
  { what: 'an invoice', key: 'invoice', Page: InvoiceUploadPage },
  { what: 'a purchase order', key: 'purchase-order', Page: PurchaseUploadPage },
]
const submit = async () => {
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(sent).toHaveLength(1))
  return [sent[0]!.version, sent[0]!.attachments.map(({ objectKey }) => objectKey)]
}

test.each(pages)('the papers of $what are sent with the version that they are of', async ({ key, Page }) => {
  const queries = new QueryClient()
  // The details were looked at before a colleague added a paper.
  queries.setQueryData([key, 'I'], own)
  stored = colleagues
  render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(document.body.textContent).toContain('colleague.pdf'))
  // While the page is open another change arrives, as after a lost connection.
  stored = { ...colleagues, version: 5, attachments: [paper('third.pdf')] }
  await act(() => queries.refetchQueries({ queryKey: [key, 'I'] }))
  expect(await submit()).toEqual([4, ['own.pdf', 'colleague.pdf']])
})
