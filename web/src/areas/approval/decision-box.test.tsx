import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { noticeStore } from '../../ui/notice.ts'
import { DecisionBox } from './decision-box.tsx'
import { keepTrail, placeOf, type Stop } from './trail.ts'
import type { Approval } from './use-approval.ts'

// A Viewer: the seat may read approvals, and holds no permission to decide on one.
const seat = vi.hoisted(() => ({
  user: { id: 'U1', companyId: 'C1', companyRole: 'SUPPLIER', userRoles: ['Viewer'] },
  granted: new Set(['approval.view']),
}))
const open = vi.hoisted(() => ({ rows: [] as object[], beyond: 0 }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown) =>
    call === workflowCalls.approve ? {} : { total: open.rows.length + open.beyond, list: open.rows },
}))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  knownSession: () => seat,
  useCan: () => (permission: string | readonly string[]) => [permission].flat().some((name) => seat.granted.has(name)),
  useMayAct: () => () => true,
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../form/use-unsaved.ts', () => ({ useUnsaved: () => () => undefined }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
afterEach(cleanup)

const approval = (contentHash: string, passComment: Approval['passComment'] = null) =>
  ({
    businessNo: 'FO-1',
    currentNode: 'CHECK',
    taskId: 'T1',
    reviews: ['PASSED', 'REJECTED', 'REFUSED'],
    contentHash,
    passComment,
  }) as unknown as Approval
let answer: () => Promise<string>
/** The record beside the box, with a query of its own. */
function Record() {
  const { data } = useQuery({ queryKey: ['order', '1'], queryFn: () => answer(), retry: false })
  return <p>{data}</p>
}
const page = (queries: QueryClient, contentHash: string) => (
  <QueryClientProvider client={queries}>
    <Record />
    <DecisionBox approval={approval(contentHash)} onDone={() => undefined} />
  </QueryClientProvider>
)
const pass = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Pass' })
const isBarred = () => pass().disabled || pass().getAttribute('aria-disabled') === 'true'

test('what has changed is read anew before anybody decides on it', async () => {
  const queries = new QueryClient()
  answer = async () => '100.00'
  const { rerender } = render(page(queries, 'first'))
  await screen.findByText('100.00')
  expect(isBarred()).toBe(false)
  let tell: (text: string) => void = () => undefined
  answer = () =>
    new Promise((resolve) => {
      tell = resolve
    })
  rerender(page(queries, 'second'))
  expect(isBarred()).toBe(true)
  expect(screen.getByText('100.00')).toBeTruthy()
  tell('900.00')
  await screen.findByText('900.00')
  await waitFor(() => expect(isBarred()).toBe(false))
})

test('a record that cannot be read anew is not decided on', async () => {
  const queries = new QueryClient()
  answer = async () => '100.00'
  const { rerender } = render(page(queries, 'first'))
  await screen.findByText('100.00')
  answer = async () => {
    throw new Error('down')
  }
  rerender(page(queries, 'second'))
  await waitFor(() => expect(queries.getQueryState(['order', '1'])?.fetchFailureCount).toBe(1))
  expect(isBarred()).toBe(true)
})

test('a decision says what was decided on what', async () => {
  answer = async () => '100.00'
  render(page(new QueryClient(), 'first'))
  await screen.findByText('100.00')
  fireEvent.click(pass())
  await waitFor(() => expect(noticeStore.current().map(({ title }) => title)).toEqual(['FO-1 passed']))
})

test('where a check failed the box says before the press that passing needs a comment, and passes nothing without one', async () => {
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecisionBox approval={approval('first', 'FAILED_CHECK')} onDone={onDone} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText('Comment')
  expect(document.querySelector('.decision-label.is-required')).toBeTruthy()
  expect(document.querySelector('.decision-hint')?.textContent).toContain('A check failed')
  fireEvent.click(pass())
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: 'The buyer confirmed the amount by phone.' } })
  expect(field.getAttribute('aria-invalid')).toBe('false')
  await waitFor(() => expect(isBarred()).toBe(false))
  fireEvent.click(pass())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

test('a stand-in whose own seat decides nothing has the buttons of the decisions that the approval says, and no others', () => {
  const buttons = (reviews: Approval['reviews']) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <DecisionBox approval={{ ...approval('first'), reviews }} onDone={() => undefined} />
      </QueryClientProvider>,
    )
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent)
    cleanup()
    return names
  }
  expect(buttons(['PASSED', 'REJECTED', 'REFUSED'])).toEqual(['Pass', 'Deny', 'Reject'])
  expect(buttons(['PASSED', 'REJECTED'])).toEqual(['Pass', 'Deny'])
  expect(buttons(['REFUSED'])).toEqual(['Reject'])
})

const stop = (no: string): Stop => ({ businessNo: no, businessType: 'FINANCE_ORDER', businessId: no, seat: 'FUNDER' })

test('a decision leads to the one that waits after it in the list, past what others have decided meanwhile', async () => {
  keepTrail({ address: '/approval?tab=open', query: {}, stops: ['FO-1', 'FO-2', 'FO-3', 'FO-4'].map(stop), before: 0, total: 4 })
  open.rows = ['FO-3', 'FO-4'].map(stop)
  // Rows that wait beyond those that are read count too.
  open.beyond = 300
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecisionBox
        approval={{ ...approval('first'), businessType: 'FINANCE_ORDER', businessId: 'FO-1' }}
        follows
        onDone={onDone}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(pass())
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ stop: stop('FO-3'), left: 302 }))
  expect(noticeStore.current().at(-1)?.text).toBe('Next: FO-3 (302 left)')
  expect(placeOf(stop('FO-3'))).toMatchObject({ no: 1, before: undefined, after: stop('FO-4'), trail: { total: 302 } })
})
