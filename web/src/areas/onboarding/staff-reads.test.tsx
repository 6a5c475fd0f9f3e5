import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import * as client from '../../http/client.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { Admission } from '../system/company/admission.tsx'
import AutoKycPage from './auto-kyc-page.tsx'
import OnboardingPage from './page.tsx'

const went = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => went,
  useRouter: () => ({}),
  useSearch: () => ({ companyId: 'alder' }),
}))
vi.mock('../../session/session.ts', async (original) => {
  const value = () => ({ user: { companyRole: 'PLATFORM', userRoles: ['Risk'] }, pool: 'OTHER', granted: new Set() })
  return { ...(await original<object>()), useSession: value, useMaybeSession: value, useCan: () => () => false }
})

const state = {
  no: 'KYC-1',
  version: 3,
  company: { name: 'Alder Metals', bizRegNo: '1', country: 'SG', address: null },
  people: [
    { name: 'Ann Oak', function: 'DIRECTOR' },
    { name: 'Bo Birch', function: 'OWNER' },
  ],
  documents: [{ objectKey: 'k/articles.pdf', fileName: 'articles.pdf', kind: 'ARTICLES', expiresOn: null }],
  checks: [],
  outcome: 'PASSED',
  checkedAt: null,
  comment: null,
  status: 'IN_APPROVE',
  visitor: false,
  mayState: false,
}

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('onboarding')
  await loadAreaTexts('org')
})
beforeEach(() => {
  went.mockClear()
  vi.spyOn(client, 'send').mockResolvedValue(state)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const draw = (page: React.ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('staff read the people and the papers of the company that asks for admission, and change nothing', async () => {
  draw(<OnboardingPage />)
  expect(await screen.findByText('Ann Oak')).toBeTruthy()
  expect(client.send).toHaveBeenCalledWith(onboardingCalls.state, { body: { companyId: 'alder' } }, { quiet: true })
  expect(screen.getByText('Bo Birch')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download articles.pdf' })).toBeTruthy()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.queryByText(/^State who stands behind/)).toBeNull()
  press('Results of the checks')
  expect(went).toHaveBeenCalledWith({ to: '/onboarding/auto-kyc', search: { companyId: 'alder' } })
})

test('the checks of a company lead staff to what it stated', async () => {
  draw(<AutoKycPage />)
  expect(await screen.findByText(/Alder Metals/)).toBeTruthy()
  press('People and documents')
  expect(went).toHaveBeenCalledWith({ to: '/onboarding', search: { companyId: 'alder' } })
})

test('the page of a company leads staff to what it stated and to its checks', () => {
  draw(<Admission companyId="alder" name="Alder Metals" />)
  press('People and documents')
  press('Results of the checks')
  expect(went.mock.calls).toEqual([
    [{ to: '/onboarding', search: { companyId: 'alder' } }],
    [{ to: '/onboarding/auto-kyc', search: { companyId: 'alder' } }],
  ])
})
