import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Refused, Unreachable } from '../../http/refused.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { Together } from './page.tsx'
import { barOf, barOfAll, type Review, type Task, totalsOf } from './together.ts'
import { TogetherDialog } from './together-dialog.tsx'

type Body = { businessNo: string; idempotencyKey?: string; approvalComments?: string; contentHash?: string }
const server = vi.hoisted(() => ({
  history: (_: Body): object => ({}),
  approve: (_: Body): object => ({}),
  decided: [] as Body[],
}))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown, { body }: { body: Body }) => {
    if (call !== workflowCalls.approve) return server.history(body)
    server.decided.push(body)
    return server.approve(body)
  },
}))
// A Viewer who stands in for a colleague: the own permissions decide nothing.
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => (permission: string | readonly string[]) => [permission].flat().includes('approval.view'),
  useMayAct: () => () => true,
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
beforeEach(() => {
  server.decided = []
  server.history = ({ businessNo }) => approval(businessNo)
  server.approve = () => ({ status: 'PASSED', nextNode: null })
})
afterEach(cleanup)

const task = (no: string, more: Partial<Task> = {}): Task => ({
  id: `task of ${no}`,
  businessNo: no,
  businessType: 'PAYMENT',
  businessId: no,
  subject: `Payment ${no}`,
  amount: '100.00',
  currency: 'USD',
  seat: 'FUNDER',
  nodeName: 'FUNDER_CHECK',
  makerName: 'Ann',
  dueAt: '2026-11-30T08:00:00Z',
  createdAt: '2026-11-29T08:00:00Z',
  link: '/payment',
  operations: ['PASSED', 'REJECTED'],
  ...more,
})
const approval = (no: string, more: object = {}) => ({
  businessNo: no,
  taskId: `task of ${no}`,
  reviews: ['PASSED', 'REJECTED', 'REFUSED'],
  currentNode: 'FUNDER_CHECK',
  contentHash: `hash of ${no}`,
  amount: '100.10',
  currency: 'USD',
  warnings: [],
  signs: [],
  passComment: null,
  ...more,
})
const show = (tasks: Task[], review: Review = 'PASSED') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TogetherDialog tasks={tasks} review={review} onClose={() => undefined} />
    </QueryClientProvider>,
  )
const rowOf = (no: string) => screen.getByText(no).closest('li')!
const decided = () => server.decided.map(({ businessNo }) => businessNo)

