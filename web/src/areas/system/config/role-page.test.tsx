import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { givePages } from '../../../session/known-pages.ts'
import RolePage from './role-page.tsx'

let inForce = { kind: 'ROLE', id: 'trading.invoice.view', roles: 'BF', alwaysGranted: false, version: 4 }
const sent: unknown[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: unknown }) => {
    if (path.endsWith('propose')) {
      sent.push(body)
      return { no: 'CC-1' }
    }
    return path.endsWith('current') ? [inForce] : []
  },
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('./changes-section.tsx', () => ({ ChangesSection: () => null }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  givePages([])
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(() => {
  cleanup()
  sent.length = 0
})

test('a tick that is sent gives back nothing that a colleague took away meanwhile', async () => {
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <RolePage />
    </QueryClientProvider>,
  )
  const box = (role: string) => screen.getByLabelText(`trading.invoice.view ${role}`) as HTMLInputElement
  await waitFor(() => expect(box('Supplier').checked).toBe(false))
  fireEvent.click(box('Supplier'))
  expect(box('Supplier').checked).toBe(true)
  inForce = { ...inForce, roles: 'B', version: 5 }
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(box('Funder').checked).toBe(false))
  expect(box('Supplier').checked).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ values: { changes: [{ permission: 'trading.invoice.view', roles: 'SB', version: 5 }] } })
})
