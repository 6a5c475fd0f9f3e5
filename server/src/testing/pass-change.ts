import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** Passes the step of a change that a person decides on now. */
export async function passChange(portal: Portal, seat: Seat, businessNo: string) {
  const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, taskId: taskId!, nodeName: currentNode!, reviewType: 'PASSED', approvalComments: 'seen' },
  })
}