test('each is decided by itself, on the content that is shown, with its sum', async () => {
  show([task('P-1'), task('P-2')])
  const pass = await screen.findByRole('button', { name: 'Pass 2' })
  await waitFor(() => expect(document.querySelector('.together-totals')?.textContent).toContain('200.20'))
  fireEvent.click(pass)
  await screen.findByText('2 of 2 decided')
  expect(server.decided).toMatchObject([
    { businessNo: 'P-1', taskId: 'task of P-1', contentHash: 'hash of P-1', reviewType: 'PASSED' },
    { businessNo: 'P-2', taskId: 'task of P-2', contentHash: 'hash of P-2', reviewType: 'PASSED' },
  ])
  expect(new Set(server.decided.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
})

test('what carries a warning is not passed with others, and what has gone is left out', async () => {
  server.history = ({ businessNo }) =>
    approval(businessNo, businessNo === 'P-1' ? { warnings: ['ROUND_SUM'] } : businessNo === 'P-2' ? { taskId: null } : {})
  show([task('P-1'), task('P-2'), task('P-3')])
  fireEvent.click(await screen.findByRole('button', { name: 'Pass 1' }))
  await screen.findByText('1 of 3 decided')
  expect(rowOf('P-1').textContent).toContain('Series of round sums')
  expect(rowOf('P-2').textContent).toContain('No longer waits for you')
  expect(decided()).toEqual(['P-3'])
})

test('what the user may not pass is left out of what is passed together, and so is its button where a row may not be', async () => {
  server.history = ({ businessNo }) => approval(businessNo, businessNo === 'P-1' ? { reviews: ['REJECTED'] } : {})
  show([task('P-1'), task('P-2')])
  fireEvent.click(await screen.findByRole('button', { name: 'Pass 1' }))
  await screen.findByText('1 of 2 decided')
  expect(decided()).toEqual(['P-2'])
  cleanup()
  const buttons = (tasks: Task[]) => {
    render(<Together tasks={tasks} onDecide={() => undefined} />)
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent)
    cleanup()
    return names
  }
  expect(buttons([task('P-1'), task('P-2')])).toEqual(['Pass 2', 'Deny 2'])
  expect(buttons([task('P-1', { operations: ['REJECTED'] }), task('P-2')])).toEqual(['Deny 2'])
})

test('what asks for a comment of its own is not passed with others, and may be sent back with them', async () => {
  server.history = ({ businessNo }) => approval(businessNo, businessNo === 'P-1' ? { passComment: 'FAILED_CHECK' } : {})
  show([task('P-1'), task('P-2')])
  fireEvent.click(await screen.findByRole('button', { name: 'Pass 1' }))
  await screen.findByText('1 of 2 decided')
  expect(rowOf('P-1').textContent).toContain('Asks for a comment of its own')
  expect(decided()).toEqual(['P-2'])
  cleanup()
  show([task('P-1'), task('P-2')], 'REJECTED')
  await screen.findByRole('button', { name: 'Deny 2' })
})

test('a row that is refused says why and the others go on; what had no answer is sent again as the same request', async () => {
  let isOut = true
  server.approve = ({ businessNo }) => {
    if (businessNo === 'P-1') throw new Refused(20201, 'limit exceeded', { error: 'LIMIT_EXCEEDED' })
    if (businessNo === 'P-2') throw new Refused(409, '', { error: 'CONTENT_CHANGED' })
    if (businessNo === 'P-3' && isOut) throw new Unreachable('network')
    return {}
  }
  show([task('P-1'), task('P-2'), task('P-3'), task('P-4')])
  fireEvent.click(await screen.findByRole('button', { name: 'Pass 4' }))
  await screen.findByText('1 of 4 decided')
  expect(rowOf('P-1').textContent).toContain('This would go over the available limit.')
  expect(rowOf('P-2').textContent).toContain('Changed or decided by somebody else')
  isOut = false
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Written afterwards' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Pass 1' }))
  await screen.findByText('2 of 4 decided')
  expect(decided()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-3'])
  expect(server.decided[4]).toEqual(server.decided[2])
})

test('nothing is sent back without a comment, and the comment goes with each', async () => {
  server.history = ({ businessNo }) => approval(businessNo, { warnings: ['ROUND_SUM'] })
  show([task('P-1'), task('P-2')], 'REJECTED')
  const deny = await screen.findByRole('button', { name: 'Deny 2' })
  fireEvent.click(deny)
  await waitFor(() => expect(screen.getByLabelText('Comment on each of them').getAttribute('aria-invalid')).toBe('true'))
  expect(decided()).toEqual([])
  fireEvent.change(screen.getByLabelText('Comment on each of them'), { target: { value: 'The account is missing.' } })
  await waitFor(() => expect(deny.getAttribute('aria-busy')).toBe(null))
  fireEvent.click(deny)
  await screen.findByText('2 of 2 decided')
  expect(server.decided.map(({ approvalComments }) => approvalComments)).toEqual(Array(2).fill('The account is missing.'))
})

test('rows of one kind at one step are decided together, and no kind that has more to read', () => {
  expect(barOf(task('P-1'), 'FUNDER')).toBe(undefined)
  expect(barOf(task('P-1'), 'COMPANY')).toBe('otherSeat')
  expect(barOf(task('T-1', { businessType: 'CONTRACT_TEMPLATE' }), 'FUNDER')).toBe('alone')
  expect(barOfAll([task('P-1'), task('P-2')])).toBe(undefined)
  expect(barOfAll([task('P-1'), task('F-1', { businessType: 'REFUND' })])).toBe('severalKinds')
  expect(barOfAll([task('P-1'), task('P-2', { nodeName: 'FUNDER_SECOND_CHECK' })])).toBe('severalSteps')
  const sums = [
    { amount: '0.10', currency: 'USD' },
    { amount: '5', currency: 'JPY' },
    { amount: '0.20', currency: 'USD' },
    { amount: null, currency: null },
  ]
  expect(totalsOf(sums)).toEqual([
    ['USD', '0.30'],
    ['JPY', '5'],
  ])
})
