import {
  invitationHours,
  mayDisableUser,
  type UserEvent,
  type UserStatus,
  userCan,
  userMachine,
} from '@usance/domain/states/user'
import type { accountCalls } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor, Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'
import { newLink } from '../session/password.ts'

const staffRoles = ['Operations', 'Risk', 'Settlement', 'BD', 'Administrator', 'Auditor']
const resetHours = 2
type Seat = { role: string; userRoles: string[] }

/** What may be done to a user now, by their state; nobody stops themselves. */
export function accountOperations(user: { id: string; status: string }, actor: Actor): string[] {
  const status = user.status as UserStatus
  const possible: Record<string, boolean> = {
    edit: true,
    'send-invite': userCan.invite(status),
    disabled: mayDisableUser({ id: user.id, status }, actor.userId),
    'reset-ps': userCan.resetPassword(status),
    active: userCan.activate(status),
  }
  return Object.keys(possible).filter((one) => possible[one] && actor.permissions.has(`org.account.${one}`))
}

/** A user with a seat in a company the caller administers; anybody else's reads like a missing one. */
async function userOf(tx: Tx, actor: Actor, id: string) {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .select(['r.id', 'r.companyId', 'c.code as companyCode', 'c.name as companyName', 'r.role', 'r.userRoles', 'r.status'])
    .where('r.userId', '=', id)
    .orderBy('c.code')
    .orderBy('r.role')
    .execute()
  const seen = actor.staff ? seats : seats.filter((seat) => seat.companyId === actor.companyId)
  if (!user || seen.length === 0) throw new Refused('NOT_FOUND')
  return { user, seats: seen, elsewhere: seats.some((seat) => seat.companyId !== actor.companyId) }
}

/**
 * A company is never left without somebody who can administer it: its last active director (the operator's last active
 * administrator) stays until another one is active.
 */
async function keepOneInCharge(tx: Tx, userId: string, companyId: string) {
  const { rows } = await sql<{ mine: boolean; others: boolean }>`
    select coalesce(bool_or(r.user_id = ${userId}), false) as mine, coalesce(bool_or(r.user_id <> ${userId}), false) as others
    from user_company_role r join app_user u on u.id = r.user_id
    where r.company_id = ${companyId} and r.status = 'ENABLE' and u.status = 'active'
      and r.user_roles && array['Director','Administrator']`.execute(tx)
  if (rows[0]!.mine && !rows[0]!.others) throw new Refused('LAST_DIRECTOR')
}

/** Two directors who remove each other at the same moment wait for one another here. */
const lockCompany = (tx: Tx, companyId: string) =>
  tx.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

export const accountDetail: Handler<typeof accountCalls.detail> = async ({ tx, actor, body }) => {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', body.id).executeTakeFirst()
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .select(['r.companyId', 'c.code as companyCode', 'c.name as companyName', 'r.role', 'r.userRoles', 'r.status'])
    .where('r.userId', '=', body.id)
    .$if(!actor.staff, (query) => query.where('r.companyId', '=', actor.companyId))
    .execute()
  if (!user || seats.length === 0) throw new Refused('NOT_FOUND')
  const { id, userName, cname, email, phone, signatory, status, version, lastSignInAt } = user
  return {
    id,
    userName,
    cname,
    email,
    phone,
    signatory,
    status,
    version,
    lastSignInAt,
    seats,
    operations: accountOperations(user, actor),
  }
}

/** The company the seats are in: the caller's own, or for staff the one they name. */
async function companyOf(tx: Tx, actor: Actor, code: string | undefined) {
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
  const held = await tx
    .selectFrom('companyRole')
    .select('role')
    .where('companyId', '=', company.id)
    .where('status', '=', 'ENABLE')
    .execute()
  const order = ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY', 'PLATFORM'] as const
  return order.filter((role) => held.some((one) => one.role === role))
}

