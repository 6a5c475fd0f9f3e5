import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ChangeOf, ChangeRow } from '@usance/wire/config-change/answers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ProposedChange } from './proposed-change.tsx'

const { asked } = vi.hoisted(() => ({ asked: { row: {} } }))
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => (path.endsWith('/change') ? asked.row : []),
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouterState: () => null }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

const change: Omit<ChangeOf<'RATE'>, 'kind' | 'before' | 'after'> = {
  ...{ id: 'C1', no: 'CC-1', title: 'put forward', names: {}, comment: null, createdByName: 'Ann' },
  ...{ createdAt: '2026-11-01T00:00:00Z', endedAt: null, targetId: null },
  status: 'IN_APPROVE',
}
const counted = <T,>(of: (at: number) => T): T[] => Array.from({ length: 250 }, (_, at) => of(at))
const fixings: ChangeOf<'RATE'> = {
  ...change,
  kind: 'RATE',
  before: [],
  after: {
    kind: 'RATE',
    values: {
      source: 'file',
      fixings: counted((at) => ({ type: `LAST_${at}`, effectiveDate: '2026-11-27', percentRate: '4.1' })),
    },
  },
}
const rates: ChangeOf<'FX'> = {
  ...change,
  kind: 'FX',
  before: [],
  after: {
    kind: 'FX',
    values: {
      rates: counted((at) => ({ fromCurrency: 'EUR', toCurrency: `LAST_${at}`, rateDate: '2026-11-27', rate: '1.1' })),
    },
  },
}
const holidays: ChangeOf<'HOLIDAY'> = {
  ...change,
  kind: 'HOLIDAY',
  before: [],
  after: {
    kind: 'HOLIDAY',
    values: {
      days: counted((at) => ({
        ...{ countryCode: 'US', calendarDate: '2026-12-25', type: 'J' as const },
        ...{ holidayNameEn: `LAST_${at}`, holidayNameCn: '' },
      })),
    },
  },
}

test.each<[string, ChangeRow]>([
  ['fixings', fixings],
  ['exchange rates', rates],
  ['holidays', holidays],
])('the approver of %s reads how many rows follow those shown, and can show them all', async (_, row) => {
  asked.row = row
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProposedChange no="CC-1" />
    </QueryClientProvider>,
  )
  await screen.findByText(/LAST_99$|LAST_99\b/)
  expect(screen.queryByText(/LAST_249/)).toBeNull()
  fireEvent.click(screen.getByText(t('staff.showOthers', { count: '150' })))
  expect(screen.getByText(/LAST_249/)).toBeTruthy()
  expect(screen.queryByText(t('staff.showOthers', { count: '150' }))).toBeNull()
})
