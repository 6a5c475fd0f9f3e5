import type { Standing } from '@usance/domain/seats'
import { mayDisableUser, type UserEvent, type UserStatus, userCan, userMachine } from '@usance/domain/states/user'
import type { accountCalls } from '@usance/wire/account/calls'
import type { Answer } from '@usance/wire/call'
import { sql } from 'kysely'
import { checkMayRead } from '../../approval/workflow/acting.ts'
import { endDelegations } from '../../approval/workflow/end-delegations.ts'
import { newestInstance } from '../../approval/workflow/instance.ts'
import { rejudgeSteps } from '../../approval/workflow/seats-ended.ts'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { lockUser } from '../../database/lock-user.ts'
import type { Actor, Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'
import { endEndpoints } from '../../platform/webhook/end-endpoints.ts'
import { endKeys } from '../api-key/end-keys.ts'
import { endCredentials } from '../session/password.ts'
import { addressAsked } from './address.ts'
import { refuseBothSides } from './both-sides.ts'
import { endWaiting } from './end-changes.ts'
import { type Invited, mailLink } from './mail-link.ts'
import { checkSeats, checkSigner, heldRoles, keepOneInCharge, keepOneOfOperations, saveSeats } from './seats.ts'
import { refuseTakenFor } from './taken-names.ts'
import {
  applyChange,
  type Company,
  keepWhoIsNeeded,
  needsSecondPerson,
  proposeChange,
  refuseGiving,
  refuseSeatsWithPerson,
  standingIn,
  userChangeViewRight,
  type Wanted,
} from './user-change.ts'

/**
 * Where a user holds seats: in the caller's company (for staff in any), in another company (for staff in several), and in the one that
 * stopped them.
 */
export type Employment = { here: boolean; elsewhere: boolean; whereStopped: boolean }

/** What the caller may do to a user now, by their state and the companies they work for; nobody stops themselves. */
export function accountOperations(
  user: { id: string; status: string; stoppedBy: string | null; mfaEnabled?: boolean },
  actor: Actor,
  { here, elsewhere, whereStopped }: Employment,
): string[] {
  const status = user.status as UserStatus
  // A director has no say over what a person does for another company.
  const isInCharge = actor.staff || !elsewhere
  const possible: Record<string, boolean> = {
    edit: true,
    'send-invite': isInCharge && here && userCan.invite(status),
    disabled: isInCharge && mayDisableUser({ id: user.id, status }, actor.userId),
    'reset-ps': isInCharge && userCan.resetPassword(status),
    'reset-mfa': isInCharge && status === 'active' && user.mfaEnabled === true,
    active: isInCharge && userCan.activate(status) && mayLiftStop(user.stoppedBy, actor, whereStopped),
    remove: here && elsewhere && user.id !== actor.userId,
  }
  const permissionOf = (operation: string) => `org.account.${operation === 'remove' ? 'edit' : operation}`
  return Object.keys(possible).filter((one) => possible[one] && actor.permissions.has(permissionOf(one)))
}

/**
 * Whether the caller may lift a stop: each company its own. Staff lift one of a company in which the user holds no seat any more, and
 * otherwise would let in whom a director has put out.
 */
const mayLiftStop = (stoppedBy: string | null, actor: Actor, whereStopped: boolean): boolean =>
  stoppedBy === null || stoppedBy === actor.companyId || (actor.staff && !whereStopped)

/**
 * The seats of a user that the caller sees, those in force first. A user of another company, or one whose seats in the caller's
 * company were taken away, reads like a missing one.
 */
async function seatsOf(tx: Tx, actor: Actor, { id: userId, stoppedBy }: { id: string; stoppedBy: string | null }) {
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .leftJoin('signingRight as g', (on) => on.onRef('g.userId', '=', 'r.userId').onRef('g.companyId', '=', 'r.companyId'))
    .select(['r.id', 'r.companyId', 'c.code as companyCode', 'c.name as companyName', 'r.role', 'r.userRoles', 'r.status'])
    .select(sql<boolean>`g.user_id is not null`.as('signatory'))
    .where('r.userId', '=', userId)
    .orderBy('r.status', 'desc')
    .orderBy('c.code')
    .orderBy('r.role')
    .execute()
  const companies = [...new Set(seats.filter(({ status }) => status === 'ENABLE').map(({ companyId }) => companyId))]
  const isOwn = (companyId: string) => companyId === actor.companyId
  const employment = actor.staff
    ? { here: companies.length > 0, elsewhere: companies.length > 1 }
    : { here: companies.some(isOwn), elsewhere: companies.some((id) => !isOwn(id)) }
  const seen = actor.staff ? seats : seats.filter(({ companyId }) => isOwn(companyId))
  if (seen.length === 0 || (!actor.staff && !employment.here && employment.elsewhere)) throw new Refused('NOT_FOUND')
  return { seats: seen, ...employment, whereStopped: companies.some((id) => id === stoppedBy) }
}

/** A user with a seat in a company that the caller administers, locked. */
export async function userOf(tx: Tx, actor: Actor, id: string) {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!user) throw new Refused('NOT_FOUND')
  return { user, ...(await seatsOf(tx, actor, user)) }
}

