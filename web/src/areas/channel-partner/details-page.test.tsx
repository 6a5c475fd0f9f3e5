import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import ChannelPartnerDetailsPage from './details-page.tsx'

const address = vi.hoisted(() => ({ id: '', date: '', sent: 0 }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useParams: () => address }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: () => {
    address.sent++
    return new Promise(() => undefined)
  },
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('report')
})
afterEach(cleanup)

const partner = '0192f0a0-0000-7000-8000-000000000001'
test.each([
  ['42', '2026-11-30', 0],
  [partner, '2026-02-30', 0],
  [partner, 'soon', 0],
  [partner, '2026-11-30', 1],
])(
  'an address with the partner %s and the day %s is asked for %i times; one that names neither is told so',
  (id, date, asked) => {
    Object.assign(address, { id, date, sent: 0 })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ChannelPartnerDetailsPage />
      </QueryClientProvider>,
    )
    expect(address.sent).toBe(asked)
    expect(screen.queryByText('No partner and month at this address') !== null).toBe(asked === 0)
  },
)
