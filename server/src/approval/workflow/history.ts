import type { ReviewType } from '@usance/domain/approval'
import type { FlowStepView, workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { doerName } from '../../audit/doer.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { reviewsOf } from './acting.ts'
import { isWithoutDecider } from './candidates.ts'
import { contentTold } from './content-told.ts'
import type { Instance } from './instance.ts'
import { instancesSeen } from './instances-seen.ts'
import { passCommentOf, warningsFor } from './warnings.ts'

/** The name in a line of `workflow_history`: that of a colleague, of the actor's company, or of the portal itself. */
export const historyName = (reader: Pick<Actor, 'companyId' | 'staff'>) =>
  sql<string>`coalesce(${doerName(reader, sql.ref('workflow_history.company_id'), sql.ref('assignee_name'))}, assignee_name)`.as(
    'assigneeName',
  )

/**
 * The history lines of an instance, oldest first. Row-level security hides them with the instance from strangers; people of
 * another company appear under its name.
 */
const historyRows = (tx: Tx, reader: Pick<Actor, 'companyId' | 'staff'>, instanceIds: string[]) =>
  tx
    .selectFrom('workflowHistory')
    .select(['updateTime', 'operation', 'auditComment', 'nodeName', 'round', historyName(reader)])
    .select(
      sql<string | null>`case when ${reader.staff} or company_id = ${reader.companyId} then on_behalf_of end`.as('onBehalfOf'),
    )
    .where('instanceId', 'in', instanceIds)
    .orderBy('updateTime')
    .orderBy('id')
    .execute()

/** Where an object's approval stands: steps, history, and the caller's own open task when asked for. */
export const showHistory: Handler<typeof workflowCalls.history> = async (request) => {
  const { tx, actor, app, today, body } = request
  const [instance, ...earlier] = await instancesSeen(request, body)
  const rows = await historyRows(
    tx,
    actor,
    [instance, ...earlier]
      .filter((one) => one.businessId === instance.businessId && one.businessType === instance.businessType)
      .map((one) => one.id),
  )
  // Of a later round, after it was submitted again.
  const submitted = rows.filter((row) => row.operation === 'SUBMITTED').at(-1)
  const startedAt = submitted?.updateTime ?? instance.createdAt
  const title = instance.title as { text?: string }
  const { taskId, reviews } = body.ifQueryTask === 'YES' ? await ownTask() : nobodys
  // The tasks of another party are not the caller's to see, but whether the approval has anybody is.
  await elevate(tx)
  const { warnings, signs } = await warningsFor(request, instance)
  const withoutDecider = instance.status === 'IN_APPROVE' && (await isWithoutDecider(tx, instance))
  return {
    businessNo: instance.businessNo,
    businessType: instance.businessType,
    businessId: instance.businessId,
    title: { text: title.text ?? null },
    status: instance.status as 'IN_APPROVE',
    currentNode: instance.currentNode,
    round: instance.round,
    taskId,
    reviews,
    contentHash: contentTold(app, instance),
    makerName: submitted?.assigneeName ?? null,
    amount: instance.amount && instance.currency ? amountText(instance.amount, instance.currency) : null,
    currency: instance.currency,
    warnings,
    signs,
    passComment: taskId === null ? null : await passCommentOf(request, instance, warnings),
    link: instance.link,
    startedAt,
    withoutDecider,
    steps: stepsAsTheyStand(
      instance,
      rows.filter((row) => row.round === instance.round),
    ),
    detailDTOS: rows,
  }

  async function ownTask(): Promise<OwnTask> {
    const open = await tx
      .selectFrom('workflowTask')
      .select(['id', 'companyId', 'candidateRole'])
      .where('instanceId', '=', instance.id)
      .where('status', '=', 'OPEN')
      .where('companyId', '=', actor.companyId)
      .execute()
    for (const task of open) {
      const reviews = await reviewsOf({ tx, app, actor, today }, instance, task)
      if (reviews.length > 0) return { taskId: task.id, reviews }
    }
    return nobodys
  }
}

type OwnTask = { taskId: string | null; reviews: ReviewType[] }
const nobodys: OwnTask = { taskId: null, reviews: [] }

type Line = { nodeName: string; operation: string; assigneeName: string; updateTime: string; onBehalfOf: string | null }

const isPassed = ({ operation }: Line) => operation === 'PASSED'

/** Each step with what happened to it in the current round. */
function stepsAsTheyStand(instance: Instance, lines: readonly Line[]): FlowStepView[] {
  return instance.steps.map((step) => {
    const ofStep = lines.filter((one) => one.nodeName === step.node)
    // That it was completed by a seat that ended says nothing of who passed it.
    const line = ofStep.at(-1)?.operation === 'COMPLETED' ? ofStep.findLast(isPassed) : ofStep.at(-1)
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
