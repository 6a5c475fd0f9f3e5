import { createHash } from 'node:crypto'
import { givesASay, holdsAll, isInCharge, leads, type Seat, type Standing, seatsAdded } from '@usance/domain/seats'
import type { UserChange } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { NoFacts } from '../../approval/workflow/facts.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { endRecoveryCodes } from '../../auth/recovery-codes.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Actor, UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { endKeys } from '../api-key/end-keys.ts'
import { endCredentials } from '../session/password.ts'
import { askAddress, refuseTaken } from './address.ts'
import { isChangedByTwo, isFirstSetUp, isReaddressedByTwo } from './decides.ts'
import { type Invited, mailLink, voidLinks } from './mail-link.ts'
import {
  checkSeats,
  checkSigner,
  giversOf,
  keepOneInCharge,
  keepOneOfOperations,
  saveSeats,
  saveSigningRight,
  seatsIn,
} from './seats.ts'

export type Company = { id: string; code: string; name: string; isPlatform: boolean }
/** The new values of a user in a company; missing values stay unchanged. */
export type Wanted = UserChange

/** The present seats in one company, and whether the person may sign for it. */
export async function standingIn(tx: Tx, userId: string, companyId: string): Promise<Standing> {
  const right = await tx
    .selectFrom('signingRight')
    .select('companyId')
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .executeTakeFirst()
  return { seats: await seatsIn(tx, userId, companyId), signatory: right !== undefined }
}

/**
 * Whether a change in a company concerns a person of several companies rather than that company alone; no director of one company
 * may pass it.
 */
