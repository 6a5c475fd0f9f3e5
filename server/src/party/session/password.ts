import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { takeLink } from '../../auth/one-time-link.ts'
import { hashPassword } from '../../auth/password-hash.ts'
import { weaknessOf } from '../../auth/password-rule.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockUser } from '../../database/lock-user.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { refuseTaken } from '../account/address.ts'
import { endKeys } from '../api-key/end-keys.ts'
import { forgetAttempts, rememberAddress } from './attempts.ts'
import { openField } from './login.ts'
import { provePassword } from './prove-password.ts'

/**
 * Requests a mail with a reset link. A job sends it after the answer, which is the same, after the same time, for an unknown
 * name.
 */
export const requestReset: Handler<typeof sessionCalls.resetRequest> = async ({ tx, body }) => {
  await tx.insertInto('resetRequest').values({ id: newId(), loginName: body.loginName }).execute()
  return {}
}

/**
 * Ends every session but the one that changed the password, and every link that could change it again. The user is locked first, so that a
 * sign-in that is under way either has opened its session by now or finds that it may not.
 */
export async function endCredentials(tx: Tx, userId: string, exceptSessionId: string | null = null): Promise<void> {
  await lockUser(tx, userId)
  await sql`update session set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptSessionId}::uuid`.execute(tx)
  await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('purpose', 'in', ['INVITATION', 'RESET', 'SETUP', 'GUIDANCE', 'ADDRESS'])
    .execute()
}

/** Keys remain valid when a password is changed on time; their maker is notified. */
async function tellOfKeys({ tx, actor }: UseCaseContext): Promise<void> {
  const { n } = await tx
    .selectFrom('apiKey')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userId', '=', actor.userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (Number(n) > 0)
    await notify(tx, {
      event: 'API_KEYS_STAY',
      userIds: [actor.userId],
      inCompany: null,
      params: { count: Number(n) },
      objectType: 'USER',
      objectId: actor.userId,
      link: '/org/api-key',
    })
}

/** Sets a password through a one-time link; an invited user becomes active with it. Every session of the user ends. */
export const setPassword: Handler<typeof sessionCalls.setPassword> = async (request) => {
  const { tx, body } = request
  const opened = await openField(request, [body.password])
  if (!opened) throw new Refused('BAD_CREDENTIALS')
  const link = await takeLink(tx, body.link, ['INVITATION', 'RESET', 'SETUP'])
  if (!link?.userId) throw new Refused('LINK_USED_OR_EXPIRED')
  const user = await tx
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'mfaEnabled', 'status'])
    .where('id', '=', link.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.status === 'stop') throw new Refused('USER_STOPPED')
  const person = link.purpose === 'SETUP' ? body.person : undefined
  const userName = person?.userName ?? user.userName
  await elevate(tx)
  if (person) await refuseTaken(tx, person, user.id)
  const weakness = weaknessOf(opened[0]!, { ...user, userName })
  if (weakness) throw faultyField('password', 'PASSWORD_TOO_WEAK', { reason: weakness })
  await tx
    .updateTable('appUser')
    .set({ ...person, passwordHash: await hashPassword(opened[0]!), status: 'active' })
    .where('id', '=', user.id)
    .execute()
  await endCredentials(tx, user.id)
  // A password set through a link may follow a theft: keys made in the user's name end with it.
  const owner = { ...request, actor: { userId: user.id, userName, companyId: null, companyRole: null } }
  await endKeys(owner, { userId: user.id }, 'PASSWORD_SET')
  // The owner of the mailbox may sign in again, despite guesses of others.
  await forgetAttempts(request.app, tx, user)
  await rememberAddress(tx, user.id, request.ip)
  await audit(owner, {
    event: link.purpose === 'RESET' ? 'PASSWORD_RESET' : 'USER_ACTIVATED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: userName,
  })
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
  if (opened[0]!.normalize('NFKC') === opened[1]!.normalize('NFKC')) throw faultyField('newPassword', 'PASSWORD_SAME')
  const weakness = weaknessOf(opened[1]!, user)
  if (weakness) throw faultyField('newPassword', 'PASSWORD_TOO_WEAK', { reason: weakness })
  await tx
    .updateTable('appUser')
    .set({ passwordHash: await hashPassword(opened[1]!) })
    .where('id', '=', user.id)
    .execute()
  await endCredentials(tx, user.id, actor.sessionId)
  await tellOfKeys(request)
  await audit(request, { event: 'PASSWORD_CHANGED', objectType: 'USER', objectId: user.id })
  return {}
}
