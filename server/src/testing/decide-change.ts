import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** Decides as somebody on the open step of an approval. */
export async function decideChange(
  portal: Portal,
  seat: Seat,
  businessNo: string,
  reviewType: 'PASSED' | 'REJECTED' | 'REFUSED' = 'PASSED',
) {
  const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, taskId: taskId!, nodeName: currentNode!, reviewType, approvalComments: 'seen' },
  })
}
