import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { Answer } from '@usance/wire/call'
import type { intentCalls } from '@usance/wire/intent/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import OffersPage from './offers-page.tsx'

const offer: Answer<typeof intentCalls.offers>[number] = {
  ...{ id: 'one', no: 'PR-1', supplierName: 'Alder', productName: 'Purchase', productNameCn: '买断', funderName: 'Elm' },
  ...{ type: 'RECEIVABLE_PURCHASE', rateType: 'FLOATING', baseRateType: 'TERM_SOFR_3M', margin: '1.5', validUntil: '2027-01-31' },
  ...{ status: 'OFFERED', mayDecide: false },
}
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) =>
    path.endsWith('/dict/list')
      ? [{ grp: 'BASE_RATE_TYPE', dicKey: 'TERM_SOFR_3M', enValue: 'Term SOFR, 3 months', cnValue: 'SOFR 期限利率 3 个月' }]
      : [offer, { ...offer, id: 'two', no: 'PR-2', status: 'ACCEPTED' }],
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
  useNavigate: () => vi.fn(),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
afterEach(cleanup)

test.each([
  ['en-US', 'Term SOFR, 3 months'],
  ['zh-CN', 'SOFR 期限利率 3 个月'],
] as const)('an offer, open or decided, names its benchmark, and not the code of it, in %s', async (language, name) => {
  await switchLanguage(language)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OffersPage />
    </QueryClientProvider>,
  )
  expect(await screen.findAllByText(new RegExp(name))).toHaveLength(2)
  expect(screen.queryByText(/TERM_SOFR_3M/)).toBeNull()
})
