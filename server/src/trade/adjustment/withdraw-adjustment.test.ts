import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { deductionReport } from '@usance/wire/adjustment/list'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'
import { aSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
/** A second person of Alder, who may do all that its maker may and checks as well. */
let colleague: Seat
beforeAll(async () => {
  portal = await openPortal()
  const companyId = portal.world.companies.alder
  colleague = await portal.look((tx) =>
    aSeat(tx, 'alder.colleague', { companyId, role: 'SUPPLIER', userRoles: ['Maker', 'Checker'] }),
  )
})
afterAll(() => portal.close())

const facts = { type: 'DEDUCTION', refNo: 'BD-1', amount: '1000.00', date: '2025-03-01' } as const
const put = (invoiceId: string, seat: Seat) => portal.ask(seat, adjustmentCalls.add, { body: { ...facts, invoiceId } })
const ofDetail = async (seat: Seat, invoiceId: string) =>
  (await portal.ask(seat, invoiceCalls.detail, { query: { id: invoiceId } })).adjustments[0]!
const ofList = async (seat: Seat, id: string) =>
  (await portal.ask(seat, listCalls(deductionReport).pageList, { body: {} })).list!.find((row) => row.id === id)?.operations
const asked = (businessNo: string, seat: Seat) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'INVOICE_ADJUSTMENT', ifQueryTask: 'YES' } })
const sendBack = async (businessNo: string, seat: Seat) => {
  const { currentNode, taskId } = await asked(businessNo, seat)
  const decision = { reviewType: 'REJECTED', approvalComments: 'Only 900' } as const
  await portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: currentNode!, taskId: taskId!, ...decision },
  })
}
const withdraw = (id: string, seat: Seat) =>
  portal.ask(seat, adjustmentCalls.withdraw, { body: { id, comment: 'Entered twice' } })

test('what was sent back is corrected by any colleague with the right, who then does not decide on it', async () => {
  const { alderMaker, alderViewer, alderChecker, cedarMaker, cedarChecker, operations } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const { id, no } = await put(invoiceId, alderMaker)
  await sendBack(no, cedarChecker)
  const again = (seat: Seat) =>
    portal.ask(seat, adjustmentCalls.resubmit, { body: { ...facts, id, amount: '900.00', type: 'CREDIT_NOTE' } })
  for (const seat of [alderMaker, colleague]) {
    expect((await ofDetail(seat, invoiceId)).operations).toEqual(['RESUBMIT', 'WITHDRAW'])
    expect(await ofList(seat, id)).toEqual(['RESUBMIT', 'WITHDRAW'])
  }
  for (const seat of [alderViewer, alderChecker, cedarMaker, operations]) {
    expect((await ofDetail(seat, invoiceId)).operations).toEqual([])
    expect(await ofList(seat, id)).toEqual([])
  }
  for (const seat of [cedarMaker, operations]) expect((await refusalOf(again(seat))).code).toBe(404)
  await again(colleague)
  expect(await portal.look((tx) => makersOf(tx, id))).toEqual([alderMaker.userId, colleague.userId].sort())
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  expect(await ofDetail(alderMaker, invoiceId)).toMatchObject({ status: 'PASSED', amount: '900.00', operations: [] })
})

const makersOf = async (tx: Parameters<Parameters<Portal['look']>[0]>[0], businessId: string) => {
  const { makerIds } = await tx
    .selectFrom('workflowInstance')
    .select('makerIds')
    .where('businessId', '=', businessId)
    .executeTakeFirstOrThrow()
  return makerIds.sort()
}

