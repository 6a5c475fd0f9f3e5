import { alongside } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { actedIn, companyFor, peopleFor } from './candidates.ts'
import type { Instance, InstanceStep } from './instance.ts'

/**
 * Moves an instance to its next needed step after the given one and asks the people who sit for it. A step nobody but the
 * maker could decide is left out where the flow allows it. Answers the new node, or null when no step is left.
 */
export async function openStep(
  context: Pick<UseCaseContext, 'tx' | 'now'>,
  instance: Instance,
  afterSeq: number,
): Promise<InstanceStep | null> {
  const { tx, now } = context
  const barred = [...instance.makerIds, ...(await actedIn(tx, instance))]
  let leftOut = false
  for (const step of instance.steps.filter((one) => one.seq > afterSeq && one.needed)) {
    if (step.standIn && !leftOut) continue
    const asked = []
    for (const role of step.roles) {
      const companyId = await companyFor(tx, instance, role)
      if (!companyId) continue
      const people = (await peopleFor(tx, companyId, role)).filter((person) => !barred.includes(person.userId))
      asked.push({ role, companyId, people })
    }
    if (step.skippable && asked.every(({ people }) => people.length === 0)) {
      await remember(tx, instance, step.node, 'SKIPPED')
      leftOut = true
      continue
    }
    // A party the object does not have cannot be waited for; the others of the step decide.
    if (asked.length === 0) throw new Error(`The step ${step.node} of ${instance.businessType} has no party to decide it.`)
    const tasks = tx
      .insertInto('workflowTask')
      .values(
        asked.map(({ role, companyId }) => ({
          id: newId(),
          instanceId: instance.id,
          seq: step.seq,
          nodeName: step.node,
          candidateRole: role,
          companyId,
          dueAt: new Date(now.getTime() + step.slaHours * 3_600_000).toISOString(),
        })),
      )
      .execute()
    await alongside(tx, tasks)
    const moved = tx
      .updateTable('workflowInstance')
      .set({ currentSeq: step.seq, currentNode: step.node })
      .where('id', '=', instance.id)
      .execute()
    await alongside(tx, moved)
    await notify(tx, {
      event: 'APPROVAL_WAITING',
      userIds: [...new Set(asked.flatMap(({ people }) => people.map((person) => person.userId)))],
      params: { businessNo: instance.businessNo, businessType: instance.businessType, nodeName: step.node },
      objectType: instance.businessType,
      objectId: instance.businessId,
      link: approvalLink(instance),
    })
    return step
  }
  return null
}

/** Where the portal shows an approval. */
export const approvalLink = (instance: { businessNo: string; businessType: string }) =>
  `/approval/${encodeURIComponent(instance.businessNo)}/approve?businessType=${instance.businessType}`

type Entry = {
  taskId?: string
  userId?: string
  name?: string
  companyId?: string
  comment?: string
  onBehalfOf?: { userId: string; name: string } | null
}

/** Adds a line to the history of an instance; without a person it is the system that acted. */
export async function remember(
  tx: UseCaseContext['tx'],
  instance: Pick<Instance, 'id' | 'round'>,
  nodeName: string,
  operation: string,
  entry: Entry = {},
): Promise<void> {
  const line = tx
    .insertInto('workflowHistory')
    .values({
      id: newId(),
      instanceId: instance.id,
      taskId: entry.taskId ?? null,
      round: instance.round,
      nodeName,
      userId: entry.userId ?? null,
      assigneeName: entry.name ?? 'SYSTEM',
      onBehalfOf: entry.onBehalfOf?.name ?? null,
      onBehalfOfId: entry.onBehalfOf?.userId ?? null,
      companyId: entry.companyId ?? null,
      operation,
      auditComment: entry.comment ?? null,
    })
    .execute()
  await alongside(tx, line)
}
