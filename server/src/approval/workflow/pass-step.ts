import type { ReviewType } from '@usance/domain/approval'
import { approvalMachine } from '@usance/domain/states/approval-instance'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import { alongside, together } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify, toldSoFar } from '../../notify/notify.ts'
import { decisionOf } from './decision.ts'
import type { Instance } from './instance.ts'
import { type MakersSide, makersSide, readWithTheRecord, sideLink } from './makers-side.ts'
import { openStep } from './open-step.ts'

/**
 * Refuses to pass an object that is not what was submitted; it can still be sent back. The object is locked before it is compared, so
 * that nobody changes it between the comparison and what the decision does with it.
 */
export async function proveContent(context: UseCaseContext, instance: Instance): Promise<void> {
  const decision = decisionOf(context.app, instance.businessType)
  await decision.lock(context.tx, instance.businessId)
  if ((await decision.contentHash(context.tx, instance.businessId)) !== instance.contentHash) throw new Refused('CONTENT_CHANGED')
  await decision.mayPass?.(context, instance)
}

/** Passes the open step by a task of it: the next step opens, or the approval ends. */
export async function passStep(
  context: UseCaseContext,
  instance: Instance,
  task: { id: string; seq: number },
  { acted, comment }: { acted: readonly string[]; comment: string },
) {
  await closeTasks(context, instance, task.id, 'PASSED')
  const next = await openStep(context, instance, task.seq, { acted })
  if (next) return { status: 'IN_APPROVE' as const, nextNode: next.node }
  return end(context, instance, 'PASSED', comment)
}

/** Stores the decision on its task, and cancels the other open tasks of the step. */
export async function closeTasks(
  { tx, actor, now }: UseCaseContext,
  instance: Instance,
  taskId: string,
  status: ReviewType,
): Promise<void> {
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
 * The page that the notice to the maker opens. What was sent back opens with its reason, to be corrected there. A bank account opens its
 * approval: its own page is for the operator's staff alone. So does every record for the directors who are told in place of a maker who left, as far as they may read it.
 */
const makerLink = (instance: Instance, side: MakersSide, review: ReviewType): string => {
  if (review === 'REJECTED') return sideLink(instance, side, 'edit')
  if (!side.isMaker) return sideLink(instance, side, 'view')
  return instance.businessType === 'BANK_ACCOUNT' || !instance.link ? approvalPath(instance, 'view') : instance.link
}

/**
 * The event of an outcome. A director or administrator who is told in place of a maker who left, and may not read the approval, is asked
 * to appoint somebody who corrects what came back.
 */
const outcomeEvent = ({ businessType }: Instance, { isMaker }: MakersSide, review: ReviewType) =>
  review === 'REJECTED' && !isMaker && readWithTheRecord.has(businessType)
    ? ('APPROVAL_REJECTED_OF_LEAVER' as const)
    : (`APPROVAL_${review}` as const)

const eventOf = { PASSED: 'pass', REJECTED: 'deny', REFUSED: 'reject' } as const

/**
 * Whether what the object itself tells of this decision reaches its maker's side: then the approval need not tell it again. Why
 * something came back must be said, though.
 */
const tellsSide = (
  { companyId, userId, objectId, params }: ReturnType<typeof toldSoFar>[number],
  { businessId, businessNo }: Instance,
  side: MakersSide,
  review: ReviewType,
  comment: string,
): boolean =>
  (userId === null ? companyId === side.inCompany : side.userIds.includes(userId)) &&
  (objectId === businessId || Object.values(params).includes(businessNo)) &&
  (review === 'PASSED' || params.comment === comment)

/** Ends an approval, runs what the outcome does to its object, and notifies the maker, or the directors of a maker who left. */
export async function end(context: UseCaseContext, instance: Instance, review: ReviewType, comment: string) {
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
  const side = await makersSide(tx, instance)
  if (!told.some((notice) => tellsSide(notice, instance, side, review, comment)))
    await notify(tx, {
      event: outcomeEvent(instance, side, review),
      userIds: side.userIds,
      inCompany: side.inCompany,
      params: { businessNo: instance.businessNo, businessType: instance.businessType, comment },
      objectType: instance.businessType,
      objectId: instance.businessId,
      link: makerLink(instance, side, review),
    })
  return { status, nextNode: null }
}
