import { type Seat, seatsAdded } from '@usance/domain/seats'
import { sql } from 'kysely'
import { endDelegations } from '../../approval/workflow/end-delegations.ts'
import { rejudgeSteps } from '../../approval/workflow/seats-ended.ts'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { endEndpoints } from '../../platform/webhook/end-endpoints.ts'
import { endKeys } from '../api-key/end-keys.ts'
import { voidAddressLinks } from './address.ts'
import { refuseBothSides } from './both-sides.ts'
import { maySign } from './may-sign.ts'

const staffRoles = ['Operations', 'Risk', 'Settlement', 'BD', 'Administrator', 'Auditor']

/**
 * Refuses the removal of a company's last active director (the operator's last active administrator): somebody must be able to
 * administer the company. A director of one of its trades does not count: the flows about its people do not ask them. Locks the
 * company, so that two removals at the same moment see each other.
 */
export async function keepOneInCharge(tx: Tx, userId: string, companyId: string) {
  await lockCompany(tx, companyId)
  const { rows } = await sql<{ mine: boolean; others: boolean }>`
    select coalesce(bool_or(r.user_id = ${userId}), false) as mine, coalesce(bool_or(r.user_id <> ${userId}), false) as others
    from user_company_role r join app_user u on u.id = r.user_id
    where r.company_id = ${companyId} and r.status = 'ENABLE' and u.status = 'active'
      and (r.role = 'COMPANY' and 'Director' = any(r.user_roles) or r.role = 'PLATFORM' and 'Administrator' = any(r.user_roles))`.execute(
    tx,
  )
  if (rows[0]!.mine && !rows[0]!.others) throw new Refused('LAST_DIRECTOR')
}

/**
 * Refuses the removal of the operator's last active user of operations, who passes the changes of seats and addresses that take two
 * people. Locks the company.
 */
export async function keepOneOfOperations(tx: Tx, userId: string, companyId: string) {
  await lockCompany(tx, companyId)
  const { rows } = await sql<{ mine: boolean; others: boolean }>`
    select coalesce(bool_or(r.user_id = ${userId}), false) as mine, coalesce(bool_or(r.user_id <> ${userId}), false) as others
    from user_company_role r join app_user u on u.id = r.user_id
    where r.company_id = ${companyId} and r.role = 'PLATFORM' and r.status = 'ENABLE' and u.status = 'active'
      and 'Operations' = any(r.user_roles)`.execute(tx)
  if (rows[0]!.mine && !rows[0]!.others) throw new Refused('LAST_OF_OPERATIONS')
}

/** The roles that a company holds. */
export const heldRoles = async (tx: Tx, companyId: string): Promise<string[]> => {
  const held = await tx
    .selectFrom('companyRole')
    .select('role')
    .where('companyId', '=', companyId)
    .where('status', '=', 'ENABLE')
    .execute()
  return held.map(({ role }) => role)
}

/** Whether the seats suit the company: its own roles, with the user roles of each. */
export async function checkSeats(tx: Tx, company: { id: string; isPlatform: boolean }, seats: readonly Seat[]) {
  const held = await heldRoles(tx, company.id)
  if (new Set(seats.map((seat) => seat.role)).size < seats.length) throw faultyField('seats', 'ALREADY_EXISTS')
  for (const [index, { role, userRoles }] of seats.entries()) {
    const isStaff = role === 'PLATFORM'
    if (!held.includes(role) || isStaff !== company.isPlatform) throw faultyField(`seats.${index}.role`, 'BAD_REQUEST')
    if (userRoles.some((one) => staffRoles.includes(one) !== isStaff))
      throw faultyField(`seats.${index}.userRoles`, 'BAD_REQUEST')
    // Administration, audit and business work stay with different people.
    if (userRoles.length > 1 && userRoles.some((one) => one === 'Administrator' || one === 'Auditor'))
      throw faultyField(`seats.${index}.userRoles`, 'ROLE_COMBINATION')
  }
}

/** Refuses the right to sign to a person without a seat in which contracts are signed: nobody could ever use it. */
export async function checkSigner({ app }: Pick<UseCaseContext, 'app'>, seats: readonly Seat[]): Promise<void> {
  for (const seat of seats) if (await maySign(app, seat)) return
  throw faultyField('signatory', 'SIGNING_ROLE_MISSING')
}

/** Whether a user works for other companies, and not yet for this one. */
async function joins(tx: Tx, userId: string, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ here: boolean | null; elsewhere: boolean | null }>`
    select bool_or(company_id = ${companyId}) as here, bool_or(company_id <> ${companyId}) as elsewhere
    from user_company_role where user_id = ${userId} and status = 'ENABLE'`.execute(tx)
  return rows[0]!.elsewhere === true && rows[0]!.here !== true
}

