import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import NewsPage from './page.tsx'

const { all } = vi.hoisted(() => ({
  all: Array.from({ length: 250 }, (_, at) => ({
    id: String(at),
    newsDate: '2026-01-02',
    title: `News ${at}`,
    withdrawn: false,
  })),
}))
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body }: { body: { pageNum: number; pageSize: number } }) => ({
    list: all
      .slice((body.pageNum - 1) * body.pageSize, body.pageNum * body.pageSize)
      .map((one) => ({ ...one, region: 'Global', kind: 'PANEL', source: null })),
    total: all.length,
    feeds: [],
  }),
}))
vi.mock('../../../session/session.ts', async (original) => ({ ...(await original<object>()), useCan: () => () => false }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('insight')
})
afterEach(cleanup)

test('every piece of news is reached, and the list says how many there are', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewsPage />
    </QueryClientProvider>,
  )
  await screen.findByText('News 0')
  expect(screen.getByText(t('table.range', { from: '1', to: '20', total: '250' }))).toBeTruthy()
  const page = screen.getByRole('textbox', { name: new RegExp(t('table.jump')) })
  fireEvent.change(page, { target: { value: '13' } })
  fireEvent.blur(page)
  await waitFor(() => expect(screen.getAllByText(/^News \d+$/).map((one) => one.textContent)).toHaveLength(10))
  expect(screen.getByText('News 249')).toBeTruthy()
})