async function isOfSeveralCompanies(
  tx: Tx,
  userId: string,
  companyId: string,
  { cname, email, factorReset }: Wanted,
): Promise<boolean> {
  if (cname === undefined && email === undefined && !factorReset) return false
  const { rows } = await sql`select 1 from user_company_role
    where user_id = ${userId} and status = 'ENABLE' and company_id <> ${companyId} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Refuses one change that gives rights in a company and renames or readdresses a person of several: operations would pass it in
 * place of the directors of that company.
 */
export async function refuseSeatsWithPerson(tx: Tx, userId: string, company: Company, before: Standing, wanted: Wanted) {
  const gives = seatsAdded(before.seats, wanted.seats ?? before.seats).length > 0 || (wanted.signatory && !before.signatory)
  if (!gives || company.isPlatform || !(await isOfSeveralCompanies(tx, userId, company.id, wanted))) return
  const fields = (['cname', 'email'] as const).filter((field) => wanted[field] !== undefined)
  throw new Refused('BAD_REQUEST', { fields: fields.map((field) => ({ field, message: 'SEATS_APART_FROM_PERSON' })) })
}

/** Refuses seats with permissions that the giver does not hold, unless the giver is in charge of that company's people. */
export async function refuseGiving(context: UseCaseContext, company: Company, before: readonly Seat[], after: readonly Seat[]) {
  const { app, actor } = context
  if (isInCharge({ role: actor.companyRole, userRoles: actor.userRoles, staff: actor.staff })) return
  for (const { role, userRoles } of seatsAdded(before, after)) {
    const given = await app.matrix.permissionsOf(role, [...userRoles])
    const index = after.findIndex((one) => one.role === role)
    if (company.id !== actor.companyId || !holdsAll(actor.permissions, given))
      throw faultyField(`seats.${index}.userRoles`, 'SEAT_NOT_HELD')
  }
}

/**
 * Whether somebody of the operator lets a person into a company other than the own: with a seat of any kind, or with a new address,
 * to which the invitation then goes. A director who invents a maker deceives the own company; the operator would deceive another.
 */
const letsIntoAnother = (actor: Actor, company: Company, before: Standing, wanted: Wanted): boolean =>
  company.id !== actor.companyId &&
  (wanted.email !== undefined || seatsAdded(before.seats, wanted.seats ?? before.seats).length > 0)

/** Whether a change of a user in a company needs a second person. The transaction sees every company. */
export async function needsSecondPerson(
  { tx, actor }: Pick<UseCaseContext, 'tx' | 'actor'>,
  { userId, company, before, wanted }: { userId: string; company: Company; before: Standing; wanted: Wanted },
): Promise<boolean> {
  if (wanted.factorReset) return true
  const gives =
    givesASay(before, { seats: wanted.seats ?? before.seats, signatory: wanted.signatory ?? before.signatory }) ||
    letsIntoAnother(actor, company, before, wanted)
  return (
    (gives && !(await isFirstSetUp(tx))) ||
    (wanted.cname !== undefined && (await isChangedByTwo(tx, userId))) ||
    (wanted.email !== undefined && (await isReaddressedByTwo(tx, userId, actor.userId)))
  )
}

type User = { id: string; userName: string; cname: string; email: string }
/**
 * Puts a change of a user forward to a second person, and returns its number. Another director or operations decides; for staff
 * and for a person of several companies, operations alone.
 */
export async function proposeChange(
  context: UseCaseContext,
  { user, company, before, wanted }: { user: User; company: Company; before: Standing; wanted: Wanted },
): Promise<string> {
  const { tx, actor, today } = context
  const id = newId()
  const no = await nextNumber(tx, 'UC', today)
  const was = { ...before, email: user.email, cname: user.cname }
  const added = await tx
    .insertInto('userChange')
    .values({
      id,
      no,
      userId: user.id,
      companyId: company.id,
      before: JSON.stringify(was),
      after: JSON.stringify(wanted),
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refused('CHANGE_WAITS')
  await audit(context, {
    event: 'USER_CHANGE_PROPOSED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: user.userName,
    before: was,
    after: wanted,
  })
  if (user.id !== actor.userId && !wanted.invite)
    await notify(tx, {
      event: 'USER_CHANGE_ASKED',
      userIds: [user.id],
      inCompany: null,
      params: { company: company.name, no, by: nameTold(actor, company.id) },
      objectType: 'USER',
      objectId: user.id,
      link: '/user-center',
    })
  await startFlow(context, {
    // Operations passes changes of staff, and personal data of users of several companies.
    businessType: company.isPlatform || (await isOfSeveralCompanies(tx, user.id, company.id, wanted)) ? 'STAFF_USER' : 'USER',
    businessId: id,
    businessNo: no,
    title: `${user.cname} · ${company.name}`,
    contentHash: await hashOf(tx, id),
    companyId: company.id,
    // Nobody passes a change that adds to their own rights, nor one that somebody puts forward whom they have seated.
    makerIds: [user.id, ...(await giversOf(tx, actor.userId, actor.companyId))],
    link: `/org/account/${user.id}/detail`,
  })
  return no
}

const rowOf = (tx: Tx, id: string) =>
  tx.selectFrom('userChange').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * Locks a change, its user and the company. An edit of the user takes the same locks, so that a decision compares the change with the
 * seats and the address as they are when it passes.
 */
async function lockChange(tx: Tx, id: string): Promise<void> {
  const { userId, companyId } = await rowOf(tx, id)
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  await lockCompany(tx, companyId)
}

/** The change for the second person: the new values, beside the present ones. */
async function hashOf(tx: Tx, id: string): Promise<string> {
  const row = await rowOf(tx, id)
  const { email, cname } = await tx
    .selectFrom('appUser')
    .select(['email', 'cname'])
    .where('id', '=', row.userId)
    .executeTakeFirstOrThrow()
  const now = await standingIn(tx, row.userId, row.companyId)
  return createHash('sha256')
    .update(canonical([row.after, now, email, cname]))
    .digest('hex')
}

/** Refuses seats that leave a company with nobody in charge, or the operator with nobody of operations. */
export async function keepWhoIsNeeded(tx: Tx, userId: string, companyId: string, seats: readonly Seat[]): Promise<void> {
  if (!leads(seats)) await keepOneInCharge(tx, userId, companyId)
  if (!seats.some(({ userRoles }) => userRoles.includes('Operations'))) await keepOneOfOperations(tx, userId, companyId)
}

/**
 * Applies a change. A user who never signed in gets an invitation at the new address at once; other new addresses are verified
 * first. The transaction sees every company.
 *
 * @param passed who put the change forward, where a second person passed it.
 */
export async function applyChange(
  context: UseCaseContext,
  userId: string,
  company: Company,
  wanted: Wanted,
  passed?: { makerId: string | null },
): Promise<void> {
  const { tx } = context
  const passedByTwo = passed !== undefined
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  if (wanted.seats) {
    // The company may have lost a role since the seats were put forward.
    await checkSeats(tx, company, wanted.seats)
    await keepWhoIsNeeded(tx, user.id, company.id, wanted.seats)
    await saveSeats(context, user.id, company.id, wanted.seats, passed ? { givenBy: passed.makerId } : {})
  }
  // What is in its seats may have changed since, and what a role may do.
  if (wanted.signatory) await checkSigner(context, await seatsIn(tx, user.id, company.id))
  if (wanted.signatory !== undefined) await saveSigningRight(tx, user.id, company.id, wanted.signatory)
  if (wanted.cname !== undefined) await tx.updateTable('appUser').set({ cname: wanted.cname }).where('id', '=', user.id).execute()
  if (wanted.factorReset) await resetFactor(context, user, company)
  const isNew = user.status === 'unActive'
  if (wanted.email !== undefined && !isNew) await askAddress(context, user, wanted.email, passedByTwo)
  if (wanted.email !== undefined && isNew) {
    await refuseTaken(tx, { email: wanted.email }, user.id)
    await voidLinks(tx, user.id)
    await tx.updateTable('appUser').set({ email: wanted.email }).where('id', '=', user.id).execute()
  }
  if (isNew && (wanted.invite || wanted.email !== undefined))
    await mailLink(
      context,
      { ...user, email: wanted.email ?? user.email, cname: wanted.cname ?? user.cname },
      'invitation',
      company,
    )
}

/**
 * Removes a second factor. Its requester and approver gain nothing: sessions, keys, password and codes end, a password link goes to the
 * owner's mailbox, and the next sign-in may only enrol a new factor.
 */
async function resetFactor(context: UseCaseContext, user: Invited, company: Company): Promise<void> {
  const { tx } = context
  await tx
    .updateTable('appUser')
    .set({ mfaEnabled: false, mfaSecret: null, mfaEnrol: true, passwordHash: null })
    .where('id', '=', user.id)
    .execute()
  await endRecoveryCodes(tx, user.id)
  await endCredentials(tx, user.id)
  await endKeys(context, { userId: user.id }, 'PASSWORD_RESET')
  await mailLink(context, user, 'factorReset', company)
}

/** Ends a waiting change; one that has ended stays as it is. */
async function endChange(
  context: Pick<UseCaseContext, 'tx' | 'now'>,
  id: string,
  status: 'PASSED' | 'REJECTED' | 'REFUSED' | 'WITHDRAWN',
) {
  await context.tx
    .updateTable('userChange')
    .set({ status, endedAt: context.now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'IN_APPROVE')
    .execute()
}

/** What it takes to read a change of a user without a part in its approval. */
export const userChangeViewRight = 'org.account.view'

/** Applies or drops a change of a user when its approval ends. A returned change is put forward again as a new one. */
const userChangeDecision: Decision<NoFacts> = {
  concerned: (id) => sql`select unnest(array[c.user_id, c.company_id]) from user_change c where c.id = ${id}`,
  viewRight: async () => userChangeViewRight,
  facts: { without: 'The call of the change tells what it makes of the user.' },
  lock: lockChange,
  contentHash: hashOf,
  /** The companies of the person count at this moment, as a seat in another company may have been given since the proposal. */
  async mayPass({ tx }, { businessId, businessType }) {
    const row = await rowOf(tx, businessId)
    if (businessType === 'USER' && (await isOfSeveralCompanies(tx, row.userId, row.companyId, row.after as Wanted)))
      throw new Refused('OF_SEVERAL_COMPANIES')
  },
  async passed(context, { businessId }) {
    const { tx } = context
    const row = await rowOf(tx, businessId)
    const wanted = row.after as Wanted
    const company = await tx
      .selectFrom('company')
      .select(['id', 'code', 'name', 'isPlatform'])
      .where('id', '=', row.companyId)
      .executeTakeFirstOrThrow()
    await endChange(context, row.id, 'PASSED')
    await applyChange(context, row.userId, company, wanted, { makerId: row.createdBy })
    await tx
      .updateTable('appUser')
      .set({ version: sql`version + 1`, updatedAt: sql`app_now()` })
      .where('id', '=', row.userId)
      .execute()
    await audit(context, {
      event: 'USER_CHANGED',
      objectType: 'USER',
      objectId: row.userId,
      objectNo: row.no,
      before: row.before,
      after: wanted,
    })
    await notify(tx, {
      event: 'USER_CHANGED',
      userIds: [row.userId],
      inCompany: null,
      params: { company: company.name, no: row.no },
      objectType: 'USER',
      objectId: row.userId,
      link: '/user-center',
    })
  },
  rejected: (context, { businessId }) => endChange(context, businessId, 'REJECTED'),
  refused: (context, { businessId }) => endChange(context, businessId, 'REFUSED'),
}

export const userApprovals = {
  USER: userChangeDecision,
  STAFF_USER: userChangeDecision,
} satisfies Approvals
