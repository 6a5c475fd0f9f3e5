import { randomBytes } from 'node:crypto'
import type { sessionCalls } from '@usance/wire/session/calls'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { verifyPassword, wasteAVerification } from '../../auth/password-hash.ts'
import { acceptTotp } from '../../auth/totp.ts'
import { alongside, type Db, inTransaction, needNotReachDisk, type Tx, together } from '../../database/database.ts'
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
  const { expiresAt } = await inTransaction(app.asideDb, { kind: 'none' }, 'write', (own) => {
    needNotReachDisk(own)
    return own
      .insertInto('loginNonce')
      .values({ nonce, expiresAt: sql`now() + make_interval(mins => ${nonceMinutes})` })
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
  })
  return { keyId: app.signInKey.keyId, publicKey: app.signInKey.publicKey, nonce, expiresAt }
}

type Unsealed = { values: string[]; nonce: string }
/** What encrypted fields hold that belong together; undefined for anything that is no ciphertext of ours. */
function unseal(app: App, ciphertexts: string[]): Unsealed | undefined {
  const opened = ciphertexts.map((text) => app.signInKey.decrypt(text))
  const nonces = new Set(opened.map((field) => field?.nonce))
  if (opened.some((field) => !field) || nonces.size !== 1) return undefined
  return { values: opened.map((field) => field!.value), nonce: opened[0]!.nonce }
}

/** Uses a nonce up; whether it was still good. */
const useUp = async (db: Db, nonce: string): Promise<boolean> =>
  (await sql`delete from login_nonce where nonce = ${nonce} and expires_at > now() returning nonce`.execute(db)).rows.length === 1

/** Opens an encrypted field and uses its nonce up. Undefined for anything that is not a fresh ciphertext of ours. */
export async function openField({ app }: Pick<Context, 'app'>, ciphertexts: string[]): Promise<string[] | undefined> {
  const unsealed = unseal(app, ciphertexts)
  // Outside the transaction: a refused sign-in must still use its nonce up.
  return unsealed && (await useUp(app.asideDb, unsealed.nonce)) ? unsealed.values : undefined
}

/**
 * Who signs in: their row and seats, and whether they may try at all, asked together. All of it is known before the password
 * is looked at, so that a crowd signing in waits for the processor and holds no connection meanwhile.
 */
async function whoComes(request: Context & { body: { userName: string; password: string; loginName: string } }) {
  const { app, body } = request
  const unsealed = unseal(app, [body.userName, body.password])
  const userName = unsealed ? unsealed.values[0]!.normalize('NFKC').trim() : ''
  const subject = subjectOf(userName || body.loginName)
  if (unsealed) {
    let locked: unknown
    const named = userName.toLowerCase()
    // Outside the transaction: a refused sign-in must still use its nonce up.
    // The session, or the failure, is written durably after it and carries it along.
    const [isFresh, user, roles] = await inTransaction(app.asideDb, { kind: 'none' }, 'write', (own) => {
      needNotReachDisk(own)
      return together(
        useUp(own, unsealed.nonce),
        own.selectFrom('appUser').selectAll().where(sql`lower(user_name)`, '=', named).executeTakeFirst(),
        rolesOf(own, sql<string>`(select id from app_user where lower(user_name) = ${named})`),
        refuseWhileLocked(request, subject, own).catch((error: unknown) => {
          locked = error
        }),
      )
    })
    if (isFresh) {
      if (locked) throw locked
      return { subject, user, roles, password: unsealed.values[1]! }
    }
  }
  const claimed = subjectOf(body.loginName)
  await refuseWhileLocked(request, claimed)
  return { subject: claimed, user: undefined, roles: [], password: '' }
}

/** Signs in. One message and the same time for an unknown user and a wrong password; five failures lock for half an hour. */
export const login: Handler<typeof sessionCalls.login> = async (request) => {
  const { body, app, tx } = request
  if (body.type !== 1) throw new Refused('LOGIN_TYPE_UNKNOWN')
  const { subject, user, roles, password } = await whoComes(request)
  const right = await (user?.passwordHash ? verifyPassword(user.passwordHash, password) : wasteAVerification())
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
  await alongside(tx, forgetFailures(request, subject, tx))
  return openSession(request, user, user.mfaEnabled, roles)
}

/** The seats of a user, the default one first. */
const rolesOf = (tx: Tx, userId: string | RawBuilder<string>) =>
  tx
    .selectFrom('userCompanyRole')
    .select(['companyId', 'role', 'isDefault'])
    .where('userId', '=', userId)
    .where('status', '=', 'ENABLE')
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .execute()

/** A new session of the user, in the role they used last. The token is random and only its hash is stored. */
export async function openSession(
  request: Pick<Context, 'tx' | 'ip' | 'raw' | 'today' | 'requestId'>,
  { id: userId, userName }: { id: string; userName: string },
  mfa: boolean,
  roles: Awaited<ReturnType<typeof rolesOf>>,
) {
  const { tx, ip, raw } = request
  const token = randomBytes(32).toString('base64url')
  const seat = { companyId: roles[0]?.companyId ?? null, companyRole: roles[0]?.role ?? null }
  const opened = tx
    .insertInto('session')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      ...seat,
      ip,
      userAgent: raw.request.headers['user-agent']?.slice(0, 300) ?? null,
      // Somebody at the keyboard lives now, whatever day the books are on.
      createdAt: sql`now()`,
      lastSeenAt: sql`now()`,
    })
    .execute()
  const visited = tx
    .updateTable('appUser')
    .set({ lastVisitAt: sql`last_sign_in_at`, lastSignInAt: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await alongside(tx, Promise.all([opened, visited]))
  await audit(
    { ...request, actor: { userId, userName, ...seat } },
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
    ? await tx
        .selectFrom('appUser')
        .select(['id', 'userName', 'status', 'mfaEnabled'])
        .where('id', '=', link.userId)
        .executeTakeFirst()
    : undefined
  if (!user || user.status !== 'active' || user.mfaEnabled) throw new Refused('LINK_USED_OR_EXPIRED')
  const { token, userId } = await openSession(request, user, false, await rolesOf(tx, user.id))
  return { token, userId }
}