export const accountDetail: Handler<typeof accountCalls.detail> = async ({ tx, actor, body }) => {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!user) throw new Refused('NOT_FOUND')
  const { seats, ...employment } = await seatsOf(tx, actor, user)
  const { id, userName, cname, email, phone, status, version, lastSignInAt } = user
  return {
    id,
    userName,
    cname,
    email,
    phone,
    status,
    version,
    lastSignInAt,
    seats: seats.map(({ id: _, ...seat }) => seat),
    waitingNo: await waitingChange(tx, id),
    addressAsked: await addressAsked(tx, id),
    operations: accountOperations(user, actor, employment),
  }
}

/** The number of the user's change that waits for a second person, or null. */
async function waitingChange(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('userChange')
    .select('no')
    .where('userId', '=', userId)
    .where('status', '=', 'IN_APPROVE')
    .orderBy('no')
    .executeTakeFirst()
  return row?.no ?? null
}

type Before = Answer<typeof accountCalls.change>['before']
/** A change of a user, for those who may look at users and those who take part in its approval; missing for all others. */
export const accountChange: Handler<typeof accountCalls.change> = async (request) => {
  const { tx, body } = request
  const approval = await newestInstance(tx, body.no, ['USER', 'STAFF_USER'])
  await checkMayRead(request, approval, userChangeViewRight)
  await elevate(tx)
  const row = await tx
    .selectFrom('userChange as x')
    .innerJoin('appUser as u', 'u.id', 'x.userId')
    .innerJoin('company as c', 'c.id', 'x.companyId')
    .select(['x.no', 'x.status', 'u.userName', 'u.cname', 'c.name as companyName', 'x.before', 'x.after'])
    .where('x.id', '=', approval.businessId)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const before = row.before as Before
  // The name of the day of the change: a person who left the company since has told it no later one.
  return { ...row, cname: before.cname ?? row.cname, before, after: row.after as Wanted }
}

/** The company the seats are in: the caller's own, or for staff the one they name. */
export async function companyOf(tx: Tx, actor: Actor, code: string | undefined): Promise<Company> {
  const company = await tx
    .selectFrom('company')
    .select(['id', 'code', 'name', 'isPlatform'])
    .$if(actor.staff && code !== undefined, (query) => query.where('code', '=', code!))
    .$if(!actor.staff || code === undefined, (query) => query.where('id', '=', actor.companyId))
    .executeTakeFirst()
  if (!company) throw faultyField('companyCode', 'PARTY_UNKNOWN')
  return company
}

/** The roles a company holds, those it trades in before its direction. */
export const seatRoles: Handler<typeof accountCalls.seatRoles> = async ({ tx, actor, body }) => {
  const company = await companyOf(tx, actor, body.companyCode)
  const held = await heldRoles(tx, company.id)
  const order = ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY', 'PLATFORM'] as const
  return order.filter((role) => held.includes(role))
}

