import { approvalMachine } from '@usance/domain/states/approval-instance'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { lockInstance } from './instance.ts'
import { remember } from './open-step.ts'

/**
 * Takes an object out of approval, because its maker withdrew it. Its open tasks are cancelled and whoever was asked is
 * told. `from` is the state that the approval is in: what was sent back is withdrawn as well. Answers whether there was such an
 * approval; the transaction sees every company afterwards.
 */
export async function cancelFlow(
  context: UseCaseContext,
  businessType: string,
  businessId: string,
  from: 'IN_APPROVE' | 'REJECTED' = 'IN_APPROVE',
): Promise<boolean> {
  const { tx, actor, now } = context
  await elevate(tx)
  const live = await tx
    .selectFrom('workflowInstance')
    .select('id')
    .where('businessType', '=', businessType)
    .where('businessId', '=', businessId)
    .where('status', '=', from)
    .executeTakeFirst()
  if (!live) return false
  const instance = await lockInstance(tx, live.id)
  const next = approvalMachine.next(instance.status, 'withdraw')
  if (instance.status !== from || !next.ok) return false
  const status = next.value
  await tx
    .updateTable('workflowInstance')
    .set({ status, currentNode: null, endedAt: now.toISOString() })
    .where('id', '=', instance.id)
    .execute()
  const cancelled = await tx
    .updateTable('workflowTask')
    .set({ status: 'CANCELLED' })
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .returning('companyId')
    .execute()
  await remember(tx, instance, instance.currentNode ?? 'SUBMIT', status, {
    userId: actor.userId,
    name: actor.cname,
    companyId: actor.companyId,
  })
  await audit(context, {
    event: 'APPROVAL_WITHDRAWN',
    objectType: businessType,
    objectId: businessId,
    objectNo: instance.businessNo,
  })
  await notify(tx, {
    event: 'APPROVAL_WITHDRAWN',
    companyIds: cancelled.map((task) => task.companyId),
    params: { businessNo: instance.businessNo, businessType },
    objectType: businessType,
    objectId: businessId,
    ...(instance.link !== null && { link: instance.link }),
  })
  return true
}
