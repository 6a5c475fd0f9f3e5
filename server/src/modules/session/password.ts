import { randomBytes } from 'node:crypto'
import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { hashPassword } from '../../auth/password-hash.ts'
import { weaknessOf } from '../../auth/password-rule.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'
import { openField } from './login.ts'
import { provePassword } from './prove-password.ts'

export type LinkPurpose = 'INVITATION' | 'RESET' | 'GUIDANCE' | 'SETUP' | 'EXHIBITION' | 'NOTICE' | 'SPECIAL'

/** A secret that is good once until it expires; only its hash is stored. */
export async function newLink(tx: Tx, purpose: LinkPurpose, userId: string | null, hours: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .insertInto('oneTimeLink')
    .values({
      id: newId(),
      secretHash: hashToken(secret),
      purpose,
      userId,
      expiresAt: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute()
  return secret
}

const resetsAnHour = 5

/** Mails a reset link. The answer is the same whether the user exists or not. */
export const requestReset: Handler<typeof sessionCalls.resetRequest> = async ({ app, tx, body }) => {
  const name = body.loginName.toLowerCase()
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'email', 'cname', 'language', 'status'])
    .where((eb) => eb.or([eb(sql`lower(user_name)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .executeTakeFirst()
  // A mailbox is not to be flooded by somebody else: the answer stays the same.
  const recent = user
    ? await tx
        .selectFrom('oneTimeLink')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('userId', '=', user.id)
        .where('purpose', '=', 'RESET')
        .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow()
    : undefined
  if (user?.status === 'active' && Number(recent!.n) < resetsAnHour) {
    const link = `${app.config.publicUrl}/reset-pwd?link=${await newLink(tx, 'RESET', user.id, 2)}`
    await queueMail(tx, {
      recipient: user.email,
      language: user.language as 'en-US',
      kind: 'reset',
      params: { name: user.cname, link },
    })
  }
  return {}
}

/** Sets a password through a one-time link; an invited user becomes active with it. Every session of the user ends. */
export const setPassword: Handler<typeof sessionCalls.setPassword> = async (request) => {
  const { tx, body } = request
  const opened = await openField(request, [body.password])
  if (!opened) throw new Refused('BAD_CREDENTIALS')
  const link = await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('secretHash', '=', hashToken(body.link))
    .where('purpose', 'in', ['INVITATION', 'RESET', 'SETUP'])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'purpose'])
    .executeTakeFirst()
  if (!link?.userId) throw new Refused('LINK_USED_OR_EXPIRED')
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'userName', 'mfaEnabled', 'status'])
    .where('id', '=', link.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.status === 'stop') throw new Refused('USER_STOPPED')
  const person = link.purpose === 'SETUP' ? body.person : undefined
  const userName = person?.userName ?? user.userName
  const weakness = weaknessOf(opened[0]!, { ...user, userName })
  if (weakness) throw faultyField('password', 'PASSWORD_TOO_WEAK', { reason: weakness })
  await tx
    .updateTable('appUser')
    .set({ ...person, passwordHash: await hashPassword(opened[0]!), status: 'active' })
    .where('id', '=', user.id)
    .execute()
  await tx
    .updateTable('session')
    .set({ endedAt: sql`now()` })
    .where('userId', '=', user.id)
    .where('endedAt', 'is', null)
    .execute()
  await audit(
    { ...request, actor: { userId: user.id, userName, companyId: null, companyRole: null } },
    {
      event: link.purpose === 'RESET' ? 'PASSWORD_RESET' : 'USER_ACTIVATED',
      objectType: 'USER',
      objectId: user.id,
      objectNo: userName,
    },
  )
  return { username: userName }
}

/** Changes the own password; the other sessions of the user end. */
export const changePassword: Handler<typeof sessionCalls.changePassword> = async (request) => {
  const { tx, actor, body } = request
  const opened = await openField(request, [body.oldPassword, body.newPassword])
  if (!opened) throw new Refused('BAD_CREDENTIALS')
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'userName', 'passwordHash', 'mfaEnabled'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await provePassword(request, { stored: user.passwordHash, typed: opened[0]!, field: 'oldPassword' })
  const weakness = weaknessOf(opened[1]!, user)
  if (weakness) throw faultyField('newPassword', 'PASSWORD_TOO_WEAK', { reason: weakness })
  await tx
    .updateTable('appUser')
    .set({ passwordHash: await hashPassword(opened[1]!) })
    .where('id', '=', user.id)
    .execute()
  await tx
    .updateTable('session')
    .set({ endedAt: sql`now()` })
    .where('userId', '=', user.id)
    .where('id', '<>', actor.sessionId)
    .where('endedAt', 'is', null)
    .execute()
  await audit(request, { event: 'PASSWORD_CHANGED', objectType: 'USER', objectId: user.id })
  return {}
}