/** Gives a user with a seat in a company the right to sign for it, or takes it away; the rights in other companies stay. */
export async function saveSigningRight(tx: Tx, userId: string, companyId: string, given: boolean): Promise<void> {
  if (given)
    await tx
      .insertInto('signingRight')
      .values({ userId, companyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('signingRight').where('userId', '=', userId).where('companyId', '=', companyId).execute()
}

/**
 * Ends the seats of a user in the company that stopped them, when another company gives them a seat: let in again for the other,
 * they would be back in the first. A stop by the operator concerns every company and ends no seats.
 */
async function leaveWhereStopped(context: UseCaseContext, userId: string): Promise<void> {
  const { tx } = context
  const left = await tx
    .selectFrom('appUser as u')
    .innerJoin('company as c', 'c.id', 'u.stoppedBy')
    .select(['u.userName', 'c.id', 'c.code'])
    .where('u.id', '=', userId)
    .where('u.status', '=', 'stop')
    .where('c.isPlatform', '=', false)
    .executeTakeFirst()
  if (!left) return
  await saveSeats(context, userId, left.id, [])
  await audit(context, {
    event: 'USER_REMOVED',
    objectType: 'USER',
    objectId: userId,
    objectNo: left.userName,
    after: { company: left.code, seats: [], signatory: false },
  })
}

/** The present seats of a user in a company. */
export const seatsIn = (tx: Tx, userId: string, companyId: string) =>
  tx
    .selectFrom('userCompanyRole')
    .select(['role', 'userRoles'])
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .where('status', '=', 'ENABLE')
    .orderBy('role')
    .execute()

/** The seats of a user in a company that the new seats take away, or take a role from. */
async function seatsLost(tx: Tx, userId: string, companyId: string, seats: readonly Seat[]) {
  return (await seatsIn(tx, userId, companyId)).filter(({ role, userRoles }) => {
    const kept: readonly string[] | undefined = seats.find((seat) => seat.role === role)?.userRoles
    return !kept || userRoles.some((one) => !kept.includes(one))
  })
}

/**
 * Replaces the seats of a user in a company; seats that wait for a second person are switched off. A seat that is taken away ends
 * the API keys made in it, and the right to edit the whole company the webhooks they set; a seat or a role that is, the delegations from and to
 * the user in that seat; the last seat, the right to sign there. The first seat in a further company ends the verification of a new
 * address: the people of one company who wanted it do not speak for the other.
 *
 * @param givenBy who gives what is new, where that is not the caller: who put it forward.
 */
export async function saveSeats(
  context: UseCaseContext,
  userId: string,
  companyId: string,
  seats: readonly Seat[],
  { status = 'ENABLE', givenBy = context.actor.userId }: { status?: 'ENABLE' | 'DISABLE'; givenBy?: string | null } = {},
) {
  const { tx } = context
  const added = seatsAdded(await seatsIn(tx, userId, companyId), seats).map(({ role }) => role)
  if (seats.length > 0 && status === 'ENABLE') {
    await refuseBothSides(tx, userId, companyId)
    if (await joins(tx, userId, companyId)) {
      await voidAddressLinks(tx, userId)
      await leaveWhereStopped(context, userId)
    }
  }
  const lost = await seatsLost(tx, userId, companyId, status === 'ENABLE' ? seats : [])
  await tx
    .updateTable('userCompanyRole')
    .set({ status: 'DISABLE' })
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .where('status', '=', 'ENABLE')
    .where(sql<boolean>`role <> all (${seats.map((seat) => seat.role)}::text[])`)
    .execute()
  await endKeys(
    context,
    { userId, companyId, besidesRoles: status === 'ENABLE' ? seats.map((seat) => seat.role) : [] },
    'SEAT_ENDED',
  )
  await endDelegations(context, { companyId, seats: lost.map(({ role }) => ({ userId, role })) }, 'SEAT_ENDED')
  for (const [index, { role, userRoles }] of seats.entries()) {
    const givers = givenBy && added.includes(role) ? [givenBy] : []
    await tx
      .insertInto('userCompanyRole')
      .values({
        id: newId(),
        userId,
        companyId,
        role,
        userRoles: [...userRoles],
        isDefault: index === 0,
        status,
        givenBy: givers,
      })
      .onConflict((c) =>
        c.columns(['userId', 'companyId', 'role']).doUpdateSet({
          userRoles: [...userRoles],
          status,
          givenBy: sql<string[]>`array(select distinct unnest(user_company_role.given_by || excluded.given_by))`,
        }),
      )
      .execute()
  }
  await endEndpoints(context, { userId, companyId }, 'SEAT_ENDED')
  await rejudgeSteps(
    context,
    lost.map((seat) => ({ userId, companyId, ...seat })),
  )
}

/** Everybody who has given a user a seat in a company, alone or as the one who put it forward. */
export async function giversOf(tx: Tx, userId: string, companyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('userCompanyRole')
    .select('givenBy')
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .execute()
  return [...new Set(rows.flatMap(({ givenBy }) => givenBy))]
}