/** Seats a company can give: its own roles, with roles of people that go with them. */
async function checkSeats(tx: Tx, company: { id: string; isPlatform: boolean }, seats: Seat[]) {
  const held = await tx
    .selectFrom('companyRole')
    .select('role')
    .where('companyId', '=', company.id)
    .where('status', '=', 'ENABLE')
    .execute()
  if (new Set(seats.map((seat) => seat.role)).size < seats.length) throw faultyField('seats', 'ALREADY_EXISTS')
  for (const [index, { role, userRoles }] of seats.entries()) {
    const isStaff = role === 'PLATFORM'
    if (!held.some((one) => one.role === role) || isStaff !== company.isPlatform)
      throw faultyField(`seats.${index}.role`, 'BAD_REQUEST')
    if (userRoles.some((one) => staffRoles.includes(one) !== isStaff))
      throw faultyField(`seats.${index}.userRoles`, 'BAD_REQUEST')
    // Administration, audit and business work stay with different people.
    if (userRoles.length > 1 && userRoles.some((one) => one === 'Administrator' || one === 'Auditor'))
      throw faultyField(`seats.${index}.userRoles`, 'ROLE_COMBINATION')
  }
}

type Invited = { id: string; email: string; cname: string; language: string }
/** Links mailed earlier stop working, so that one mailbox holds one good link. */
async function mailLink(context: UseCaseContext, user: Invited, kind: 'invitation' | 'reset', company: string) {
  const { tx, app, actor } = context
  await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', user.id)
    .where('usedAt', 'is', null)
    .where('purpose', 'in', ['INVITATION', 'RESET'])
    .execute()
  const secret =
    kind === 'invitation'
      ? await newLink(tx, 'INVITATION', user.id, invitationHours)
      : await newLink(tx, 'RESET', user.id, resetHours)
  await queueMail(tx, {
    recipient: user.email,
    language: user.language as 'en-US',
    kind,
    params: { name: user.cname, inviter: actor.cname, company, link: `${app.config.publicUrl}/reset-pwd?link=${secret}` },
  })
}

/** Invites a user who then chooses a password by themselves. */
export const addAccount: Handler<typeof accountCalls.add> = async (request) => {
  const { tx, actor, body } = request
  const company = await companyOf(tx, actor, body.companyCode)
  await checkSeats(tx, company, body.seats)
  await elevate(tx)
  const id = newId()
  await refuseTaken(tx, body, null)
  const { cname, email, language, signatory, userName, phone = null } = body
  const added = await tx
    .insertInto('appUser')
    .values({ id, userName, cname, email, language, signatory, phone, userCode: `U-${id.slice(-12)}`, createdBy: actor.userId })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw faultyField('userName', 'ALREADY_EXISTS')
  await saveSeats(tx, id, company.id, body.seats)
  await mailLink(request, { id, email, cname, language }, 'invitation', company.name)
  await audit(request, {
    event: 'USER_INVITED',
    objectType: 'USER',
    objectId: id,
    objectNo: userName,
    after: { ...body, company: company.code },
  })
  return { id }
}

async function refuseTaken(tx: Tx, { userName, email }: { userName?: string; email: string }, exceptId: string | null) {
  const { rows } = await sql<{ name: boolean }>`select lower(user_name) = lower(${userName ?? ''}) as name from app_user
    where id is distinct from ${exceptId}::uuid and (lower(user_name) = lower(${userName ?? ''}) or lower(email) = lower(${email}))`.execute(
    tx,
  )
  if (rows.length > 0) throw faultyField(rows.some((row) => row.name) ? 'userName' : 'email', 'ALREADY_EXISTS')
}

async function saveSeats(tx: Tx, userId: string, companyId: string, seats: Seat[]) {
  await tx
    .updateTable('userCompanyRole')
    .set({ status: 'DISABLE' })
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .where(
      'role',
      'not in',
      seats.map((seat) => seat.role),
    )
    .execute()
  for (const [index, { role, userRoles }] of seats.entries())
    await tx
      .insertInto('userCompanyRole')
      .values({ id: newId(), userId, companyId, role, userRoles, isDefault: index === 0 })
      .onConflict((c) => c.columns(['userId', 'companyId', 'role']).doUpdateSet({ userRoles, status: 'ENABLE' }))
      .execute()
}

