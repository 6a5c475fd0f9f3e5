import type { userCenterCalls } from '@usance/wire/user-center/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
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
      'signatory',
      'lastSignInAt',
      'version',
    ])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .select(['c.name as companyName', 'r.role', 'r.userRoles'])
    .where('r.userId', '=', actor.userId)
    .where('r.status', '=', 'ENABLE')
    .orderBy('c.name')
    .orderBy('r.role')
    .execute()
  return { ...user, language: user.language as 'en-US', timeZone: Number(user.timeZone), seats }
}

type Columns = {
  cname?: string
  language?: string
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
  const { version, idempotencyKey: _, ...columns } = request.body
  const saved = await save(request.tx, request.actor.userId, version, columns)
  await audit(request, { event: 'PROFILE_CHANGED', objectType: 'USER', objectId: request.actor.userId, after: columns })
  return saved
}

/** Where mails about the user go decides who can reset the password, so that changing it takes the password. */
export const modifyContact: Handler<typeof userCenterCalls.modify> = async (request) => {
  const { tx, actor, body } = request
  const opened = await openField(request, [body.password])
  const user = await tx
    .selectFrom('appUser')
    .select(['passwordHash', 'email', 'phone'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!opened) throw faultyField('password', 'BAD_CREDENTIALS')
  await provePassword(request, { stored: user.passwordHash, typed: opened[0]!, field: 'password' })
  const { rows } = await sql`select 1 from app_user where lower(email) = lower(${body.email}) and id <> ${actor.userId}`.execute(
    tx,
  )
  if (rows.length > 0) throw faultyField('email', 'ALREADY_EXISTS')
  const after = { email: body.email, phone: body.phone || null }
  const saved = await save(tx, actor.userId, body.version, after)
  await audit(request, {
    event: 'CONTACT_CHANGED',
    objectType: 'USER',
    objectId: actor.userId,
    before: { email: user.email, phone: user.phone },
    after,
  })
  return saved
}
