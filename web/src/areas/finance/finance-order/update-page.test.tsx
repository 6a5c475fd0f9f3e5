import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { giveUp } from '../../../session/leave.ts'
import UpdateOrderPage from './update-page.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) =>
    /detailForEdit|edit/i.test(path) && !/attachment/i.test(path)
      ? {
          id: 'o',
          orderNo: 'FO-1',
          status: 'PASSED',
          operations: ['UPDATE'],
          request: { items: [] },
          remark: '',
          attachments: [],
          currency: 'USD',
          version: 1,
          financingProductId: 'p',
          payeeBankAccountId: null,
        }
      : [],
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
  useMaybeSession: () => ({ user: { id: 'ann', companyId: 'alder' } }),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: 'o' }),
  useNavigate: () => vi.fn(),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(cleanup)
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UpdateOrderPage />
    </QueryClientProvider>,
  )
const box = () => waitFor(() => document.querySelector('textarea') ?? expect.fail('no form'))
test('a remark on an approved order that was typed when the session ended is back', async () => {
  show()
  fireEvent.change(await box(), { target: { value: 'Please pay before noon' } })
  giveUp()
  cleanup()
  show()
  const back = await box()
  await waitFor(() => expect(back.value).toBe('Please pay before noon'))
})
