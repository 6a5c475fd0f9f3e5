import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import IntentFormPage from './form-page.tsx'

const intent = {
  id: 'I',
  no: 'FI-1',
  version: 2,
  type: 'RECEIVABLE_PURCHASE',
  buyerName: 'Birch',
  currency: 'USD',
  yearlyAmount: '100.00',
  tenorDays: 60,
  remark: '',
  answers: { goods: 'steel' },
}
const fields = [{ name: 'goods', type: 'text', label: { 'en-US': 'Goods', 'zh-CN': '货物' } }]
let loaded = (_: object) => {}
const sent: object[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body, query }: { body?: { id?: string }; query?: { name?: string } }) =>
    body?.id === 'I'
      ? intent
      : query?.name === 'FINANCING_INTENT'
        ? new Promise((resolve) => {
            loaded = resolve
          })
        : path && [],
  sendParts: async (_: unknown, { body }: { body: object }) => {
    sent.push(body)
    return {}
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
  useSession: () => ({ user: { companyRole: 'SUPPLIER' } }),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  history.replaceState(null, '', '/org/info/edit-intent?id=I')
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})

test('an intent is not sent before its questions are there, and keeps the answers that were given', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IntentFormPage />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText(/Remark/), { target: { value: 'soon' } })
  const submit = () => fireEvent.submit(document.querySelector('form')!)
  submit()
  await screen.findByText(/the questions below have not loaded yet/)
  expect(sent).toEqual([])
  loaded({ fields })
  await screen.findByLabelText(/Goods/)
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ remark: 'soon', answers: { goods: 'steel' } })
})
