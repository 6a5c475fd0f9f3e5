import type { userCenterCalls } from '@usance/wire/user-center/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { recoveryCodesLeft } from '../../auth/recovery-codes.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { addressAsked, askAddress } from '../account/address.ts'
import { refuseTakenFor } from '../account/taken-names.ts'
import { applyChange, needsSecondPerson, proposeChange, standingIn } from '../account/user-change.ts'
import { openField } from '../session/login.ts'
import { provePassword } from '../session/prove-password.ts'

export const ownProfile: Handler<typeof userCenterCalls.profile> = async ({ tx, actor }) => {
  const user = await tx
    .selectFrom('appUser')
    .select([
      'userName',
      'cname',
      'email',
      'phone',
      'language',
      'timeZone',
      'timeFormat',
      'mfaEnabled',
      'lastSignInAt',
      'version',
    ])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .leftJoin('signingRight as g', (on) => on.onRef('g.userId', '=', 'r.userId').onRef('g.companyId', '=', 'r.companyId'))
    .select(['c.name as companyName', 'r.role', 'r.userRoles'])
    .select(sql<boolean>`g.user_id is not null`.as('signatory'))
    .where('r.userId', '=', actor.userId)
    .where('r.status', '=', 'ENABLE')
    .orderBy('c.name')
    .orderBy('r.role')
    .execute()
  return {
    ...user,
    language: user.language,
    timeZone: Number(user.timeZone),
    seats,
    recoveryCodesLeft: await recoveryCodesLeft(tx, actor.userId),
  }
}

type Columns = {
  language?: 'en-US' | 'zh-CN'
  timeZone?: number
  timeFormat?: string
  email?: string
  phone?: string | null
}
async function save(tx: Tx, userId: string, version: number, { timeZone, ...columns }: Columns) {
  const saved = await tx
    .updateTable('appUser')
    .set({
      ...columns,
      ...(timeZone === undefined ? {} : { timeZone: String(timeZone) }),
      version: version + 1,
      updatedAt: sql`app_now()`,
    })
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  return { version: version + 1 }
}

export const editProfile: Handler<typeof userCenterCalls.edit> = async (request) => {
  const { tx, actor, body } = request
  const { version, idempotencyKey: _, cname, ...columns } = body
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', actor.userId).forUpdate().executeTakeFirstOrThrow()
  const saved = await save(tx, actor.userId, version, columns)
  await audit(request, {
    event: 'PROFILE_CHANGED',
    objectType: 'USER',
    objectId: actor.userId,
    before: { cname: user.cname, language: user.language, timeZone: Number(user.timeZone), timeFormat: user.timeFormat },
    after: body.cname === user.cname ? columns : { ...columns, cname },
  })
  return { ...saved, waitingNo: cname === user.cname ? null : await rename(request, user, cname) }
}

/**
 * Changes the address for a user's own mails. Its mailbox can reset the password, so a change takes the password, a link to the
 * new address, and a second person for users who decide about money.
 */
export const modifyContact: Handler<typeof userCenterCalls.modify> = async (request) => {
  const { tx, actor, body } = request
  const opened = await openField(request, [body.password])
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', actor.userId).forUpdate().executeTakeFirstOrThrow()
  if (!opened) throw faultyField('password', 'BAD_CREDENTIALS')
  await provePassword(request, { stored: user.passwordHash, typed: opened[0]!, field: 'password' })
  const phone = body.phone || null
  const saved = await save(tx, actor.userId, body.version, { phone })
  if (body.email !== user.email) await refuseTakenFor(request, { email: body.email }, user.id)
  await audit(request, {
    event: 'CONTACT_CHANGED',
    objectType: 'USER',
    objectId: actor.userId,
    before: { phone: user.phone },
    after: { phone },
  })
  const waitingNo = body.email === user.email ? null : await moveAddress(request, user, body.email)
  return { ...saved, waitingNo, addressAsked: await addressAsked(tx, user.id) }
}

type Person = { id: string; userName: string; cname: string; email: string; language: string }
/** The company and the present seats of a user who edits themselves. The transaction sees every company afterwards. */
async function standingOfOwn({ tx, actor }: UseCaseContext) {
  await elevate(tx)
  const company = await tx
    .selectFrom('company')
    .select(['id', 'code', 'name', 'isPlatform'])
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow()
  return { company, before: await standingIn(tx, actor.userId, company.id) }
}

/**
 * Applies the new name, or first asks a second person where the user decides about money: signatures and decisions bear the name.
 * Returns the number of a waiting change.
 */
async function rename(request: UseCaseContext, user: Person, cname: string): Promise<string | null> {
  const { company, before } = await standingOfOwn(request)
  const wanted = { cname }
  if (await needsSecondPerson(request, { userId: user.id, company, before, wanted }))
    return proposeChange(request, { user, company, before, wanted })
  await applyChange(request, user.id, company, wanted)
  return null
}

/**
 * Starts the verification of the new address, or first asks a second person where the user decides about money. Returns the
 * number of a waiting change.
 */
async function moveAddress(request: UseCaseContext, user: Person, email: string): Promise<string | null> {
  const { company, before } = await standingOfOwn(request)
  if (await needsSecondPerson(request, { userId: user.id, company, before, wanted: { email } }))
    return proposeChange(request, { user, company, before, wanted: { email } })
  await askAddress(request, user, email, false)
  return null
}
