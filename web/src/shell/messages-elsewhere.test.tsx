import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { notificationCalls } from '@usance/wire/notification/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import type { Session } from '../session/permissions.ts'
import { MessagesElsewhere } from './messages-elsewhere.tsx'

const asked = vi.fn()
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown, input: object) => {
    asked(call, input)
    return call === notificationCalls.elsewhere
      ? [{ companyId: 'A', companyName: 'Alder Textiles Ltd', companyRole: 'SUPPLIER', unread: 2 }]
      : {}
  },
}))
const went = vi.fn()

beforeAll(async () => {
  vi.stubGlobal('location', { ...location, assign: went })
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  asked.mockClear()
})

const seat = (companyId: string) => ({ roleCode: 'SUPPLIER', companyId, companyRole: 'SUPPLIER', isPresent: companyId === 'B' })
const show = (companies: string[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessagesElsewhere session={{ user: { id: 'U', companyId: 'B', roles: companies.map(seat) } } as Session} />
    </QueryClientProvider>,
  )

test('what waits in another company of the user is told with its name, and a press goes there', async () => {
  show(['A', 'B'])
  fireEvent.click(await screen.findByRole('button', { name: '2 messages for you wait in Alder Textiles Ltd' }))
  await waitFor(() => expect(went).toHaveBeenCalledWith('/information'))
  expect(asked).toHaveBeenLastCalledWith(sessionCalls.choose, { body: { companyId: 'A', companyRole: 'SUPPLIER' } })
})

test('somebody of one company alone is asked nothing', () => {
  show(['B'])
  expect(asked).not.toHaveBeenCalled()
})
