import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ChangeOf } from '@usance/wire/config-change/answers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ProposedRates } from './proposed-rates.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => [
    { grp: 'BASE_RATE_TYPE', dicKey: 'TERM_SOFR_1M', enValue: 'Term SOFR, 1 month', cnValue: 'SOFR 期限利率 1 个月' },
  ],
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

test.each([
  ['en-US', 'Term SOFR, 1 month'],
  ['zh-CN', 'SOFR 期限利率 1 个月'],
] as const)('fixings that are proposed name their benchmark, and not its code, in %s', async (language, name) => {
  await switchLanguage(language)
  const fixing = { type: 'TERM_SOFR_1M', effectiveDate: '2026-11-27', percentRate: '4.1' }
  const unknown = { type: 'OLD_RATE', effectiveDate: '2026-11-27', percentRate: '4.1' }
  const row: ChangeOf<'RATE'> = {
    ...{ id: 'C1', no: 'CC-1', title: 'rates', names: {}, status: 'IN_APPROVE', comment: null, createdByName: 'Ann' },
    ...{ createdAt: '2026-11-01T00:00:00Z', endedAt: null, targetId: null },
    kind: 'RATE',
    before: [],
    after: { kind: 'RATE', values: { fixings: [fixing, unknown], source: 'test' } },
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProposedRates row={row} />
    </QueryClientProvider>,
  )
  await screen.findByText(name)
  expect(screen.queryByText('TERM_SOFR_1M')).toBeNull()
  // A benchmark that the dictionary has no more is known by its code.
  expect(screen.getByText('OLD_RATE')).toBeTruthy()
  await switchLanguage('en-US')
})