const nobody: Standing = { seats: [], signatory: false }

/** How many people one caller invites in an hour: each is a mail from the portal's address to somebody who did not ask for it. */
const mostInvited = 50

async function refuseManyInvited({ tx, actor, now }: UseCaseContext): Promise<void> {
  // Two at once wait for each other here, so that the count holds.
  await lockUser(tx, actor.userId)
  const { invited } = await tx
    .selectFrom('appUser')
    .select(({ fn }) => fn.countAll<string>().as('invited'))
    .where('createdBy', '=', actor.userId)
    .where('createdAt', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(invited) >= mostInvited) throw new Refused('TOO_MANY_REQUESTS', { limit: mostInvited })
}

/**
 * Invites a user, who then sets a password. An invitation to a seat over money, and one by the operator into another company, is sent
 * once a second person has passed it.
 */
export const addAccount: Handler<typeof accountCalls.add> = async (request) => {
  const { tx, actor, body } = request
  const company = await companyOf(tx, actor, body.companyCode)
  await checkSeats(tx, company, body.seats)
  if (body.signatory) await checkSigner(request, body.seats)
  await refuseGiving(request, company, [], body.seats)
  await elevate(tx)
  const id = newId()
  await refuseManyInvited(request)
  await refuseTakenFor(request, body, null)
  const { cname, email, language, userName, phone = null } = body
  const added = await tx
    .insertInto('appUser')
    .values({ id, userName, cname, email, language, phone, userCode: `U-${id.slice(-12)}`, createdBy: actor.userId })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw faultyField('userName', 'ALREADY_EXISTS')
  const wanted: Wanted = { seats: body.seats, signatory: body.signatory, invite: true }
  await audit(request, {
    event: 'USER_INVITED',
    objectType: 'USER',
    objectId: id,
    objectNo: userName,
    after: { ...body, company: company.code },
  })
  if (!(await needsSecondPerson(request, { userId: id, company, before: nobody, wanted }))) {
    await applyChange(request, id, company, wanted)
    return { id, waitingNo: null }
  }
  // The seats are stored for display, and all are switched off.
  await saveSeats(request, id, company.id, body.seats, { status: 'DISABLE' })
  const user = { id, userName, cname, email }
  return { id, waitingNo: await proposeChange(request, { user, company, before: nobody, wanted }) }
}

/** The changes of an edit, without the phone. */
function wantedBy(body: Wanted & { seats: Standing['seats'] }, before: Standing & { email: string; cname: string }): Wanted {
  const plain = (some: Standing['seats']) => JSON.stringify(some.map((one) => [one.role, [...one.userRoles].sort()]).sort())
  return {
    ...(plain(before.seats) === plain(body.seats) ? {} : { seats: body.seats }),
    ...(before.signatory === body.signatory ? {} : { signatory: body.signatory }),
    ...(before.email === body.email ? {} : { email: body.email }),
    ...(before.cname === body.cname ? {} : { cname: body.cname }),
  }
}

/**
 * Edits a user. Nobody changes their own seats or right to sign. A user of several companies keeps name, phone and address unless
 * staff change them. Rights over money, every seat that the operator gives in another company, and a new name or address of a user who
 * has rights over money wait for a second person. Other changes hold at once, and every new address must be verified.
 */
