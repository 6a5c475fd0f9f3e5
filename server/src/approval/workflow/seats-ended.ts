import { type CandidateRole, candidateRoles, candidateSeats } from '@usance/domain/approval'
import { isCompanyRole } from '@usance/wire/roles'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import type { Actor, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { actedIn, administrators, isWithoutDecider, stillToPass } from './candidates.ts'
import { contentTold } from './content-told.ts'
import { type Instance, lockInstance } from './instance.ts'
import { remember, tellNobodyDecides } from './open-step.ts'
import { passStep, proveContent } from './pass-step.ts'

/** A seat that somebody lost, or a role in it, with the roles that they held. */
export type LostSeat = { userId: string; companyId: string; role: string; userRoles: readonly string[] }

type Task = { id: string; seq: number; nodeName: string; companyId: string; candidateRole: CandidateRole }

const rolesOf = ({ role, userRoles }: LostSeat): CandidateRole[] =>
  candidateRoles.filter((one) => {
    const seat = candidateSeats[one]
    return seat.companyRole === role && seat.userRoles.some((name) => userRoles.includes(name))
  })

/**
 * Judges anew the steps that people who lost their seats could have decided. A step of ALL passes when everybody who is left has passed
 * it; of a step that is left with nobody its company's directors, the operator's administrators and the maker are told (decision 165).
 * The transaction sees every company afterwards.
 */
export async function rejudgeSteps(context: UseCaseContext, lost: readonly LostSeat[]): Promise<void> {
  const { tx } = context
  const asked = lost.flatMap((seat) => rolesOf(seat).map((role) => ({ ...seat, candidateRole: role })))
  if (asked.length === 0) return
  await elevate(tx)
  const { rows } = await sql<{ id: string; users: string[] }>`
    select i.id, array_agg(distinct lost.user_id) as users
    from unnest(${asked.map(({ companyId }) => companyId)}::uuid[], ${asked.map(({ candidateRole }) => candidateRole)}::text[],
      ${asked.map(({ userId }) => userId)}::uuid[]) as lost (company_id, candidate_role, user_id)
    join workflow_task t on t.company_id = lost.company_id and t.candidate_role = lost.candidate_role and t.status = 'OPEN'
    join workflow_instance i on i.id = t.instance_id and i.status = 'IN_APPROVE'
    group by i.id order by i.id`.execute(tx)
  for (const { id, users } of rows) await rejudge(context, id, users)
}

async function rejudge(context: UseCaseContext, instanceId: string, users: readonly string[]): Promise<void> {
  const { tx } = context
  // The lock waits for a decision under way, which then counts among those that passed.
  const instance = await lockInstance(tx, instanceId)
  if (instance.status !== 'IN_APPROVE') return
  const tasks = (await tx
    .selectFrom('workflowTask')
    .select(['id', 'seq', 'nodeName', 'companyId', 'candidateRole'])
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .orderBy('id')
    .execute()) as Task[]
  const acted = await actedIn(tx, instance)
  if (instance.steps.find(({ seq }) => seq === instance.currentSeq)?.mode === 'ALL') {
    const { isWaiting, vacant } = await stillToPass(tx, instance, acted)
    if (!isWaiting && vacant.length === 0 && (await passAsDecided(context, instance, tasks, acted))) return
  }
  const barred = [...instance.makerIds, ...acted]
  if (users.every((one) => barred.includes(one)) || !(await isWithoutDecider(tx, instance))) return
  const asked = tasks.map(({ candidateRole: role, companyId }) => ({ role, companyId }))
  await tellNobodyDecides(tx, instance, instance.currentNode ?? tasks[0]!.nodeName, asked, await administrators(tx))
}

/**
 * Passes a step of ALL that everybody who is left has passed, as the one who passed it last. Answers false where nobody has passed it,
 * or where the object may not pass now: then somebody has to look at it, and nothing of it is done.
 */
async function passAsDecided(
  context: UseCaseContext,
  instance: Instance,
  tasks: readonly Task[],
  acted: readonly string[],
): Promise<boolean> {
  const { tx } = context
  const last = await lastToPass(context, instance, tasks)
  if (!last) return false
  const { task, actor, comment } = last
  await sql`savepoint passed_by_all`.execute(tx)
  try {
    const decided: UseCaseContext = { ...context, actor }
    await proveContent(decided, instance)
    await remember(tx, instance, task.nodeName, 'COMPLETED', { taskId: task.id })
    await audit(context, {
      event: 'APPROVAL_COMPLETED',
      objectType: instance.businessType,
      objectId: instance.businessId,
      objectNo: instance.businessNo,
      after: { node: task.nodeName, round: instance.round, passedBy: acted, content: contentTold(context.app, instance) },
    })
    await passStep(decided, instance, task, { acted, comment })
    await sql`release savepoint passed_by_all`.execute(tx)
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint passed_by_all`.execute(tx)
    return false
  }
}

/** Who passed one of the tasks last in this round, as an actor in its seat, with what they said. */
async function lastToPass(
  { app, tx, actor }: UseCaseContext,
  instance: Instance,
  tasks: readonly Task[],
): Promise<{ task: Task; actor: Actor; comment: string } | undefined> {
  const row = await passesOf(tx, instance, tasks)
  const task = tasks.find(({ id }) => id === row?.taskId)
  if (!row || !task) return undefined
  const seat = candidateSeats[task.candidateRole]
  if (!isCompanyRole(seat.companyRole)) return undefined
  return {
    task,
    comment: row.comment ?? '',
    actor: {
      ...{ userId: row.userId, userName: row.userName, cname: row.cname, sessionId: '' },
      ...{ companyId: row.companyId, companyCode: row.companyCode, companyName: row.companyName },
      ...{ companyRole: seat.companyRole, userRoles: [...seat.userRoles], staff: seat.companyRole === 'PLATFORM' },
      permissions: await app.matrix.permissionsOf(seat.companyRole, [...seat.userRoles]),
      ...{ signatory: false, timeZone: actor.timeZone, guided: false, enrolling: false },
    },
  }
}

const passesOf = (tx: Tx, instance: Instance, tasks: readonly Task[]) =>
  tx
    .selectFrom('workflowHistory as h')
    .innerJoin('appUser as u', 'u.id', 'h.userId')
    .innerJoin('company as c', 'c.id', 'h.companyId')
    .select(['u.id as userId', 'u.userName', 'u.cname', 'c.id as companyId', 'c.code as companyCode', 'c.name as companyName'])
    .select(['h.auditComment as comment', 'h.taskId'])
    .where('h.instanceId', '=', instance.id)
    .where('h.round', '=', instance.round)
    .where('h.taskId', '=', anyOf(tasks.map(({ id }) => id)))
    .where('h.operation', '=', 'PASSED')
    .orderBy('h.updateTime', 'desc')
    .orderBy('h.id', 'desc')
    .executeTakeFirst()
