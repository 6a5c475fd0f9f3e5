import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { Setup } from './setup.tsx'

const user = { companyRole: 'PLATFORM', roles: [{ roleCode: 'A', companyId: 'P', companyRole: 'PLATFORM', isPresent: true }] }
vi.mock('../../session/session.ts', async (original) => ({ ...(await original<object>()), useSession: () => ({ user }) }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('home')
})
afterEach(cleanup)

test('a step tells who is missing and, apart from them, who is invited and has not joined yet', () => {
  const missing = ['Operations', 'Operations', 'Risk']
  render(<Setup steps={[{ step: 'STAFF', done: false, missing, invited: ['Operations', 'Risk'], waiting: [], mine: false }]} />)
  expect(screen.getByText(/Still missing: Operations\. Invited, not joined yet: Operations, Risk\./)).toBeTruthy()
})

test('who is missing is not told once all are invited; whoever signs is named by the right', () => {
  render(
    <Setup steps={[{ step: 'PEOPLE', done: false, missing: ['SIGNATORY'], invited: ['SIGNATORY'], waiting: [], mine: false }]} />,
  )
  expect(screen.getByText(/Invited, not joined yet: somebody with the right to sign\./)).toBeTruthy()
  expect(screen.queryByText(/Still missing/)).toBeNull()
})

test('whoever waits for a second person is told apart from those who are missing', () => {
  const missing = ['Operations', 'Operations', 'Risk']
  render(<Setup steps={[{ step: 'STAFF', done: false, missing, invited: [], waiting: ['Operations', 'Risk'], mine: false }]} />)
  expect(screen.getByText(/Still missing: Operations\. Waiting for a second person: Operations, Risk\./)).toBeTruthy()
})