/** Nobody changes their own seats or right to sign; a user of several companies keeps name and address unless staff change them. */
export const editAccount: Handler<typeof accountCalls.edit> = async (request) => {
  const { tx, actor, body } = request
  const { user, seats, elsewhere } = await userOf(tx, actor, body.id)
  const company = await companyOf(tx, actor, body.companyCode)
  await checkSeats(tx, company, body.seats)
  const now = seats.filter((seat) => seat.companyId === company.id && seat.status === 'ENABLE')
  const plain = (some: Seat[]) => JSON.stringify(some.map((one) => [one.role, [...one.userRoles].sort()]).sort())
  if (user.id === actor.userId && (plain(now) !== plain(body.seats) || user.signatory !== body.signatory))
    throw new Refused('OWN_USER')
  if (!actor.staff && elsewhere && (user.cname !== body.cname || user.email !== body.email || user.signatory !== body.signatory))
    throw new Refused('FORBIDDEN')
  await elevate(tx)
  await refuseTaken(tx, { email: body.email }, user.id)
  await lockCompany(tx, company.id)
  if (!body.seats.some((seat) => seat.userRoles.some((one) => one === 'Director' || one === 'Administrator')))
    await keepOneInCharge(tx, user.id, company.id)
  const saved = await tx
    .updateTable('appUser')
    .set({
      cname: body.cname,
      email: body.email,
      phone: body.phone ?? null,
      signatory: body.signatory,
      version: body.version + 1,
      updatedAt: sql`app_now()`,
    })
    .where('id', '=', user.id)
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  await saveSeats(tx, user.id, company.id, body.seats)
  await audit(request, {
    event: 'USER_CHANGED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: user.userName,
    before: { cname: user.cname, email: user.email, signatory: user.signatory, seats },
    after: body,
  })
  return { id: user.id, version: body.version + 1 }
}

type Act = Handler<typeof accountCalls.disable>
const act =
  (
    operation: string,
    event: string,
    work: (context: UseCaseContext, user: Invited & { status: string }, company: string) => Promise<string>,
  ): Act =>
  async (request) => {
    const { tx, actor, body } = request
    const { user, seats, elsewhere } = await userOf(tx, actor, body.id)
    if (operation === 'disabled' && user.id === actor.userId) throw new Refused('OWN_USER')
    // A director has no say over what a person does for another company.
    if (!actor.staff && elsewhere) throw new Refused('FORBIDDEN')
    if (!accountOperations(user, actor).includes(operation)) throw new Refused('ILLEGAL_TRANSITION')
    await elevate(tx)
    if (operation === 'disabled')
      for (const companyId of [...new Set(seats.map((seat) => seat.companyId))].sort()) {
        await lockCompany(tx, companyId)
        await keepOneInCharge(tx, user.id, companyId)
      }
    const status = await work(request, user, seats[0]!.companyName)
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

/** Moves a user on by its machine. */
async function moveOn(tx: Tx, user: { id: string; status: string }, event: UserEvent): Promise<UserStatus> {
  const status = accepted(userMachine.next(user.status as UserStatus, event))
  await tx
    .updateTable('appUser')
    .set({ status, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', user.id)
    .execute()
  return status
}
const endSessions = (tx: Tx, userId: string) =>
  tx.updateTable('session').set({ endedAt: sql`now()` }).where('userId', '=', userId).where('endedAt', 'is', null).execute()

export const sendInvite = act('send-invite', 'USER_INVITED_AGAIN', async (context, user, company) => {
  await mailLink(context, user, 'invitation', company)
  return user.status
})
export const disableAccount = act('disabled', 'USER_STOPPED', async ({ tx }, user) => {
  const status = await moveOn(tx, user, 'disable')
  await endSessions(tx, user.id)
  return status
})
/** Somebody who never chose a password is invited again rather than let in. */
export const activateAccount = act('active', 'USER_RESUMED', async ({ tx }, user) => {
  const { passwordHash } = await tx
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return moveOn(tx, user, passwordHash ? 'activate' : 'reinvite')
})
/** The old password stops working at once; the new one is the user's own choice, through the mailed link. */
export const resetPassword = act('reset-ps', 'PASSWORD_RESET_SENT', async (context, user, company) => {
  await mailLink(context, user, 'reset', company)
  await context.tx.updateTable('appUser').set({ passwordHash: null }).where('id', '=', user.id).execute()
  await endSessions(context.tx, user.id)
  return user.status
})
