import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { rowsAtOnce } from '@usance/wire/config-change/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { CurrentRows } from './current-rows.tsx'

const most = rowsAtOnce.FX ?? 0
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body: { pageNum = 1 } }: { body: { pageNum?: number } }) =>
    Array.from({ length: pageNum === 1 ? most : 1 }, (_, at) => ({
      kind: 'FX',
      id: `${pageNum}-${at}`,
      rate: `${pageNum}.${at}`,
    })),
}))
vi.mock('../../../session/session.ts', async (original) => ({ ...(await original<object>()), useMayAct: () => () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

test('a long list of configuration says how much of it is shown, and brings the rest when asked', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CurrentRows kind="FX" columns={[{ key: 'rate', label: 'Rate', cell: (row) => row.rate }]} />
    </QueryClientProvider>,
  )
  expect((await screen.findByText(/^The first/)).textContent).toContain(`${most}`)
  expect(screen.queryByText('2.0')).toBeNull()
  fireEvent.click(screen.getByText(t('common.more')))
  await screen.findByText('2.0')
  expect(screen.queryByText(/^The first/)).toBeNull()
})
