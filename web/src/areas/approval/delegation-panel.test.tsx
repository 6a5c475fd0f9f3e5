import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { DelegationPanel } from './delegation-panel.tsx'

const people = vi.hoisted(() => ({ all: [] as { id: string; name: string }[], delegated: [] as object[] }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown, { body }: { body: { name?: string } }) => {
    if (call === workflowCalls.delegations) return []
    if (call === workflowCalls.colleagues)
      return people.all.filter(({ name }) => name.toLowerCase().includes((body.name ?? '').toLowerCase())).slice(0, 50)
    throw new Error('not asked here')
  },
  sendParts: async (_: unknown, { body }: { body: object }) => {
    people.delegated.push(body)
    return { id: 'D1' }
  },
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
beforeEach(() => {
  people.delegated = []
})
afterEach(cleanup)

const colleagues = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `U${n}`, name: `Colleague ${String(n).padStart(2, '0')}` }))
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DelegationPanel open onClose={() => undefined} />
    </QueryClientProvider>,
  )
const choice = () => screen.getByLabelText<HTMLSelectElement>('Colleague')
const offered = () => [...choice().options].map(({ textContent }) => textContent)

test('in a company of many colleagues each is found by the name, and stays chosen while another name is typed', async () => {
  people.all = [...colleagues(50), { id: 'ZOE', name: 'Zoe Young' }]
  show()
  const search = await screen.findByLabelText('Search colleagues by name')
  expect(offered()).not.toContain('Zoe Young')
  fireEvent.change(search, { target: { value: 'zoe' } })
  await waitFor(() => expect(offered()).toContain('Zoe Young'))
  fireEvent.change(choice(), { target: { value: 'ZOE' } })
  fireEvent.change(search, { target: { value: 'nobody of this name' } })
  await screen.findByText('Nothing matches')
  expect(choice().value).toBe('ZOE')
  fireEvent.click(screen.getByText('Delegate'))
  await waitFor(() => expect(people.delegated).toMatchObject([{ toUserId: 'ZOE' }]))
})

test('where all colleagues are told at once there is nothing to search, and where there is none it is said', async () => {
  people.all = colleagues(3)
  show()
  await waitFor(() => expect(offered()).toContain('Colleague 02'))
  expect(screen.queryByLabelText('Search colleagues by name')).toBe(null)
  cleanup()
  people.all = []
  show()
  await screen.findByText('Nobody else in your company holds your role.')
})