export const editAccount: Handler<typeof accountCalls.edit> = async (request) => {
  const { tx, actor, body } = request
  const { user, seats, elsewhere } = await userOf(tx, actor, body.id)
  const company = await companyOf(tx, actor, body.companyCode)
  await checkSeats(tx, company, body.seats)
  const before = await standingIn(tx, user.id, company.id)
  const wanted = wantedBy(body, { ...before, email: user.email, cname: user.cname })
  const phone = body.phone || null
  if (user.id === actor.userId && (wanted.seats || wanted.signatory !== undefined)) throw new Refused('OWN_USER')
  // Users change their own address in the user centre, with the password.
  if (user.id === actor.userId && wanted.email !== undefined) throw faultyField('email', 'OWN_USER')
  if (!actor.staff && elsewhere) {
    const ofThePerson = { cname: wanted.cname, email: wanted.email }
    const changed = Object.entries(ofThePerson).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    if (phone !== user.phone) changed.push('phone')
    if (changed.length > 0)
      throw new Refused('BAD_REQUEST', { fields: changed.map((field) => ({ field, message: 'OF_SEVERAL_COMPANIES' })) })
  }
  await refuseGiving(request, company, before.seats, body.seats)
  await elevate(tx)
  await lockCompany(tx, company.id)
  const saved = await tx
    .updateTable('appUser')
    .set({ phone, version: body.version + 1, updatedAt: sql`app_now()` })
    .where('id', '=', user.id)
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  if (wanted.seats?.length) await refuseBothSides(tx, user.id, company.id)
  if (wanted.seats) await keepWhoIsNeeded(tx, user.id, company.id, wanted.seats)
  await refuseSeatsWithPerson(tx, user.id, company, before, wanted)
  if (body.signatory && (wanted.signatory || wanted.seats)) await checkSigner(request, body.seats)
  // Whether an address is taken is told only to a caller who could save it.
  if (wanted.email !== undefined) await refuseTakenFor(request, { email: wanted.email }, user.id)
  const waits = await needsSecondPerson(request, { userId: user.id, company, before, wanted })
  await audit(request, {
    event: 'USER_CHANGED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: user.userName,
    before: { cname: user.cname, email: user.email, phone: user.phone, signatory: before.signatory, seats },
    after: waits ? { phone } : body,
  })
  const waitingNo = waits ? await proposeChange(request, { user, company, before, wanted }) : null
  if (!waits) await applyChange(request, user.id, company, wanted)
  return { id: user.id, version: body.version + 1, waitingNo, addressAsked: await addressAsked(tx, user.id) }
}

type Act = Handler<typeof accountCalls.disable>
const act =
  (
    operation: string,
    event: string,
    work: (context: UseCaseContext, user: Invited & { status: string }, company: { id: string; name: string }) => Promise<string>,
  ): Act =>
  async (request) => {
    const { tx, actor, body } = request
    const { user, seats, ...employment } = await userOf(tx, actor, body.id)
    const { here, elsewhere } = employment
    // A director has no say over what a person does for another company.
    if (!actor.staff && elsewhere) throw new Refused('FORBIDDEN')
    if (operation === 'active' && !mayLiftStop(user.stoppedBy, actor, employment.whereStopped)) throw new Refused('FORBIDDEN')
    // Nobody is invited to a seat that a second person has not passed.
    if (operation === 'send-invite' && !here) throw new Refused('CHANGE_WAITS')
    if (!accountOperations(user, actor, employment).includes(operation)) throw new Refused('ILLEGAL_TRANSITION')
    await elevate(tx)
    if (operation === 'disabled')
      for (const companyId of [...new Set(seats.map((seat) => seat.companyId))].sort()) {
        await keepOneInCharge(tx, user.id, companyId)
        await keepOneOfOperations(tx, user.id, companyId)
      }
    const { companyId, companyName } = seats[0]!
    const status = await work(request, user, { id: companyId, name: companyName })
    await audit(request, {
      event,
      objectType: 'USER',
      objectId: user.id,
      objectNo: user.userName,
      before: user.status,
      after: status,
    })
    return { status }
  }

