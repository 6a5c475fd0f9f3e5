import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import OrderDetailPage from './detail-page.tsx'

const seen = vi.hoisted(() => ({ granted: new Set<string>(), asked: 0 }))
vi.mock('../../../session/session.ts', async (original) => {
  const value = () => ({ user: { companyRole: 'BUYER', userRoles: [] }, pool: 'OTHER', granted: seen.granted })
  return {
    ...(await original<object>()),
    useSession: value,
    useMaybeSession: value,
    useCan: () => (name: string) => seen.granted.has(name),
    useMayAct:
      () =>
      ({ access }: { access: { permission: string | readonly string[] } }) =>
        [access.permission].flat().some((name) => seen.granted.has(name)),
  }
})
vi.mock('../../../http/ahead.ts', async (original) => ({
  ...(await original<object>()),
  sendOrTake: () => {
    seen.asked++
    return new Promise(() => undefined)
  },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: '42' }),
  useNavigate: () => () => undefined,
  useRouter: () => ({}),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
beforeEach(() => {
  seen.asked = 0
})
afterEach(cleanup)
const draw = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrderDetailPage />
    </QueryClientProvider>,
  )

test('who may confirm a right and read no order besides reads the one to confirm', () => {
  seen.granted = new Set(['finance.finance-order.confirm'])
  draw()
  expect(seen.asked).toBe(1)
})

test('who holds neither right is told so on the page, and nothing is asked', () => {
  seen.granted = new Set(['home.view'])
  draw()
  expect(seen.asked).toBe(0)
  expect(screen.getByRole('heading')).toBeTruthy()
})
