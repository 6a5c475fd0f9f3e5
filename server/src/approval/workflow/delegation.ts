import type { CompanyRole } from '@usance/wire/roles'
import { mostColleagues, type workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { lockSeat } from '../../auth/ended-meanwhile.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

/** Those who may act for the caller: the same company and company role; among the operator's staff, the same staff role too. */
const colleaguesOf = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select(['u.id as id', 'u.cname as name'])
    .where('r.companyId', '=', actor.companyId)
    .where('r.role', '=', actor.companyRole)
    .where('r.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .where('u.id', '<>', actor.userId)
    .where(actor.staff ? sql<boolean>`r.user_roles && ${actor.userRoles}::text[]` : sql<boolean>`true`)

export const listColleagues: Handler<typeof workflowCalls.colleagues> = ({ tx, actor, body }) =>
  colleaguesOf(tx, actor)
    .where('u.cname', 'ilike', `%${body.name.replace(/[\\%_]/g, (c) => `\\${c}`)}%`)
    .orderBy('u.cname')
    .limit(mostColleagues)
    .execute()

export const listDelegations: Handler<typeof workflowCalls.delegations> = async ({ tx, actor, today }) => {
  const rows = await tx
    .selectFrom('delegation as d')
    .innerJoin('appUser as f', 'f.id', 'd.fromUserId')
    .innerJoin('appUser as t', 't.id', 'd.toUserId')
    .select([
      'd.id',
      'f.cname as fromName',
      't.cname as toName',
      sql<CompanyRole>`d.company_role`.as('companyRole'),
      'd.fromDate',
      'd.toDate',
      'd.fromUserId',
    ])
    .where('d.companyId', '=', actor.companyId)
    .where((eb) => eb.or([eb('d.fromUserId', '=', actor.userId), eb('d.toUserId', '=', actor.userId)]))
    .where('d.endedAt', 'is', null)
    .where('d.toDate', '>=', today)
    .orderBy('d.fromDate')
    .limit(200)
    .execute()
  return rows.map(({ fromUserId, ...row }) => ({ ...row, mine: fromUserId === actor.userId }))
}

/** How many delegations of one person in a company may run or wait at a time; all of them are on one page, where each can be ended. */
const mostDelegations = 50

/** Refuses what a delegation to the same colleague in the same role holds already, and more of them than anybody uses. */
async function refuseTooMany(
  tx: Tx,
  actor: Actor,
  wanted: { toUserId: string; fromDate: string; toDate: string },
  today: string,
) {
  // Two at once wait for each other here, so that the count holds.
  await lockCompany(tx, actor.companyId)
  await lockSeat(tx, actor)
  const running = await tx
    .selectFrom('delegation')
    .select(['toUserId', 'companyRole', 'fromDate', 'toDate'])
    .where('fromUserId', '=', actor.userId)
    .where('companyId', '=', actor.companyId)
    .where('endedAt', 'is', null)
    .where('toDate', '>=', today)
    .execute()
  const holds = running.some(
    (one) =>
      one.toUserId === wanted.toUserId &&
      one.companyRole === actor.companyRole &&
      one.fromDate <= wanted.fromDate &&
      one.toDate >= wanted.toDate,
  )
  if (holds) throw faultyField('toUserId', 'ALREADY_EXISTS')
  if (running.length >= mostDelegations) throw new Refused('TOO_MANY_REQUESTS', { limit: mostDelegations })
}

/** Lets a colleague decide in the caller's name between two days, in the seat in which the caller works now and in no other. */
export const addDelegation: Handler<typeof workflowCalls.delegate> = async (request) => {
  const { tx, actor, body, today } = request
  // What was decided before is not said to have been decided in the caller's name.
  if (body.fromDate < today) throw faultyField('fromDate', 'DELEGATION_FROM_TODAY')
  if (body.toDate < body.fromDate) throw faultyField('toDate', 'DAY_TOO_EARLY', { earliest: body.fromDate })
  const colleague = await colleaguesOf(tx, actor).where('u.id', '=', body.toUserId).executeTakeFirst()
  if (!colleague) throw new Refused('NOT_FOUND')
  await refuseTooMany(tx, actor, body, today)
  const id = newId()
  await tx
    .insertInto('delegation')
    .values({
      id,
      fromUserId: actor.userId,
      toUserId: body.toUserId,
      companyId: actor.companyId,
      companyRole: actor.companyRole,
      fromDate: body.fromDate,
      toDate: body.toDate,
    })
    .execute()
  await audit(request, {
    event: 'DELEGATION_ADDED',
    objectType: 'DELEGATION',
    objectId: id,
    after: { to: body.toUserId, fromDate: body.fromDate, toDate: body.toDate },
  })
  // The message is the colleague's, so this transaction could not write it as the caller.
  await elevate(tx)
  await notify(tx, {
    event: 'DELEGATION_RECEIVED',
    userIds: [body.toUserId],
    inCompany: actor.companyId,
    params: {
      from: nameTold(actor, actor.companyId),
      companyRole: actor.companyRole,
      fromDate: body.fromDate,
      toDate: body.toDate,
    },
    objectType: 'DELEGATION',
    objectId: id,
    link: '/approval',
  })
  return { id }
}

export const endDelegation: Handler<typeof workflowCalls.endDelegation> = async (request) => {
  const { tx, actor, body, now } = request
  const ended = await tx
    .updateTable('delegation')
    .set({ endedAt: now.toISOString() })
    .where('id', '=', body.id)
    .where('fromUserId', '=', actor.userId)
    .where('companyId', '=', actor.companyId)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refused('NOT_FOUND')
  await audit(request, { event: 'DELEGATION_ENDED', objectType: 'DELEGATION', objectId: body.id })
  return {}
}
