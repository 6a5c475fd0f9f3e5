import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { defaultFlows } from '@usance/domain/approval-flows'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { Questions } from '../../../ui/dialog.tsx'
import Flows from './flows.tsx'

let version = 1
const sent: unknown[] = []
const flowOf = (id: keyof typeof defaultFlows) => ({
  kind: 'WORKFLOW',
  id,
  version,
  steps: defaultFlows[id],
  createdByName: 'Ann',
  createdAt: '2026-11-27T08:00:00Z',
})
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: { kind: string } }) => {
    if (path.endsWith('propose')) {
      sent.push(body)
      return { no: 'CC-1' }
    }
    return path.endsWith('current') && body.kind === 'WORKFLOW' ? [flowOf('FINANCE_ORDER'), flowOf('PAYMENT')] : []
  },
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../config/changes-section.tsx', () => ({ ChangesSection: () => null }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  for (const area of ['staff', 'approval'] as const) await loadAreaTexts(area)
})
afterEach(cleanup)

test('steps that are edited outlive another version of their flow, and another kind takes their place only when asked', async () => {
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <Flows />
      <Questions />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const steps = () => document.querySelectorAll('.flow-drafts > li').length
  const shipped = steps()
  fireEvent.click(screen.getByRole('button', { name: 'Add a step' }))
  expect(steps()).toBe(shipped + 1)
  version = 2
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(document.body.textContent).toMatch(/Version 2/))
  expect(steps()).toBe(shipped + 1)
  const kind = () => document.querySelector<HTMLSelectElement>('.staff-bar select')!
  fireEvent.change(kind(), { target: { value: 'PAYMENT' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
  expect(kind().value).toBe('FINANCE_ORDER')
  expect(steps()).toBe(shipped + 1)
  fireEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ targetId: 'FINANCE_ORDER', version: 1 })
})
