import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { ApprovalFact } from '@usance/wire/workflow/fact'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import FactsPanel from './facts-panel.tsx'
import Panel from './panel.tsx'
import type { Approval } from './use-approval.ts'

const send = vi.hoisted(() => vi.fn())
vi.mock('../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))
vi.mock('../../ui/page-frame.tsx', async (original) => ({ ...(await original<object>()), useGoBack: () => () => undefined }))
vi.mock('./follow.tsx', () => ({ useFollow: () => undefined }))

const approval: Approval = {
  businessNo: 'FO-1',
  businessType: 'FINANCE_ORDER',
  businessId: 'order',
  title: { text: 'Alder Textiles Ltd' },
  status: 'IN_APPROVE',
  currentNode: 'FUNDER_CHECK',
  round: 1,
  taskId: null,
  reviews: [],
  contentHash: 'hash',
  makerName: 'Ann Oak',
  amount: '90000.00',
  currency: 'USD',
  warnings: [],
  passComment: null,
  link: null,
  startedAt: '2025-03-03T08:00:00.000Z',
  withoutDecider: false,
  steps: [],
  detailDTOS: [],
}
const usd = (amount: string) => ({ kind: 'amount' as const, amount, currency: 'USD' })
const facts: ApprovalFact[] = [
  { key: 'product', values: [{ kind: 'name', name: 'Purchase in advance', nameCn: '应收账款买断' }] },
  { key: 'asked', values: [usd('90000.00')] },
  { key: 'rate', values: [{ kind: 'rate', percent: '6.8' }] },
  { key: 'allInApr', values: [{ kind: 'share', percent: '9.9591607803' }] },
  { key: 'recourse', values: [{ kind: 'code', words: 'word', code: 'true' }] },
  {
    key: 'receivables',
    columns: ['document', 'buyer', 'dueDate', 'face'],
    rows: [
      [{ kind: 'text', text: 'INV-7' }, { kind: 'none' }, { kind: 'date', date: '2025-05-02' }, usd('100000.00')],
      [{ kind: 'text', text: 'INV-8' }, { kind: 'none' }, { kind: 'date', date: '2025-05-03' }, usd('20.50')],
    ],
    left: 3,
  },
  {
    key: 'fees',
    columns: ['fee', 'paidBy', 'amount'],
    rows: [[{ kind: 'code', words: 'fee', code: 'HANDLING' }, { kind: 'code', words: 'word', code: 'BUYER' }, usd('50.00')]],
    left: 0,
  },
  {
    key: 'checks',
    columns: ['document', 'check'],
    rows: [
      [
        { kind: 'text', text: 'INV-8' },
        { kind: 'code', words: 'reason', code: 'DISPUTED' },
      ],
    ],
    left: 0,
  },
]

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  for (const area of ['approval', 'finance', 'costs', 'money'] as const) await loadAreaTexts(area)
})
afterEach(async () => {
  cleanup()
  await switchLanguage('en-US')
})

const show = (answer: ApprovalFact[]) => {
  send.mockImplementation(async (call: unknown) => (call === workflowCalls.facts ? { facts: answer } : approval))
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <FactsPanel approval={approval} />
    </QueryClientProvider>,
  )
}
const shownAt = (label: string) => screen.getByText(label).parentElement!.querySelector('dd')!.textContent

test('a decider reads what the decision is about, each fact under its label and as the portal writes it', async () => {
  show(facts)
  expect(await screen.findByRole('table', { name: 'Documents' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'What is decided' })).toBeTruthy()
  expect(shownAt('Product')).toBe('Purchase in advance')
  expect(shownAt('Amount asked for')).toBe('90,000.00USD')
  expect(shownAt('Rate a year')).toBe('6.80%')
  expect(shownAt('All-in cost a year')).toBe('9.96%')
  expect(shownAt('With recourse')).toBe('Yes')
  const documents = within(screen.getByRole('table', { name: 'Documents' }))
  expect(documents.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Document', 'Due', 'Face'])
  expect(documents.getByText('100,000.00')).toBeTruthy()
  expect(screen.getByText('3 more on the page of the record')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Fees' }).textContent).toContain('Handling feeBuyer50.00USD')
  expect(screen.getByRole('table', { name: 'Checks' }).textContent).toContain('INV-8disputed')
})

test('the same facts are read in Chinese', async () => {
  await switchLanguage('zh-CN')
  show(facts)
  expect(await screen.findByRole('table', { name: '单据' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '审批内容' })).toBeTruthy()
  expect(shownAt('产品')).toBe('应收账款买断')
  expect(shownAt('有追索权')).toBe('是')
})

test('the facts stand before the decision, side by side with it, and nothing stands there without facts', async () => {
  send.mockImplementation(async (call: unknown) => (call === workflowCalls.facts ? { facts } : approval))
  const panel = (one: Approval) => (
    <QueryClientProvider client={new QueryClient()}>
      <Panel businessNo="FO-1" businessType="FINANCE_ORDER" businessId="order" facts={<FactsPanel approval={one} />} />
    </QueryClientProvider>
  )
  render(panel(approval))
  const heading = await screen.findByRole('heading', { name: 'What is decided' })
  const decision = screen.getByRole('heading', { name: 'Comment' })
  expect(heading.closest('.decision-columns')).toBe(decision.closest('.decision-columns'))
  expect(heading.compareDocumentPosition(decision) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  cleanup()
  const { container } = show([])
  await waitFor(() => expect(container.innerHTML).toBe(''))
})
