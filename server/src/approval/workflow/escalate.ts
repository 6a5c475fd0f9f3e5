import { type CandidateRole, candidateSeats } from '@usance/domain/approval'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import type { Tx } from '../../database/database.ts'
import { notify } from '../../notify/notify.ts'
import { actedIn, isWithoutDecider, peopleFor, toldFor } from './candidates.ts'
import type { Instance } from './instance.ts'
import { peoplePage } from './makers-side.ts'
import { remember, tellNobodyDecides } from './open-step.ts'

/**
 * Tells the lead of the role about every task past its time, once: a company's directors, and among the operator's staff
 * the administrators. The lead is told, not put in place of the approver; where nobody may decide, the maker is told too. Answers how many tasks were passed on; run at
 * the end of the day in a transaction that sees every company.
 */
export async function escalateTasks(tx: Tx, now: Date): Promise<number> {
  const late = await tx
    .updateTable('workflowTask')
    .set({ escalatedAt: now.toISOString() })
    .where('status', '=', 'OPEN')
    .where('escalatedAt', 'is', null)
    .where('dueAt', '<', now.toISOString())
    .returning(['id', 'instanceId', 'companyId', 'candidateRole', 'nodeName'])
    .execute()
  for (const task of late) {
    const instance = (await tx
      .selectFrom('workflowInstance')
      .selectAll()
      .where('id', '=', task.instanceId)
      .executeTakeFirstOrThrow()) as Instance
    const leadRole: CandidateRole = ['SUPPLIER', 'BUYER', 'FUNDER', 'DIRECTOR'].includes(task.candidateRole)
      ? 'DIRECTOR'
      : 'ADMINISTRATOR'
    const leads = await peopleFor(tx, task.companyId, leadRole, instance)
    const role = task.candidateRole as CandidateRole
    const people = await peopleFor(tx, task.companyId, role, instance)
    const barred = [...instance.makerIds, ...(await actedIn(tx, instance))]
    const asked = await toldFor(tx, { role, companyId: task.companyId, people }, instance, barred)
    await remember(tx, instance, task.nodeName, 'ESCALATED', { taskId: task.id })
    if (await isWithoutDecider(tx, instance)) {
      await tellNobodyDecides(tx, instance, task.nodeName, [{ companyId: task.companyId, role }])
      continue
    }
    const about = {
      params: { businessNo: instance.businessNo, businessType: instance.businessType, nodeName: task.nodeName },
      objectType: instance.businessType,
      objectId: instance.businessId,
    }
    await notify(tx, {
      ...about,
      event: 'APPROVAL_OVERDUE',
      userIds: asked,
      inCompany: task.companyId,
      link: approvalPath(instance, 'approve', candidateSeats[role].companyRole),
    })
    // Who leads them may not read the approval, and sees to it that somebody decides.
    const leading = leads.map(({ userId }) => userId).filter((id) => !instance.makerIds.includes(id) && !asked.includes(id))
    await notify(tx, {
      ...about,
      event: 'APPROVAL_OVERDUE_OF_COLLEAGUES',
      userIds: leading,
      inCompany: task.companyId,
      link: peoplePage(candidateSeats[leadRole].companyRole),
    })
  }
  return late.length
}
