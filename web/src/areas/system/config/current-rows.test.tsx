import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

const page = () => (
  <QueryClientProvider client={new QueryClient()}>
    <CurrentRows kind="FX" columns={[{ key: 'rate', label: 'Rate', cell: (row) => row.rate }]} />
  </QueryClientProvider>
)
const turn = (words: string) => fireEvent.click(screen.getByRole('button', { name: words }))

test('a long list of configuration stands in pages of twenty rows', async () => {
  render(page())
  await screen.findByText('1.0')
  expect(screen.getAllByText(/^1\.\d+$/)).toHaveLength(20)
  turn(t('table.next'))
  expect(screen.getByText('1.20')).toBeTruthy()
  expect(screen.queryByText('1.0')).toBeNull()
})

test('a long list of configuration says how much of it is shown, and brings the rest when asked', async () => {
  render(page())
  expect((await screen.findByText(/^The first/)).textContent).toContain(`${most}`)
  fireEvent.click(screen.getByText(t('common.more')))
  await waitFor(() => expect(screen.queryByText(/^The first/)).toBeNull())
  const jump = screen.getByRole('textbox')
  fireEvent.change(jump, { target: { value: `${most / 20 + 1}` } })
  fireEvent.blur(jump)
  expect(screen.getByText('2.0')).toBeTruthy()
})
