import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import MessagesPage from './page.tsx'

const total = 130
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { id: 'U', companyId: 'C', roles: [] } }),
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))
vi.mock('./message-row.tsx', () => ({ MessageRow: ({ message }: { message: { id: string } }) => <p>{message.id}</p> }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_call: unknown, { body }: { body: { pageNum?: number; pageSize: number } }) => {
    expect(body.pageSize).toBeLessThanOrEqual(100)
    const begin = ((body.pageNum ?? 1) - 1) * body.pageSize
    const ids = Array.from({ length: total }, (_, n) => `M${n + 1}`).slice(begin, begin + body.pageSize)
    return { list: ids.map((id) => ({ id })), total, unread: 0 }
  },
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('messages')
})

test('the oldest of more than a hundred messages is reached, and each stands once', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessagesPage />
    </QueryClientProvider>,
  )
  for (const last of ['M30', 'M60', 'M90', 'M120']) {
    await screen.findByText(last)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  }
  await screen.findByText('M130')
  expect(screen.getAllByText(/^M\d+$/)).toHaveLength(total)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
