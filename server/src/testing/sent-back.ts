import { randomUUID } from 'node:crypto'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** Alder changes its order that was sent back, or its draft, and saves it or submits it at the price of the moment. */
export async function changeOrder(
  portal: Portal,
  id: string,
  request: TrialRequest,
  saveType: 'SUBMIT' | 'DRAFT' = 'SUBMIT',
  attachments?: { objectKey: string; fileName: string }[],
) {
  const { alderMaker } = portal.seats
  const { version } = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: { ...request, orderId: id } })
  return portal.ask(alderMaker, financeOrderCalls.editOrder, {
    body: {
      ...request,
      id,
      version,
      pricingHash,
      payeeBankAccountId: portal.world.accounts.alder,
      saveType,
      ...(attachments ? { attachments } : {}),
      idempotencyKey: randomUUID(),
    },
  })
}

/** Decides as somebody on the open step of an approval, of an order where no other kind is named, with a comment. */
export async function decideOn(
  portal: Portal,
  seat: Seat,
  businessNo: string,
  reviewType: 'PASSED' | 'REJECTED',
  approvalComments: string,
  businessType = 'FINANCE_ORDER',
) {
  const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
    body: { businessNo, businessType, ifQueryTask: 'YES' },
  })
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType, approvalComments },
  })
}

/** An order goes through its approval to the funder, staff comment on it, and Elm sends it back with a comment. */
export async function sentBackByElm(portal: Portal, orderNo: string, said: { staff: string; elm: string }): Promise<void> {
  const { alderChecker, operations, risk, elmChecker } = portal.seats
  for (const seat of [alderChecker, operations, risk]) {
    const { taskId } = await portal.ask(seat, workflowCalls.history, {
      body: { businessNo: orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
    })
    if (taskId) await decideOn(portal, seat, orderNo, 'PASSED', said.staff)
  }
  await decideOn(portal, elmChecker, orderNo, 'REJECTED', said.elm)
}
