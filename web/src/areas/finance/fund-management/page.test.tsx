import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import FundManagementPage from './page.tsx'

const sent: { path: string; body: unknown }[] = []
let summary: object[] = []
const product = { id: 'P1', name: 'Factoring', nameCn: '保理' }
const answers: Record<string, () => unknown> = {
  summaryCompany: () => summary,
  availableFinanceProductList: () => [product],
  availableFinanceFunder: () => [{ funderCode: 'F', funderName: 'Elm Bank', available: '500.00', currency: 'USD' }],
  queryConfigBatchList: () => [{ productId: 'P1', name: 'Master agreement', nameCn: '主协议' }],
}
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: { path: string }, { body }: { body: unknown }) => {
    const name = call.path.split('/').at(-1)!
    sent.push({ path: name, body })
    return answers[name]!()
  },
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({
    user: { roles: [{ roleCode: 'SUPPLIER', companyId: 'C', companyRole: 'SUPPLIER', isPresent: true }] },
  }),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(() => {
  cleanup()
  sent.length = 0
})
const draw = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FundManagementPage />
    </QueryClientProvider>,
  )

test('each product names its funder, the room left and its contracts; a company without limits is told so', async () => {
  summary = []
  draw()
  await waitFor(() => expect(screen.getByText('Elm Bank')).toBeTruthy())
  await waitFor(() => expect(screen.getByText('Master agreement')).toBeTruthy())
  expect(screen.getByText('No limit has been set for your company yet.')).toBeTruthy()
  expect(sent).toContainEqual({ path: 'availableFinanceFunder', body: { financingProductId: 'P1' } })
  expect(sent).toContainEqual({ path: 'queryConfigBatchList', body: { productIds: ['P1'] } })
})

test('limits stand by currency', async () => {
  const none = {
    limit: '0',
    used: '0',
    locked: '0',
    available: '0',
    financing: '0',
    overdue: '0',
    dueNext7Days: '0',
    lost: '0.00',
  }
  summary = [{ ...none, currency: 'USD', limit: '1000.00', available: '750.00' }]
  draw()
  await waitFor(() => expect(screen.getByText(/750\.00/)).toBeTruthy())
})

test('a currency without a limit says so, whatever is used of it', async () => {
  const none = { locked: '0', available: null, financing: '90.00', overdue: '0', dueNext7Days: '0', lost: '0.00' }
  summary = [{ ...none, currency: 'USD', limit: null, used: '90.00' }]
  draw()
  await waitFor(() => expect(screen.getByText('No limit set')).toBeTruthy())
})

test('funders and contracts that were refused are told of as failures, and their products stay named', async () => {
  summary = []
  const refuse = () => {
    throw new Refused(500, 'Busy')
  }
  const before = { ...answers }
  Object.assign(answers, { availableFinanceFunder: refuse, queryConfigBatchList: refuse })
  draw()
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getByRole('heading', { name: 'Factoring' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Contracts' })).toBeTruthy()
  Object.assign(answers, before)
})
