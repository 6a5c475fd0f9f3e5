import { defaultFlows } from '@usance/domain/approval-flows'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { sentStep } from '@usance/wire/config-change/flow-step'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideChange } from '../../testing/decide-change.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let flows: Flows
beforeAll(async () => {
  flows = await openFlows()
})
afterAll(() => flows.close())

const pass = async (seat: Seat, businessNo: string, comment = '') =>
  flows.portal.ask(seat, workflowCalls.approve, await flows.approveBody(businessNo, 'PASSED', comment))

test('what a check found fault with is passed with a comment alone, and its page says so before', async () => {
  const { alderMaker, alderChecker } = flows.portal.seats
  const { businessNo } = await flows.submit(alderMaker, { warnings: ['INVOICE_NEAR_DUPLICATE', 'RATE_WILL_RESET'] })
  expect(await flows.look(alderChecker, businessNo)).toMatchObject({ passComment: 'FAILED_CHECK' })
  const refusal = await refusalOf(pass(alderChecker, businessNo, ' \u200b'))
  expect(refusal).toMatchObject({ error: 'COMMENT_REQUIRED', data: { fields: [{ field: 'approvalComments' }] } })
  expect(await pass(alderChecker, businessNo, 'Two deliveries of one day.')).toMatchObject({ nextNode: 'DOCUMENT_CHECK' })
})

test('notes on a price ask nobody for a comment, and neither does a check that the reader is not told of', async () => {
  const { alderMaker, alderChecker, operations } = flows.portal.seats
  const { businessNo: noted } = await flows.submit(alderMaker, { warnings: ['RATE_WILL_RESET', 'LIMIT_CAPPED'] })
  expect(await flows.look(alderChecker, noted)).toMatchObject({ passComment: null })
  await pass(alderChecker, noted)
  const { businessNo: untold } = await flows.submit(alderMaker, { warnings: ['INVOICE_OTHER_SUPPLIER'] })
  expect(await flows.look(alderChecker, untold)).toMatchObject({ passComment: null, warnings: [] })
  await pass(alderChecker, untold)
  expect(await flows.look(operations, untold)).toMatchObject({ passComment: 'FAILED_CHECK' })
  expect((await refusalOf(pass(operations, untold))).error).toBe('COMMENT_REQUIRED')
})

test('a comment of more than 500 characters is too long, whatever is decided', async () => {
  const { alderMaker, alderChecker } = flows.portal.seats
  const { businessNo } = await flows.submit(alderMaker)
  for (const review of ['PASSED', 'REJECTED'] as const) {
    const body = await flows.approveBody(businessNo, review, 'x'.repeat(501))
    const { error, data } = await refusalOf(flows.portal.ask(alderChecker, workflowCalls.approve, body))
    expect(error).toBe('COMMENT_TOO_LONG')
    expect(data.fields).toMatchObject([{ field: 'approvalComments', params: { max: 500, count: 501 } }])
  }
})

test('a step that the administrator has given a comment is passed with one alone, and the steps beside it without', async () => {
  const { administrator, operations, alderMaker, alderChecker } = flows.portal.seats
  const steps = defaultFlows.FINANCE_ORDER.map(sentStep).map(({ seq: _, ...step }) =>
    step.node === 'DOCUMENT_CHECK' ? { ...step, passNeedsComment: true } : step,
  )
  const { no } = await flows.portal.ask(administrator, configChangeCalls.propose, {
    body: { kind: 'WORKFLOW', targetId: 'FINANCE_ORDER', version: 0, values: { steps } },
  })
  await decideChange(flows.portal, operations, no)
  const { businessNo } = await flows.submit(alderMaker)
  await pass(alderChecker, businessNo)
  expect(await flows.look(operations, businessNo)).toMatchObject({ passComment: 'STEP' })
  expect((await refusalOf(pass(operations, businessNo))).error).toBe('COMMENT_REQUIRED')
  await pass(operations, businessNo, 'Every page was read.')
})
