import { type CandidateRole, candidateSeats, mayDecide, type ReviewType, reviewTypes, sitsFor } from '@usance/domain/approval'
import { permissionToDecide } from '@usance/domain/approval-flows'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { type Tx, together } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { actedForAnother } from '../../http/one-party.ts'
import { concernOf, isConcerned } from '../../http/own-interest.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { type About, actedIn, companyFor, type Person } from './candidates.ts'
import type { Instance } from './instance.ts'

/** The permission that each decision takes. */
export const permissionFor: Record<ReviewType, string> = {
  PASSED: 'approval.pass',
  REJECTED: 'approval.deny',
  REFUSED: 'approval.reject',
}

type Asked = { tx: Tx; app: App; actor: Actor; today: string }
type Task = { companyId: string; candidateRole: string }

/** What speaks for and against the caller's decisions on an instance, whatever they are. */
async function standingOf({ tx, actor }: Asked, instance: Instance, acted: Promise<string[]>) {
  const [actedIds, { rows }] = await together(
    acted,
    sql<{ acted: boolean; concerned: boolean }>`select ${actedForAnother(
      sql`${actor.userId}::uuid`,
      sql`${actor.companyId}::uuid`,
      sql`${instance.businessId}::uuid`,
    )} as acted, ${isConcerned({
      userId: sql`${actor.userId}::uuid`,
      companyId: sql`${actor.companyId}::uuid`,
      ...concernOf(instance),
    })} as concerned`.execute(tx),
  )
  return { actedIds, actedForAnother: rows[0]!.acted, isConcerned: rows[0]!.concerned }
}

/** Whether the caller may give a review on a task, and for whom: `delegator` is a colleague who delegated to them today. */
async function judge(
  asked: Asked,
  instance: Instance,
  task: Task,
  review: ReviewType,
  standing: Awaited<ReturnType<typeof standingOf>>,
) {
  const { actor } = asked
  const role = task.candidateRole as CandidateRole
  const special = permissionToDecide(instance.businessType, role)
  const permissions = special ? [permissionFor[review], special] : [permissionFor[review]]
  const sits =
    task.companyId === actor.companyId && sitsFor(role, actor) && permissions.every((one) => actor.permissions.has(one))
  const delegator = sits
    ? undefined
    : await delegatorOf(asked, task, [...instance.makerIds, ...standing.actedIds], permissions, instance)
  const may = mayDecide({
    userId: actor.userId,
    makerIds: instance.makerIds,
    sits: sits || delegator !== undefined,
    ...standing,
  })
  return { may, delegator }
}

/**
 * The person for whom the caller decides on a task: null for themselves, or the colleague who delegated to them today. Refuses
 * makers of the object, deciders of this round, users who have acted for another party in its matter, users with an interest of
 * their own in it, users outside the task's seat, and users who may not decide on such objects.
 */
export async function actingFor(
  asked: Asked,
  instance: Instance,
  task: Task,
  review: ReviewType,
  acted: Promise<string[]>,
): Promise<Pick<Person, 'userId' | 'name'> | null> {
  const { may, delegator } = await judge(asked, instance, task, review, await standingOf(asked, instance, acted))
  accepted(may)
  return delegator ?? null
}

/** The decisions that the caller may give on a task, for themselves or for a colleague; the page shows its buttons by it. */
export async function reviewsOf(asked: Asked, instance: Instance, task: Task): Promise<ReviewType[]> {
  const standing = await standingOf(asked, instance, actedIn(asked.tx, instance))
  const given: ReviewType[] = []
  for (const review of reviewTypes) if ((await judge(asked, instance, task, review, standing)).may.ok) given.push(review)
  return given
}