/** Moves a user on by its machine; a stop bears the company that set it. */
async function moveOn(
  tx: Tx,
  user: { id: string; status: string },
  event: UserEvent,
  stoppedBy: string | null = null,
): Promise<UserStatus> {
  const status = accepted(userMachine.next(user.status as UserStatus, event))
  await tx
    .updateTable('appUser')
    .set({ status, stoppedBy, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', user.id)
    .execute()
  return status
}

/** Whether a seat of somebody has passed: no invitation goes out before that. */
async function holdsSeat(tx: Tx, userId: string): Promise<boolean> {
  const seat = tx.selectFrom('userCompanyRole').select('id').where('userId', '=', userId).where('status', '=', 'ENABLE')
  return (await seat.executeTakeFirst()) !== undefined
}

export const sendInvite = act('send-invite', 'USER_INVITED_AGAIN', async (context, user, company) => {
  if (!(await holdsSeat(context.tx, user.id))) throw new Refused('CHANGE_WAITS')
  await mailLink(context, user, 'invitation', company)
  return user.status
})
export const disableAccount = act('disabled', 'USER_STOPPED', async (context, user) => {
  const status = await moveOn(context.tx, user, 'disable', context.actor.companyId)
  await endCredentials(context.tx, user.id)
  await endKeys(context, { userId: user.id }, 'USER_STOPPED')
  await endEndpoints(context, { userId: user.id }, 'USER_STOPPED')
  await endDelegations(context, { userIds: [user.id] }, 'USER_STOPPED')
  // What somebody put forward who had to be out at once is not passed without a word.
  await endWaiting(context, { by: user.id })
  const seats = await context.tx
    .selectFrom('userCompanyRole')
    .select(['userId', 'companyId', 'role', 'userRoles'])
    .where('userId', '=', user.id)
    .where('status', '=', 'ENABLE')
    .execute()
  await rejudgeSteps(context, seats)
  return status
})
/**
 * Somebody who never joined is mailed a new invitation, since the stop ended the earlier one; whose password was reset meanwhile is
 * sent a link for a new one.
 */
export const activateAccount = act('active', 'USER_RESUMED', async (context, user, company) => {
  const { passwordHash, joinedAt } = await context.tx
    .selectFrom('appUser')
    .select(['passwordHash', 'joinedAt'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (joinedAt !== null && passwordHash === null) await mailLink(context, user, 'resetByStaff', company)
  const status = await moveOn(context.tx, user, joinedAt === null ? 'reinvite' : 'activate')
  if (joinedAt === null && (await holdsSeat(context.tx, user.id))) await mailLink(context, user, 'invitation', company)
  return status
})
/**
 * The old password stops working at once, with everything that somebody who knew it may have started: sessions, links and API keys.
 * The new one is the user's own choice, through the mailed link.
 */
export const resetPassword = act('reset-ps', 'PASSWORD_RESET_SENT', async (context, user, company) => {
  await endCredentials(context.tx, user.id)
  await endKeys(context, { userId: user.id }, 'PASSWORD_RESET')
  await mailLink(context, user, 'resetByStaff', company)
  await context.tx.updateTable('appUser').set({ passwordHash: null }).where('id', '=', user.id).execute()
  return user.status
})

/**
 * Requests the removal of a lost second factor. A second person always decides, since the factor is half of a sign-in. The owner
 * is notified at once, and can stop a request of somebody else.
 */
export const resetFactor: Handler<typeof accountCalls.resetFactor> = async (request) => {
  const { tx, app, actor, body } = request
  const { user, seats, ...employment } = await userOf(tx, actor, body.id)
  // A director may not change data that a person uses in another company.
  if (!actor.staff && employment.elsewhere) throw new Refused('OF_SEVERAL_COMPANIES')
  if (!accountOperations(user, actor, employment).includes('reset-mfa')) throw new Refused('ILLEGAL_TRANSITION')
  await elevate(tx)
  const company = await tx
    .selectFrom('company')
    .select(['id', 'code', 'name', 'isPlatform'])
    .where('id', '=', (seats.find(({ companyId }) => companyId === actor.companyId) ?? seats[0]!).companyId)
    .executeTakeFirstOrThrow()
  const before = await standingIn(tx, user.id, company.id)
  const waitingNo = await proposeChange(request, { user, company, before, wanted: { factorReset: true } })
  await queueMail(app, tx, {
    recipient: user.email,
    language: user.language === 'zh-CN' ? 'zh-CN' : 'en-US',
    kind: 'factorResetAsked',
    params: { name: user.cname, userName: user.userName, inviter: nameTold(actor, company.id).toldAs, no: waitingNo },
  })
  return { waitingNo }
}
