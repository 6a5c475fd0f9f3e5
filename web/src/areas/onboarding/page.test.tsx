import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import * as client from '../../http/client.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import OnboardingPage from './page.tsx'

const people = [
  { name: 'Ann Alder', function: 'DIRECTOR' },
  { name: 'Bo Birch', function: 'OWNER' },
]
const state = {
  no: null,
  version: 3,
  company: { name: 'Alder', bizRegNo: '1', country: 'SG', address: null },
  people,
  documents: [],
  status: 'DRAFT',
  visitor: true,
  mayState: true,
}
vi.mock('./use-onboarding.ts', () => ({
  useOnboarding: () => ({ found: { data: state, isFetching: false, isError: false }, key: ['onboarding'], access: {} }),
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => vi.fn() }))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('onboarding')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a person added by mistake or gone since is taken out of the statement; one stays', async () => {
  const sent = vi.spyOn(client, 'send').mockResolvedValue({})
  render(<OnboardingPage />)
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save and go to the checks' })
  fireEvent.click(screen.getByRole('button', { name: 'Add a person' }))
  expect(next().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove person 3' }))
  expect(next().disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  expect(screen.queryByRole('button', { name: /Remove person/ })).toBeNull()
  fireEvent.click(next())
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls[0]).toMatchObject([onboardingCalls.save, { body: { people: [people[1]] } }])
})