async function delegatorOf({ tx, app, actor, today }: Asked, task: Task, barred: string[], permissions: string[], about?: About) {
  const { companyRole, userRoles } = candidateSeats[task.candidateRole as CandidateRole]
  if (task.companyId !== actor.companyId || companyRole !== actor.companyRole) return undefined
  // Among staff a delegate acts in a role that both hold.
  if (actor.staff && !sitsFor(task.candidateRole as CandidateRole, actor)) return undefined
  const rows = await tx
    .selectFrom('delegation as d')
    .innerJoin('appUser as u', 'u.id', 'd.fromUserId')
    .innerJoin('userCompanyRole as r', (join) =>
      join.onRef('r.userId', '=', 'd.fromUserId').onRef('r.companyId', '=', 'd.companyId'),
    )
    .select(['u.id as userId', 'u.cname as name', 'r.userRoles'])
    .where('d.toUserId', '=', actor.userId)
    .where('d.companyId', '=', task.companyId)
    .where('d.companyRole', '=', companyRole)
    .where('d.endedAt', 'is', null)
    .where('d.fromDate', '<=', today)
    .where('d.toDate', '>=', today)
    .where('u.status', '=', 'active')
    .where('r.status', '=', 'ENABLE')
    .where('r.role', '=', companyRole)
    .where(sql<boolean>`r.user_roles && ${[...userRoles]}::text[]`)
    .$if(about !== undefined, (query) =>
      query
        .where(sql<boolean>`not ${actedForAnother(sql`u.id`, sql`r.company_id`, sql`${about!.businessId}::uuid`)}`)
        .where(sql<boolean>`not ${isConcerned({ userId: sql`u.id`, companyId: sql`r.company_id`, ...concernOf(about!) })}`),
    )
    .orderBy('d.createdAt')
    .execute()
  for (const { userId, name, userRoles: theirs } of rows) {
    if (barred.includes(userId)) continue
    const held = await app.matrix.permissionsOf(companyRole, theirs)
    if (permissions.every((one) => held.has(one))) return { userId, name }
  }
  return undefined
}

/** Whether the caller sits for one of the roles today, or a colleague does who delegated to them. */
async function sitsForOneOf(asked: Asked, roles: readonly CandidateRole[]): Promise<boolean> {
  const { actor } = asked
  if (roles.some((role) => sitsFor(role, actor))) return true
  for (const candidateRole of roles)
    if (await delegatorOf(asked, { companyId: actor.companyId, candidateRole }, [], [])) return true
  return false
}

/**
 * Whether the caller takes part in an approval: as who submitted it, as somebody who has decided in it or in whose name that was done,
 * or in a seat that is asked now, also for a colleague who delegated to them. Those who may not decide, such as who entered the account
 * that is paid to, take no part by that.
 */
export async function takesPart(asked: Asked, instance: Instance): Promise<boolean> {
  const { tx, actor } = asked
  if (instance.makerId === actor.userId) return true
  const acted = await tx
    .selectFrom('workflowHistory')
    .select('id')
    .where('instanceId', '=', instance.id)
    .where(({ or, eb }) => or([eb('userId', '=', actor.userId), eb('onBehalfOfId', '=', actor.userId)]))
    .limit(1)
    .executeTakeFirst()
  if (acted) return true
  const open = await tx
    .selectFrom('workflowTask')
    .select('candidateRole')
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .where('companyId', '=', actor.companyId)
    .execute()
  return sitsForOneOf(
    asked,
    open.map(({ candidateRole }) => candidateRole as CandidateRole),
  )
}

/** Whether one of the steps asks a seat of the caller, now or at its turn. Steps that the object does not need ask nobody. */
const hasSeatIn = (asked: Asked, instance: Instance): Promise<boolean> =>
  sitsForOneOf(
    asked,
    instance.steps
      .filter((step) => step.needed && (!step.standIn || step.seq === instance.currentSeq))
      .flatMap((step) => step.roles)
      .filter((role) => companyFor(instance, role, asked.actor) === asked.actor.companyId),
  )

/** Whether the caller takes part in an approval, or is asked at the turn of a later step. */
export const isOfFlow = async (asked: Asked, instance: Instance): Promise<boolean> =>
  (await takesPart(asked, instance)) || (await hasSeatIn(asked, instance))

/**
 * Lets those read an approval who hold the view right of its object, and those of its flow. To everybody else it is
 * missing.
 */
export async function checkMayRead(asked: Asked, instance: Instance, viewRight: string | null): Promise<void> {
  if (viewRight && asked.actor.permissions.has(viewRight)) return
  if (await isOfFlow(asked, instance)) return
  throw new Refused('NOT_FOUND')
}
