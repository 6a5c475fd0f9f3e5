import { createHash, randomUUID } from 'node:crypto'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { allApprovals } from '../all-approvals.ts'
import { approvals, type Decision } from '../approval/workflow/decision.ts'
import { type FlowStart, startFlow } from '../approval/workflow/start-flow.ts'
import { authenticate } from '../auth/authenticate.ts'
import { inTransaction } from '../database/database.ts'
import type { UseCaseContext } from '../http/context.ts'
import { openPortal } from './portal.ts'
import type { Seat } from './world.ts'

type Review = 'PASSED' | 'REJECTED' | 'REFUSED'

/**
 * A portal whose finance orders are only a text: what is tested is the approval, so the content is one string and the
 * outcomes are noted.
 */
export async function openFlows() {
  const outcomes: string[] = []
  const object = { content: 'as submitted' }
  const hash = () => createHash('sha256').update(object.content).digest('hex')
  const decision: Decision = {
    concerned: allApprovals.FINANCE_ORDER.concerned,
    facts: { without: 'The object is a text.' },
    lock: async () => {},
    contentHash: async () => hash(),
    passed: async (_, instance) => void outcomes.push(`${instance.businessNo} passed`),
    rejected: async (_, instance, comment) => void outcomes.push(`${instance.businessNo} rejected: ${comment}`),
    refused: async (_, instance, comment) => void outcomes.push(`${instance.businessNo} refused: ${comment}`),
  }
  const decisions = { FINANCE_ORDER: decision, WRITE_OFF: { ...decision, concerned: allApprovals.WRITE_OFF.concerned } }
  const portal = await openPortal({}, [approvals.bind({ ...allApprovals, ...decisions })])

  /** Runs work as somebody, in a transaction that sees what they see. */
  async function actAs<T>(seat: Seat, work: (context: UseCaseContext) => Promise<T>): Promise<T> {
    const actor = await authenticate(portal.app, seat.token, { role: seat.companyRole })
    const scope = { kind: 'company' as const, companyId: seat.companyId, userId: seat.userId }
    return inTransaction(portal.app.db, scope, 'write', (tx) =>
      work({ app: portal.app, tx, today: '2025-03-03', now: new Date(), requestId: 'test', language: 'en-US', ip: '', actor }),
    )
  }

  let made = 0
  async function submit(seat: Seat = portal.seats.alderMaker, extra: Partial<FlowStart> = {}) {
    const { alder, cedar, elm } = portal.world.companies
    const businessId = extra.businessId ?? randomUUID()
    const businessNo = extra.businessNo ?? `FO-2025-${String(900_000 + ++made)}`
    await actAs(seat, (context) =>
      startFlow(context, {
        businessType: 'FINANCE_ORDER',
        businessId,
        businessNo,
        title: 'Alder Textiles Ltd',
        contentHash: hash(),
        amount: '50000.00',
        currency: 'USD',
        supplierId: alder,
        buyerId: cedar,
        funderId: elm,
        link: `/finance/finance-order/details/${businessId}`,
        ...extra,
      }),
    )
    return { businessId, businessNo }
  }

  const look = (seat: Seat, businessNo: string) =>
    portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' } })
  async function decide(seat: Seat, businessNo: string, reviewType: Review = 'PASSED', comment?: string) {
    const { taskId, currentNode, passComment } = await look(seat, businessNo)
    if (!taskId) throw new Error(`No task at ${currentNode}.`)
    const approvalComments = comment ?? (passComment ? 'Looked into' : '')
    return portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, nodeName: currentNode!, taskId, reviewType, approvalComments },
    })
  }
  const openTask = (businessNo: string) =>
    portal.look((tx) =>
      tx
        .selectFrom('workflowTask as t')
        .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
        .select(['t.id', 't.nodeName', 't.companyId'])
        .where('i.businessNo', '=', businessNo)
        .where('t.status', '=', 'OPEN')
        .executeTakeFirstOrThrow(),
    )
  const approveBody = async (businessNo: string, reviewType: Review = 'PASSED', approvalComments = '') => {
    const task = await openTask(businessNo)
    return { body: { businessNo, nodeName: task.nodeName, taskId: task.id, reviewType, approvalComments } }
  }

  return {
    portal,
    outcomes,
    decision,
    object,
    actAs,
    submit,
    look,
    decide,
    openTask,
    approveBody,
    async close() {
      await portal.close()
    },
  }
}
export type Flows = Awaited<ReturnType<typeof openFlows>>
