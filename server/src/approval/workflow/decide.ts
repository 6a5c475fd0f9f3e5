import { cleanComment, commentFor, commentMax } from '@usance/domain/approval'
import type { workflowCalls } from '@usance/wire/workflow/calls'
import { audit } from '../../audit/record.ts'
import { elevate, together } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { actingFor } from './acting.ts'
import { actedIn, administrators, stillToPass } from './candidates.ts'
import { contentTold } from './content-told.ts'
import { lockInstance } from './instance.ts'
import { remember, tellNobodyDecides } from './open-step.ts'
import { closeTasks, end, passStep, proveContent } from './pass-step.ts'
import { passCommentOf, warningsFor } from './warnings.ts'

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
  const onBehalfOf = await actingFor(
    { tx, app, actor, today: request.today },
    instance,
    task,
    review,
    Promise.resolve(acted),
  ).catch((error) => {
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
  // What speaks against it is asked for only where no comment was written.
  const isBarePass = review === 'PASSED' && cleanComment(body.approvalComments) === ''
  const asked = isBarePass ? await passCommentOf(request, instance, (await warningsFor(request, instance)).warnings) : null
  const comment = commentFor(review, body.approvalComments, asked)
  if (!comment.ok)
    throw faultyField('approvalComments', comment.refusal, {
      max: commentMax,
      count: [...cleanComment(body.approvalComments)].length,
    })
  if (body.contentHash !== undefined && body.contentHash !== contentTold(app, instance)) throw new Refused('CONTENT_CHANGED')
  if (review === 'PASSED') await proveContent(request, instance)

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
      content: contentTold(app, instance),
      ...(onBehalfOf ? { onBehalfOf: onBehalfOf.userId } : {}),
    },
  })
  if (review !== 'PASSED') {
    await closeTasks(request, instance, task.id, review)
    return end(request, instance, review, comment.value)
  }

  const step = instance.steps.find((one) => one.seq === task.seq)!
  const nowActed = [...acted, actor.userId, ...(onBehalfOf ? [onBehalfOf.userId] : [])]
  if (step.mode === 'ALL') {
    const { isWaiting, vacant } = await stillToPass(tx, instance, nowActed)
    if (!isWaiting && vacant.length > 0) await tellNobodyDecides(tx, instance, task.nodeName, vacant, await administrators(tx))
    if (isWaiting || vacant.length > 0) return { status: 'IN_APPROVE' as const, nextNode: task.nodeName }
  }
  return passStep(request, instance, task, { acted: nowActed, comment: comment.value })
}
