import type { FlowStepView, workflowCalls } from '@usance/wire/workflow/calls'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { couldDecide } from './acting.ts'
import type { Instance } from './instance.ts'

/** The history lines of an instance, oldest first. Row-level security hides the instance, and with it these, from strangers. */
export const historyRows = (tx: Tx, instanceIds: string[]) =>
  tx
    .selectFrom('workflowHistory')
    .select(['updateTime', 'assigneeName', 'operation', 'auditComment', 'nodeName', 'round', 'onBehalfOf'])
    .where('instanceId', 'in', instanceIds)
    .orderBy('updateTime')
    .orderBy('id')
    .execute()

/** Where an object's approval stands: steps, history, and the caller's own open task when asked for. */
export const showHistory: Handler<typeof workflowCalls.history> = async (request) => {
  const { tx, actor, app, today, body } = request
  let found = tx
    .selectFrom('workflowInstance')
    .selectAll()
    .where('businessNo', '=', body.businessNo)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  if (body.businessType) found = found.where('businessType', '=', body.businessType)
  const instances = (await found.limit(50).execute()) as Instance[]
  const instance = instances[0]
  if (!instance) throw new Refused('NOT_FOUND')
  const rows = await historyRows(
    tx,
    instances
      .filter((one) => one.businessId === instance.businessId && one.businessType === instance.businessType)
      .map((one) => one.id),
  )
  const maker = instance.makerId
    ? await tx.selectFrom('appUser').select('cname').where('id', '=', instance.makerId).executeTakeFirst()
    : undefined
  const facts = instance.facts as { warnings?: string[] }
  const title = instance.title as { text?: string }
  return {
    businessNo: instance.businessNo,
    businessType: instance.businessType,
    businessId: instance.businessId,
    title: { text: title.text ?? null },
    status: instance.status as 'IN_APPROVE',
    currentNode: instance.currentNode,
    round: instance.round,
    taskId: body.ifQueryTask === 'YES' ? await ownTask() : null,
    contentHash: instance.contentHash,
    makerName: maker?.cname ?? null,
    amount: instance.amount,
    currency: instance.currency,
    warnings: facts.warnings ?? [],
    link: instance.link,
    // Of a later round, when it was submitted again.
    startedAt: rows.filter((row) => row.operation === 'SUBMITTED').at(-1)?.updateTime ?? instance.createdAt,
    steps: stepsAsTheyStand(
      instance,
      rows.filter((row) => row.round === instance.round),
    ),
    detailDTOS: rows,
  }

  async function ownTask(): Promise<string | null> {
    const open = await tx
      .selectFrom('workflowTask')
      .select(['id', 'companyId', 'candidateRole'])
      .where('instanceId', '=', instance!.id)
      .where('status', '=', 'OPEN')
      .where('companyId', '=', actor.companyId)
      .execute()
    for (const task of open) if (await couldDecide({ tx, app, actor, today }, instance!, task)) return task.id
    return null
  }
}

type Line = { nodeName: string; operation: string; assigneeName: string; updateTime: string; onBehalfOf: string | null }

/** Each step with what happened to it in the current round. */
export function stepsAsTheyStand(instance: Instance, lines: readonly Line[]): FlowStepView[] {
  return instance.steps.map((step) => {
    const line = lines.filter((one) => one.nodeName === step.node).at(-1)
    return {
      seq: step.seq,
      nodeName: step.node,
      roles: [...step.roles],
      mode: step.mode,
      state: stateOf(instance, step, line),
      assigneeName: line && line.operation !== 'SKIPPED' ? line.assigneeName : null,
      updateTime: line?.updateTime ?? null,
    }
  })
}

function stateOf(instance: Instance, step: Instance['steps'][number], line: Line | undefined): FlowStepView['state'] {
  if (!step.needed) return 'NOT_NEEDED'
  if (line?.operation === 'SKIPPED') return 'SKIPPED'
  if (step.standIn && !line && step.seq !== instance.currentSeq) return 'NOT_NEEDED'
  if (line && ['REJECTED', 'REFUSED', 'WITHDRAWN'].includes(line.operation)) return 'STOPPED'
  if (instance.status === 'IN_APPROVE' && step.seq === instance.currentSeq) return 'CURRENT'
  return line?.operation === 'PASSED' ? 'DONE' : 'WAITING'
}