test('an adjustment that waits, or was sent back, is withdrawn by the company that put it forward, and all who knew of it are told', async () => {
  const { alderMaker, alderChecker, cedarMaker, cedarChecker, operations } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const waiting = await put(invoiceId, alderMaker)
  expect((await asked(waiting.no, cedarChecker)).taskId).toBeTruthy()
  for (const seat of [cedarMaker, operations]) expect((await refusalOf(withdraw(waiting.id, seat))).code).toBe(404)
  expect((await refusalOf(withdraw(waiting.id, alderChecker))).code).toBe(403)
  await withdraw(waiting.id, colleague)
  expect(await asked(waiting.no, cedarChecker)).toMatchObject({ status: 'WITHDRAWN', taskId: null })
  expect(await ofDetail(alderMaker, invoiceId)).toMatchObject({ status: 'WITHDRAWN', operations: [] })
  expect((await refusalOf(withdraw(waiting.id, alderMaker))).error).toBe('ILLEGAL_TRANSITION')
  const { timeline } = await portal.ask(cedarMaker, invoiceCalls.detail, { query: { id: invoiceId } })
  expect(timeline[0]).toMatchObject({ event: 'INVOICE_ADJUSTMENT_WITHDRAWN', comment: 'BD-1: Entered twice' })
  const { list } = await portal.ask(cedarChecker, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
  expect(list.filter(({ params }) => params.refNo === 'BD-1').map(({ event }) => event)).toContain('INVOICE_ADJUSTMENT_WITHDRAWN')

  // Its reference is free again; and what was sent back is withdrawn as well.
  const second = await put(invoiceId, alderMaker)
  await sendBack(second.no, cedarChecker)
  await withdraw(second.id, alderMaker)
  expect((await refusalOf(portal.ask(alderMaker, adjustmentCalls.resubmit, { body: { ...facts, id: second.id } }))).error).toBe(
    'ILLEGAL_TRANSITION',
  )
  await put(invoiceId, alderMaker)
})

test('what was sent back is offered to be corrected only while its invoice takes an adjustment', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const { id, no } = await put(invoiceId, alderMaker)
  await sendBack(no, cedarChecker)
  await portal.ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [invoiceId], reason: 'Goods' } })
  expect((await refusalOf(portal.ask(alderMaker, adjustmentCalls.resubmit, { body: { ...facts, id } }))).error).toBe(
    'ILLEGAL_TRANSITION',
  )
  expect((await ofDetail(alderMaker, invoiceId)).operations).toEqual(['WITHDRAW'])
  expect(await ofList(alderMaker, id)).toEqual(['WITHDRAW'])
})

test('the approval of what was sent back ends with the withdrawal, which stands in its history', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const { id, no } = await put(invoiceId, alderMaker)
  await sendBack(no, cedarChecker)
  expect((await asked(no, alderMaker)).status).toBe('REJECTED')
  await withdraw(id, colleague)
  expect((await asked(no, alderMaker)).status).toBe('WITHDRAWN')
  const { endedAt, lines } = await portal.look(async (tx) => ({
    ...(await tx.selectFrom('workflowInstance').select('endedAt').where('businessNo', '=', no).executeTakeFirstOrThrow()),
    lines: await tx
      .selectFrom('workflowHistory as h')
      .innerJoin('workflowInstance as i', 'i.id', 'h.instanceId')
      .select(['h.operation', 'h.userId'])
      .where('i.businessNo', '=', no)
      .where('h.operation', '=', 'WITHDRAWN')
      .execute(),
  }))
  expect(endedAt).not.toBeNull()
  expect(lines).toEqual([{ operation: 'WITHDRAWN', userId: colleague.userId }])
})

test('of a withdrawal and a decision at the same moment one holds', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const { id, no } = await put(invoiceId, alderMaker)
  const { currentNode, taskId } = await asked(no, cedarChecker)
  const outcomes = await Promise.allSettled([
    withdraw(id, alderMaker),
    portal.ask(cedarChecker, workflowCalls.approve, {
      body: { businessNo: no, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED', approvalComments: '' },
    }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status } = await ofDetail(alderMaker, invoiceId)
  expect((await asked(no, cedarChecker)).status).toBe(status)
})
