import { commentFor, type ReviewType } from '@usance/domain/approval'
import { approvalMachine } from '@usance/domain/states/approval-instance'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import type { workflowCalls } from '@usance/wire/workflow/calls'
import { audit } from '../../audit/record.ts'
import { alongside, elevate, together } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify, toldSoFar } from '../../notify/notify.ts'
import { actingFor } from './acting.ts'
import { actedIn, peopleFor } from './candidates.ts'
import { decisionOf } from './decision.ts'
import { type Instance, lockInstance } from './instance.ts'
import { openStep, remember } from './open-step.ts'

/**
 * The caller decides on their own open task. Where the flow stands is read from the locked instance, never from the
 * request: a node or task the browser names only has to be the one that is open. The object's own part of the decision
 * runs in the same transaction.
 */
export const decide: Handler<typeof workflowCalls.approve> = async (request) => {
  const { tx, actor, app, body } = request
  const review = body.reviewType
  const seen = await tx
    .selectFrom('workflowTask')
    .select(['instanceId', 'companyId'])
    .where('id', '=', body.taskId)
    .executeTakeFirst()
  if (!seen || seen.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const [instance, task] = await together(
    lockInstance(tx, seen.instanceId),
    tx.selectFrom('workflowTask').selectAll().where('id', '=', body.taskId).executeTakeFirstOrThrow(),
  )
  if (instance.businessNo !== body.businessNo) throw new Refused('NOT_FOUND')
  const acted = await actedIn(tx, instance)
  const asked = { tx, app, actor, today: request.today }
  const onBehalfOf = await actingFor(asked, instance, task, review, Promise.resolve(acted)).catch((error) => {
    // Whoever decided a moment ago learns that the task is done, not that it was never theirs.
    if (error instanceof Refused && error.refusal === 'NOT_YOUR_TASK' && task.decidedBy === actor.userId)
      throw new Refused('STALE_VERSION')
    throw error
  })
  if (
    task.status !== 'OPEN' ||
    instance.status !== 'IN_APPROVE' ||
    task.seq !== instance.currentSeq ||
    task.nodeName !== body.nodeName
  )
    throw new Refused('STALE_VERSION')
  const comment = commentFor(review, body.approvalComments)
  if (!comment.ok) throw faultyField('approvalComments', comment.refusal)
  await provenContent(request, instance, review, body.contentHash)

  await remember(tx, instance, task.nodeName, review, {
    taskId: task.id,
    userId: actor.userId,
    name: actor.cname,
    companyId: actor.companyId,
    comment: comment.value,
    onBehalfOf,
  })
  await audit(request, {
    event: `APPROVAL_${review}`,
    objectType: instance.businessType,
    objectId: instance.businessId,
    objectNo: instance.businessNo,
    after: {
      node: task.nodeName,
      round: instance.round,
      comment: comment.value,
      contentHash: instance.contentHash,
      ...(onBehalfOf ? { onBehalfOf: onBehalfOf.userId } : {}),
    },
  })
  if (review !== 'PASSED') {
    await closeTasks(request, instance, task.id, review)
    return end(request, instance, review, comment.value)
  }

  const step = instance.steps.find((one) => one.seq === task.seq)!
  const nowActed = [...acted, actor.userId, ...(onBehalfOf ? [onBehalfOf.userId] : [])]
  if (step.mode === 'ALL' && (await stillToPass(request, instance, task, nowActed)))
    return { status: 'IN_APPROVE' as const, nextNode: task.nodeName }
  await closeTasks(request, instance, task.id, 'PASSED')
  const next = await openStep(request, instance, task.seq, { acted: nowActed })
  if (next) return { status: 'IN_APPROVE' as const, nextNode: next.node }
  return end(request, instance, 'PASSED', comment.value)
}

/**
 * Passing is bound to what was submitted and to what the approver saw; a changed object can still be sent back. The object is
 * locked before it is compared, so that nobody changes it between the comparison and what the decision does with it.
 */
async function provenContent(
  context: UseCaseContext,
  instance: Instance,
  review: ReviewType,
  seenHash: string | undefined,
): Promise<void> {
  if (seenHash !== undefined && seenHash !== instance.contentHash) throw new Refused('CONTENT_CHANGED')
  if (review !== 'PASSED') return
  const decision = decisionOf(context.app, instance.businessType)
  await decision.lock(context.tx, instance.businessId)
  if ((await decision.contentHash(context.tx, instance.businessId)) !== instance.contentHash) throw new Refused('CONTENT_CHANGED')
  await decision.mayPass?.(context, instance)
}

/** Whether somebody who sits for the step has not passed it yet. */
async function stillToPass(
  { tx }: UseCaseContext,
  instance: Instance,
  task: { companyId: string; candidateRole: string },
  acted: readonly string[],
): Promise<boolean> {
  const done = [...instance.makerIds, ...acted]
  const people = await peopleFor(tx, task.companyId, task.candidateRole as Parameters<typeof peopleFor>[2], instance)
  return people.some((person) => !done.includes(person.userId))
}

async function closeTasks({ tx, actor, now }: UseCaseContext, instance: Instance, taskId: string, status: ReviewType) {
  const decided = tx
    .updateTable('workflowTask')
    .set({ status, decidedBy: actor.userId, decidedAt: now.toISOString() })
    .where('id', '=', taskId)
    .execute()
  const others = tx
    .updateTable('workflowTask')
    .set({ status: 'CANCELLED' })
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .execute()
  await together(alongside(tx, decided), alongside(tx, others))
}

/**
 * What was sent back is read with its reason and corrected from there. The account that a director entered stands on a page
 * of the operator's staff alone, its approval on one that both may open.
 */
const makerLink = (instance: Instance, review: ReviewType): string => {
  if (review === 'REJECTED') return approvalPath(instance, 'edit', instance.makerRole ?? undefined)
  return instance.businessType === 'BANK_ACCOUNT' || !instance.link ? approvalPath(instance, 'view') : instance.link
}

const eventOf = { PASSED: 'pass', REJECTED: 'deny', REFUSED: 'reject' } as const

/**
 * Whether what the object itself tells of this decision reaches its maker: then the approval need not tell it again. Why
 * something came back must be said, though.
 */
const tellsMaker = (
  { companyId, userId, objectId, params }: ReturnType<typeof toldSoFar>[number],
  { makerId, makerCompanyId, businessId, businessNo }: Instance,
  review: ReviewType,
  comment: string,
): boolean =>
  (userId === makerId || companyId === makerCompanyId) &&
  (objectId === businessId || Object.values(params).includes(businessNo)) &&
  (review === 'PASSED' || params.comment === comment)

async function end(context: UseCaseContext, instance: Instance, review: ReviewType, comment: string) {
  const { app, tx, now } = context
  const status = accepted(approvalMachine.next(instance.status, eventOf[review]))
  const stored = tx
    .updateTable('workflowInstance')
    .set({ status, currentNode: null, endedAt: now.toISOString() })
    .where('id', '=', instance.id)
    .execute()
  await alongside(tx, stored)
  const ended: Instance = { ...instance, status, currentNode: null }
  const decision = decisionOf(app, instance.businessType)
  const earlier = toldSoFar(tx).length
  if (review === 'PASSED') await decision.passed(context, ended)
  else if (review === 'REJECTED') await decision.rejected(context, ended, comment)
  else await decision.refused(context, ended, comment)
  const told = toldSoFar(tx).slice(earlier)
  if (instance.makerId && !told.some((notice) => tellsMaker(notice, instance, review, comment)))
    await notify(tx, {
      event: `APPROVAL_${review}`,
      userIds: [instance.makerId],
      params: { businessNo: instance.businessNo, businessType: instance.businessType, comment },
      objectType: instance.businessType,
      objectId: instance.businessId,
      link: makerLink(instance, review),
    })
  return { status, nextNode: null }
}
