import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { ApprovalPage } from './approval-page.tsx'

const approval = {
  businessNo: 'KYC-1',
  businessType: 'KYC',
  businessId: 'alder',
  title: { text: 'Alder Metals' },
  amount: null,
  currency: null,
  makerName: 'Ann Oak',
  startedAt: '2026-11-29T08:00:00.000Z',
  status: 'IN_APPROVE',
  warnings: [],
  passComment: null,
  link: null,
}
const state = {
  checkedAt: null,
  checks: [
    { provider: 'REGISTRY_NUMBER', outcome: 'PASSED', evidence: ['FITS SG'] },
    { provider: 'DOCUMENTS', outcome: 'FAILED', evidence: ['MISSING ARTICLES'] },
  ],
}
const send = vi.hoisted(() => vi.fn())
vi.mock('../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: 'KYC-1' }),
  useSearch: () => ({ businessType: 'KYC', businessId: 'alder' }),
  Link: ({ to, search, children }: { to: string; search?: object; children: React.ReactNode }) => (
    <a href={`${to}?${new URLSearchParams({ ...search })}`}>{children}</a>
  ),
}))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../../session/page-at.ts', () => ({ pageAt: () => undefined }))
vi.mock('../../session/use-may-open.ts', () => ({ useAddress: () => (to: string) => to }))
vi.mock('../../form/action-page.tsx', () => ({ ActionPage: ({ children }: { children: React.ReactNode }) => children }))
vi.mock('../../ui/page-frame.tsx', async (original) => ({
  ...(await original<object>()),
  PageHeader: () => null,
}))
vi.mock('./panel.tsx', () => ({ default: () => null }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
afterEach(cleanup)

test('whoever decides on the admission of a company reads its checks beside the decision and is led to what it stated', async () => {
  send.mockImplementation(async (call: unknown) =>
    call === workflowCalls.history ? approval : call === onboardingCalls.state ? state : {},
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalPage mode="approve" />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('A document is missing: Articles of association.')).toBeTruthy()
  expect(screen.getByText('Documents').parentElement?.textContent).toContain('failed')
  expect(screen.getByRole('link', { name: 'People and documents' }).getAttribute('href')).toBe('/onboarding?companyId=alder')
  expect(send).toHaveBeenCalledWith(onboardingCalls.state, { body: { companyId: 'alder' } }, { quiet: true })
})

test('whoever decides on a bank account reads beside the decision whose it is, where it is kept and for what', async () => {
  const account = {
    companyName: 'Alder Textiles Ltd',
    accountName: 'Alder Textiles Limited',
    bankName: 'First Test Bank',
    bankAccount: '80010001',
    bankCode: 'FTBKSGSG',
    cnaps: null,
    currency: 'USD,EUR',
    purpose: 'BOTH',
    createdAt: '2026-11-29T08:00:00.000Z',
    coolingUntil: null,
    replaces: '•••• 7716',
    nameReason: 'The bank writes the name out.',
  }
  const asked = { ...approval, businessNo: 'BA-1', businessType: 'BANK_ACCOUNT', businessId: 'account' }
  send.mockImplementation(async (call: unknown) =>
    call === workflowCalls.history ? asked : call === bankAccountChangeCalls.detail ? account : {},
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalPage mode="approve" />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('80010001')).toBeTruthy()
  for (const fact of [
    'Alder Textiles Limited',
    'First Test Bank',
    'FTBKSGSG',
    'USD, EUR',
    '•••• 7716',
    'The bank writes the name out.',
  ])
    expect(screen.getByText(fact)).toBeTruthy()
  expect(send).toHaveBeenCalledWith(bankAccountChangeCalls.detail, { body: { id: 'account' } }, { quiet: true })
})
