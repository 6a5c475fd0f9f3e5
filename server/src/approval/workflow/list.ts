import { candidateRoles, candidateSeats, type ReviewType, reviewTypes, sitsFor } from '@usance/domain/approval'
import { businessTypes, permissionToDecide } from '@usance/domain/approval-flows'
import { letterFor } from '@usance/domain/permissions'
import type { CompanyRole } from '@usance/wire/roles'
import { doneTaskList, openTaskList, ownApprovalList } from '@usance/wire/workflow/list'
import { type Expression, sql } from 'kysely'
import { doerName } from '../../audit/doer.ts'
import type { Tx } from '../../database/database.ts'
import { actedForAnother, callerActedForAnother } from '../../http/one-party.ts'
import { isConcerned } from '../../http/own-interest.ts'
import { type ListContext, source } from '../../list/source.ts'
import { permissionFor } from './acting.ts'

/**
 * SQL: whether the delegator, whose seat is `r`, holds the permissions for a decision on the task `t`, by the present matrix. A
 * decision checks the same (`acting.ts`).
 */
function holdsWhatItTakes(companyRole: string, review: ReviewType) {
  const roles = candidateRoles.filter((role) => candidateSeats[role].companyRole === companyRole)
  const needs = roles.flatMap((role) => [
    { role, type: '*', permission: permissionFor[review] },
    ...businessTypes.flatMap((type) => {
      const permission = permissionToDecide(type, role)
      return permission ? [{ role, type: type as string, permission }] : []
    }),
  ])
  const userRoles = [...new Set(roles.flatMap((role) => candidateSeats[role].userRoles))]
  const ways = [...new Set(needs.map(({ permission }) => permission))].flatMap((permission) =>
    userRoles.flatMap((userRole) => {
      const letter = letterFor(permission, companyRole, userRole)
      return letter ? [{ permission, userRole, letter }] : []
    }),
  )
  return sql<boolean>`not exists (
    select 1 from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) as need (role text, type text, permission text)
    where need.role = t.candidate_role and need.type in ('*', i.business_type) and not exists (
      select 1 from role_permission p
      join jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as way (permission text, "userRole" text, letter text)
        on way.permission = p.permission and position(way.letter in p.roles) > 0
      where p.permission = need.permission and way."userRole" = any (r.user_roles)))`
}

/** SQL: the seat that a task asks, by its candidate role. */
const seatAsked = (role: Expression<string | null>) =>
  sql<CompanyRole | null>`case ${sql.join(
    candidateRoles.map((one) => sql`when ${role} = ${one} then ${candidateSeats[one].companyRole}`),
    sql` `,
  )} end`

/** SQL: who submitted the instance `i` last: a colleague by name, anybody else by the company for which they did it. */
const submittedBy = (reader: ListContext['actor']) =>
  sql<string | null>`(select ${doerName(reader, sql.ref('h.company_id'), sql.ref('h.assignee_name'))} from workflow_history h
    where h.instance_id = i.id and h.operation = 'SUBMITTED' order by h.update_time desc, h.id desc limit 1)`

const ofRow = { concernedIds: sql`i.concerned_ids`, businessType: sql`i.business_type` }

type Asked = Pick<ListContext, 'actor' | 'today'>

