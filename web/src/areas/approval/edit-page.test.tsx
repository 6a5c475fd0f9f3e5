import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { ApprovalPage } from './approval-page.tsx'

const line = { nodeName: 'BUYER_CHECK', round: 1, onBehalfOf: null, updateTime: '2026-11-28T08:00:00Z', assigneeName: 'Ann Lee' }
const approval = {
  businessNo: 'IA-1',
  businessType: 'INVOICE_ADJUSTMENT',
  businessId: 'A1',
  title: { text: 'DAY-1 · CN-1' },
  amount: null,
  currency: null,
  makerName: 'Bo',
  startedAt: '2026-11-28T07:00:00Z',
  status: 'REJECTED',
  warnings: [],
  passComment: null,
  link: null,
  detailDTOS: [{ ...line, operation: 'REJECTED', auditComment: 'Which delivery is it?' }],
}
const row = { id: 'A1', no: 'IA-1', invoiceId: 'I1', currency: 'USD', type: 'CREDIT_NOTE', refNo: 'CN-1', amount: '12.50' }
const operations = vi.hoisted(() => ({ now: ['RESUBMIT'] }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown) =>
    call === workflowCalls.history
      ? approval
      : { total: 1, list: [{ ...row, adjustmentDate: '2026-11-20', reason: null, operations: operations.now }] },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: 'IA-1' }),
  useSearch: () => ({ businessType: 'INVOICE_ADJUSTMENT', businessId: 'A1' }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../session/session.ts', async (original) => ({ ...(await original<object>()), useCan: () => () => true }))
vi.mock('../../session/can.tsx', () => ({ Can: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../session/use-may-open.ts', () => ({ useAddress: () => (to: string) => to }))
vi.mock('../../form/action-page.tsx', () => ({ ActionPage: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../ui/page-frame.tsx', async (original) => ({
  ...(await original<object>()),
  PageHeader: ({ actions }: { actions: ReactNode }) => actions,
}))
vi.mock('./panel.tsx', () => ({ default: () => null }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalPage mode="edit" />
    </QueryClientProvider>,
  )

test('an adjustment that was sent back is corrected on the page that says why', async () => {
  operations.now = ['RESUBMIT']
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Reference number').value).toBe('CN-1'))
  expect(screen.getAllByText('Which delivery is it?').length).toBeGreaterThan(0)
})

test('an adjustment of another company has no form there', async () => {
  operations.now = []
  show()
  await screen.findByText('Which delivery is it?')
  await new Promise((later) => setTimeout(later, 50))
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
})
