import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Message } from '@usance/wire/notification/calls'
import { noticeStreamPath } from '@usance/wire/notification/calls'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessageRow } from '../areas/messages/message-row.tsx'
import { startTexts } from '../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../i18n/load-area.ts'
import { givePages } from '../session/known-pages.ts'
import type { Session } from '../session/permissions.ts'
import { refreshPages, useFreshPages } from './fresh-pages.ts'
import { followMessages } from './notices.ts'

const push = vi.fn()
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { push } }),
}))

let status = 'IN_APPROVAL'
beforeEach(async () => {
  status = 'IN_APPROVAL'
  givePages([])
  document.head.innerHTML = '<script type="application/json" id="config">{"prefix":"usance","appId":"usance-portal"}</script>'
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('messages')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function OrderPage() {
  useFreshPages()
  const { data } = useQuery({ queryKey: ['order', 'F1'], queryFn: async () => status })
  return <output>{data}</output>
}
const draw = (more?: ReactNode) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  render(
    <QueryClientProvider client={queries}>
      <OrderPage />
      {more}
    </QueryClientProvider>,
  )
  return queries
}

test('a page that is open shows what a message tells as soon as it arrives', async () => {
  const message = { id: '01a20000-0000-7000-8000-000000000001' }
  let tell = () => {}
  const later = new Promise<void>((resolve) => {
    tell = resolve
  })
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe(`/api${noticeStreamPath.replace('{p}', 'usance')}`)
    await later
    return new Response(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  })
  draw()
  await screen.findByText('IN_APPROVAL')
  const stop = followMessages({ user: { id: 'U', companyId: 'C', companyRole: 'SUPPLIER' } } as Session)
  status = 'SENT_BACK'
  tell()
  await screen.findByText('SENT_BACK')
  stop()
})

test('a message that leads to the page that is open reads it anew', async () => {
  const message = {
    id: '01a20000-0000-7000-8000-000000000002',
    event: 'FINANCE_ORDER_SENT_BACK',
    params: { no: 'F1' },
    link: '/finance/finance-order/details/F1',
    read: true,
    createdAt: '2026-11-27T08:00:00Z',
  } satisfies Message
  draw(<MessageRow message={message} />)
  await screen.findByText('IN_APPROVAL')
  status = 'SENT_BACK'
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('SENT_BACK')
  expect(push).toHaveBeenCalledWith(message.link)
})

test('of many messages that arrive while the page is read anew, one more reading follows', async () => {
  const queries = draw()
  await screen.findByText('IN_APPROVAL')
  const asked = vi.spyOn(queries, 'invalidateQueries')
  await act(() => Promise.all([1, 2, 3, 4, 5].map(() => refreshPages(queries))))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
})
