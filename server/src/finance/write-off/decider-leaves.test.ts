import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveSeats } from '../../party/account/seats.ts'
import { actAs, aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a loss is taken when the only person of the funder who had not passed it loses the seat', async () => {
  const { elmMaker, elmChecker, elmChecker2, operations, risk, settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ status: 'OVERDUE' }).where('id', '=', orderId).execute()
    await tx.updateTable('financeOrderItem').set({ maturity: '2024-06-01' }).where('orderId', '=', orderId).execute()
  })
  const { no: businessNo } = await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'Insolvent' } })
  for (const seat of [risk, settlement, elmChecker]) {
    const asked = { businessNo, businessType: 'WRITE_OFF', ifQueryTask: 'YES' } as const
    const { currentNode, taskId } = await portal.ask(seat, workflowCalls.history, { body: asked })
    await portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED', approvalComments: '' },
    })
  }
  await actAs(portal, operations, (context) => saveSeats(context, elmChecker2.userId, elmChecker2.companyId, []))
  const { status } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  expect(status).toBe('WRITTEN_OFF')
  const by = await portal.look((tx) =>
    tx.selectFrom('auditLog').select(['event', 'userId']).where('event', 'in', ['APPROVAL_COMPLETED']).execute(),
  )
  expect(by).toEqual([{ event: 'APPROVAL_COMPLETED', userId: operations.userId }])
  expect(await brokenLaws(portal)).toEqual([])
})
