import { defaultFlows } from '@usance/domain/approval-flows'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { sentStep } from '@usance/wire/config-change/flow-step'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { refusalOf } from '../../testing/portal.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

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

/** The seat of a whole company, given to somebody of it. */
const directorOf = ({ userId, companyId }: Seat) =>
  flows.portal.look(async (tx) => {
    await tx
      .insertInto('userCompanyRole')
      .values({ id: newId(), userId, companyId, role: 'COMPANY', userRoles: ['Director'] })
      .execute()
    return openSeat(tx, userId, companyId, 'COMPANY')
  })

test('what is known of other companies and of the bank is told to the funder alone, whatever the seat of a supplier or a buyer', async () => {
  const { alderMaker, alderChecker, alderDirector, cedarChecker, dogwoodChecker, elmChecker, firChecker, operations } =
    flows.portal.seats
  const { cedar, dogwood, elm, fir } = flows.portal.world.companies
  const [cedarDirector, dogwoodDirector] = [await directorOf(cedarChecker), await directorOf(dogwoodChecker)]
  const warnings = ['INVOICE_OTHER_SUPPLIER', 'INVOICE_FORMER_PARTY', 'RATE_WILL_RESET']
  const sign = (code: ApprovalSign['code']): ApprovalSign => ({ code, docNo: 'INV-1', amount: null, currency: 'USD' })
  flows.decision.signs = async () => [sign('PAYMENT_WITH_BANK'), sign('DOCUMENT_WITH_BANK'), sign('INVOICE_DISPUTED')]
  const told = async (seat: Seat, businessNo: string) => {
    const page = await flows.look(seat, businessNo)
    return { warnings: page.warnings, signs: page.signs?.map(({ code }) => code) }
  }
  const all = {
    warnings: [...warnings, 'PAYMENT_WITH_BANK', 'DOCUMENT_WITH_BANK', 'INVOICE_DISPUTED'],
    signs: ['PAYMENT_WITH_BANK', 'DOCUMENT_WITH_BANK', 'INVOICE_DISPUTED'],
  }
  const submit = async (parties: { supplierId?: string; buyerId?: string; funderId?: string }) => {
    const { businessNo } = await flows.submit(alderMaker, { warnings, ...parties })
    // As a flow stores it that asks the buyer.
    await flows.portal.look((tx) =>
      tx
        .updateTable('workflowInstance')
        .set({ buyerId: parties.buyerId ?? cedar })
        .where('businessNo', '=', businessNo)
        .execute(),
    )
    return businessNo
  }
  const toSupplier = { warnings: ['RATE_WILL_RESET', 'INVOICE_DISPUTED'], signs: ['INVOICE_DISPUTED'] }
  const toBuyer = { warnings: ['RATE_WILL_RESET'], signs: [] }

  const order = await submit({})
  for (const seat of [alderChecker, alderDirector]) expect(await told(seat, order)).toEqual(toSupplier)
  expect(await told(cedarDirector, order)).toEqual(toBuyer)
  expect(await told(cedarChecker, order)).toEqual({ ...toBuyer, signs: undefined })
  for (const seat of [elmChecker, operations]) expect(await told(seat, order)).toEqual(all)

  // A bank that has its own receivables financed, by another one or by itself, and one that owes on what it finances.
  const ofBank = await submit({ supplierId: elm, funderId: fir })
  expect((await refusalOf(told(elmChecker, ofBank))).error).toBe('NOT_FOUND')
  expect(await told(await directorOf(elmChecker), ofBank)).toEqual(toSupplier)
  expect(await told(firChecker, ofBank)).toEqual(all)
  expect(await told(elmChecker, await submit({ supplierId: elm }))).toEqual(toSupplier)
  expect(await told(elmChecker, await submit({ buyerId: elm }))).toEqual(toBuyer)
  // A company is in each order what it is there.
  expect(await told(dogwoodDirector, await submit({ buyerId: dogwood }))).toEqual(toBuyer)
  expect(await told(dogwoodDirector, await submit({ supplierId: dogwood }))).toEqual(toSupplier)
})
