import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import Page from './update-page.tsx'

const line = (no: number, shippedQty: string) => ({
  ...{ line: no, sku: null, description: 'Bolts', qty: '100', unit: 'PCS', unitPrice: '1', shippedQty, amount: '100' },
})
const order = {
  ...{ id: 'o', poNo: 'PO-1', version: 2, docStatus: 'CONFIRMED', operations: ['UPDATE'], attachments: [] },
  items: [line(1, '50'), line(2, '0')],
}
const bodies: object[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => (path.endsWith('/detail') ? order : []),
  sendParts: async (_: unknown, { body }: { body: object }) => {
    bodies.push(body)
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
  useParams: () => ({ id: 'o' }),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  Element.prototype.scrollIntoView = () => {}
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('purchase')
})
afterEach(cleanup)

test('an emptied shipped quantity is a fault, and a typed zero is sent', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const box = await waitFor(() => document.querySelector<HTMLInputElement>('#items_0_shippedQty') ?? expect.fail('no box'))
  const type = (value: string) => {
    fireEvent.focus(box)
    fireEvent.change(box, { target: { value } })
    fireEvent.blur(box)
  }
  type('')
  fireEvent.submit(document.querySelector('form')!)
  await screen.findByText(t('form.checkFields'))
  expect(bodies).toEqual([])
  type('0')
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ items: [{ line: 1, shippedQty: '0' }, { line: 2 }] })
})