/** The open tasks the caller could decide, for themselves or for a colleague who delegated to them. */
export const openTasks = (tx: Tx, { actor, today }: Asked) => {
  // Each seat with the kinds of objects it may decide on.
  const own = candidateRoles
    .filter((role) => sitsFor(role, actor))
    .map((role) => {
      const types = businessTypes.filter((type) => {
        const permission = permissionToDecide(type, role)
        return !permission || actor.permissions.has(permission)
      })
      return sql<boolean>`(t.candidate_role = ${role} and i.business_type = any (${types}::text[]))`
    })
  // A delegator's seat, as rows of the roles it stands for. Among staff a delegate acts in a role that both hold.
  const inTheName = candidateRoles.filter((role) =>
    actor.staff ? sitsFor(role, actor) : candidateSeats[role].companyRole === actor.companyRole,
  )
  const seats = sql.join(inTheName.map((role) => sql`(${role}::text, ${[...candidateSeats[role].userRoles]}::text[])`))
  const delegated = (review: ReviewType) =>
    inTheName.length > 0
      ? sql<boolean>`exists (
        select 1 from delegation d
        join user_company_role r on r.user_id = d.from_user_id and r.company_id = d.company_id and r.role = ${actor.companyRole} and r.status = 'ENABLE'
        join app_user u on u.id = d.from_user_id and u.status = 'active'
        join (values ${seats}) as seat (role, user_roles) on seat.role = t.candidate_role and seat.user_roles && r.user_roles
        where d.to_user_id = ${actor.userId} and d.company_id = t.company_id and d.company_role = ${actor.companyRole} and d.ended_at is null
          and ${today}::date between d.from_date and d.to_date and not (d.from_user_id = any (i.maker_ids))
          and not ${actedForAnother(sql`d.from_user_id`, sql`t.company_id`, sql`i.business_id`)}
          and not ${isConcerned({ userId: sql`d.from_user_id`, companyId: sql`t.company_id`, ...ofRow })}
          and ${holdsWhatItTakes(actor.companyRole, review)}
          and not exists (select 1 from workflow_history h where h.instance_id = i.id and h.round = i.round
            and h.operation in ('PASSED','REJECTED','REFUSED') and (h.user_id = d.from_user_id or h.on_behalf_of_id = d.from_user_id)))`
      : sql<boolean>`false`
  const reviews = reviewTypes.map((review) => {
    const may = actor.permissions.has(permissionFor[review]) ? [...own, delegated(review)] : [delegated(review)]
    return sql`case when ${sql.join(may, sql` or `)} then ${review}::text end`
  })
  return tx
    .selectFrom('workflowTask as t')
    .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
    .select([
      't.id',
      'i.businessNo',
      'i.businessType',
      'i.businessId',
      sql<string>`i.title ->> 'text'`.as('subject'),
      't.nodeName',
      submittedBy(actor).as('makerName'),
      'i.amount',
      'i.currency',
      't.createdAt',
      't.dueAt',
      'i.link',
      seatAsked(sql.ref('t.candidate_role')).as('seat'),
      sql<ReviewType[]>`array_remove(array[${sql.join(reviews)}], null)`.as('reviews'),
    ])
    .where('t.status', '=', 'OPEN')
    .where('i.status', '=', 'IN_APPROVE')
    .where('t.companyId', '=', actor.companyId)
    .where(sql<boolean>`not (${actor.userId}::uuid = any (i.maker_ids))`)
    .where(sql<boolean>`(${sql.join([...own, delegated('PASSED')], sql` or `)})`)
    .where(sql<boolean>`not ${callerActedForAnother('i.business_id')}`)
    .where(sql<boolean>`not ${isConcerned({ userId: sql`${actor.userId}::uuid`, companyId: sql`t.company_id`, ...ofRow })}`)
    .where(
      sql<boolean>`not exists (select 1 from workflow_history h where h.instance_id = i.id and h.round = i.round
        and h.operation in ('PASSED','REJECTED','REFUSED') and (h.user_id = ${actor.userId} or h.on_behalf_of_id = ${actor.userId}))`,
    )
}

/** What the caller decided, in the company they act for now. */
export const doneTasks = (tx: Tx, { actor }: Asked) =>
  tx
    .selectFrom('workflowHistory as h')
    .innerJoin('workflowInstance as i', 'i.id', 'h.instanceId')
    .leftJoin('workflowTask as k', 'k.id', 'h.taskId')
    .select([
      'h.id',
      'i.businessNo',
      'i.businessType',
      'i.businessId',
      sql<string>`i.title ->> 'text'`.as('subject'),
      'h.nodeName',
      'h.operation',
      'h.auditComment',
      'i.status',
      'i.amount',
      'i.currency',
      'h.updateTime',
      'i.link',
      seatAsked(sql.ref('k.candidate_role')).as('seat'),
    ])
    .where('h.userId', '=', actor.userId)
    .where('h.companyId', '=', actor.companyId)
    .where('h.operation', 'in', ['PASSED', 'REJECTED', 'REFUSED'])

/** What the caller submitted in the company they act for now, with what was said about it last. */
export const ownApprovals = (tx: Tx, { actor }: Asked) =>
  tx
    .selectFrom('workflowInstance as i')
    .select([
      'i.id',
      'i.businessNo',
      'i.businessType',
      'i.businessId',
      sql<string>`i.title ->> 'text'`.as('subject'),
      'i.amount',
      'i.currency',
      'i.status',
      'i.currentNode as nodeName',
      'i.createdAt',
      'i.endedAt',
      'i.link',
      sql<CompanyRole | null>`i.maker_role`.as('seat'),
      sql<string | null>`(select h.audit_comment from workflow_history h where h.instance_id = i.id and h.audit_comment <> ''
        order by h.update_time desc, h.id desc limit 1)`.as('auditComment'),
    ])
    .where('i.makerId', '=', actor.userId)
    .where(
      sql<boolean>`exists (select 1 from workflow_history h where h.instance_id = i.id and h.operation = 'SUBMITTED'
        and h.user_id = ${actor.userId} and h.company_id = ${actor.companyId})`,
    )

export const openTaskSource = source(openTaskList, openTasks, ({ reviews }) => reviews)
export const doneTaskSource = source(doneTaskList, doneTasks)
export const ownApprovalSource = source(ownApprovalList, ownApprovals)
