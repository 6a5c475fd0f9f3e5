import { randomBytes } from 'node:crypto'
import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { verifyPassword, wasteAVerification } from '../../auth/password-hash.ts'
import { acceptTotp } from '../../auth/totp.ts'
import { newId } from '../../database/id.ts'
import type { Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { forgetFailures, recordFailure, refuseWhileLocked, subjectOf } from './failed-attempts.ts'

const nonceMinutes = 5

/** The key and a nonce that is good once, for five minutes. */
export const publicKey: Handler<typeof sessionCalls.publicKey> = async ({ app }) => {
  const nonce = randomBytes(18).toString('base64url')
  // A read by contract: the nonce is bookkeeping of its own and lives outside the caller's read-only transaction.
  // Its end is on the clock of the database, by which it is judged.
  const { expiresAt } = await app.db
    .insertInto('loginNonce')
    .values({ nonce, expiresAt: sql`now() + make_interval(mins => ${nonceMinutes})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { keyId: app.signInKey.keyId, publicKey: app.signInKey.publicKey, nonce, expiresAt }
}

/** Opens an encrypted field and uses its nonce up. Undefined for anything that is not a fresh ciphertext of ours. */
export async function openField(context: Pick<Context, 'app' | 'tx'>, ciphertexts: string[]): Promise<string[] | undefined> {
  const opened = ciphertexts.map((text) => context.app.signInKey.decrypt(text))
  const nonces = new Set(opened.map((field) => field?.nonce))
  if (opened.some((field) => !field) || nonces.size !== 1) return undefined
  // Outside the transaction: a refused sign-in must still use its nonce up.
  const used =
    await sql`delete from login_nonce where nonce = ${opened[0]!.nonce} and expires_at > now() returning nonce`.execute(
      context.app.db,
    )
  return used.rows.length === 1 ? opened.map((field) => field!.value) : undefined
}

/** Signs in. One message and the same time for an unknown user and a wrong password; five failures lock for half an hour. */
export const login: Handler<typeof sessionCalls.login> = async (request) => {
  const { body, app, tx } = request
  if (body.type !== 1) throw new Refused('LOGIN_TYPE_UNKNOWN')
  const opened = await openField(request, [body.userName, body.password])
  const userName = opened?.[0]?.normalize('NFKC').trim() ?? ''
  const subject = subjectOf(userName || body.loginName)
  await refuseWhileLocked(request, subject)

  const user = opened
    ? await tx.selectFrom('appUser').selectAll().where(sql`lower(user_name)`, '=', userName.toLowerCase()).executeTakeFirst()
    : undefined
  const right = user?.passwordHash ? await verifyPassword(user.passwordHash, opened![1]!) : await wasteAVerification()
  if (!user || !right) {
    await recordFailure(request, subject)
    throw new Refused('BAD_CREDENTIALS')
  }
  if (user.status === 'stop') throw new Refused('USER_STOPPED')
  if (user.status !== 'active') throw new Refused('USER_NOT_ACTIVE')
  if (user.mfaEnabled) {
    if (!body.code) throw new Refused('SECOND_FACTOR_REQUIRED')
    if (!(await acceptTotp(app, user.id, body.code))) {
      await recordFailure(request, subject)
      throw new Refused('SECOND_FACTOR_WRONG')
    }
  }
  await forgetFailures(request, subject)
  return openSession(request, user.id, user.mfaEnabled)
}

/** A new session of the user, in the role they used last. The token is random and only its hash is stored. */
export async function openSession(
  request: Pick<Context, 'tx' | 'ip' | 'raw' | 'today' | 'requestId'>,
  userId: string,
  mfa: boolean,
) {
  const { tx, ip, raw } = request
  const roles = await tx
    .selectFrom('userCompanyRole')
    .select(['companyId', 'role', 'isDefault'])
    .where('userId', '=', userId)
    .where('status', '=', 'ENABLE')
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .execute()
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  await tx
    .insertInto('session')
    .values({
      id: sessionId,
      tokenHash: hashToken(token),
      userId,
      companyId: roles[0]?.companyId ?? null,
      companyRole: roles[0]?.role ?? null,
      ip,
      userAgent: raw.request.headers['user-agent']?.slice(0, 300) ?? null,
      // Somebody at the keyboard lives now, whatever day the books are on.
      createdAt: sql`now()`,
      lastSeenAt: sql`now()`,
    })
    .execute()
  const { userName } = await tx
    .updateTable('appUser')
    .set({ lastVisitAt: sql`last_sign_in_at`, lastSignInAt: sql`now()` })
    .where('id', '=', userId)
    .returning('userName')
    .executeTakeFirstOrThrow()
  await audit(
    { ...request, actor: { userId, userName, companyId: roles[0]?.companyId ?? null, companyRole: roles[0]?.role ?? null } },
    { event: 'USER_SIGNED_IN', objectType: 'USER', objectId: userId, objectNo: userName },
  )
  return { token, userId, needChoose: roles.length > 1, mfa }
}

/** Ends the session of the token; a token that is none is no error, because the result is the same. */
export const logout: Handler<typeof sessionCalls.logout> = async ({ query, tx, raw }) => {
  const token = query.token ?? String(raw.request.headers.token ?? '')
  if (token)
    await tx
      .updateTable('session')
      .set({ endedAt: sql`now()` })
      .where('tokenHash', '=', hashToken(token))
      .where('endedAt', 'is', null)
      .execute()
  return {}
}

/** Exchanges the one-time code of a mail link for a session; the code is void afterwards. */
export const exchangeGuidance: Handler<typeof sessionCalls.guidance> = async (request) => {
  const { body, tx } = request
  const link = await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('secretHash', '=', hashToken(body.guidance))
    .where('purpose', '=', 'GUIDANCE')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('userId')
    .executeTakeFirst()
  const user = link?.userId
    ? await tx.selectFrom('appUser').select(['id', 'status', 'mfaEnabled']).where('id', '=', link.userId).executeTakeFirst()
    : undefined
  if (!user || user.status !== 'active' || user.mfaEnabled) throw new Refused('LINK_USED_OR_EXPIRED')
  const { token, userId } = await openSession(request, user.id, false)
  return { token, userId }
}
