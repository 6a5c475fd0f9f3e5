import { randomBytes } from 'node:crypto'
import type { sessionCalls } from '@usance/wire/session/calls'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { App } from '../../app.ts'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { takeLink } from '../../auth/one-time-link.ts'
import { verifyPassword, wasteAVerification } from '../../auth/password-hash.ts'
import { rememberProved } from '../../auth/proved-tokens.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../../auth/recovery-codes.ts'
import { newSessionToken } from '../../auth/session-token.ts'
import { acceptTotp } from '../../auth/totp.ts'
import { alongside, type Db, inTransaction, needNotReachDisk, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockUser } from '../../database/lock-user.ts'
import type { AppUserTable } from '../../database/tables.ts'
import type { Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { queueMail } from '../../notify/mail.ts'
import { attempt, counterOfName, counterOfUser, isKnownAt, rememberAddress } from './attempts.ts'

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
 * The user behind a name or an e-mail address, with their seats. All queries run before the password is checked, so that a crowd
 * at sign-in waits for the processor and holds no connection meanwhile. Undefined for text that is not a fresh ciphertext of this
 * server.
 */
async function whoComes({ app, body, ip }: Context & { body: { userName: string; password: string } }) {
  const unsealed = unseal(app, [body.userName, body.password])
  if (!unsealed) return undefined
  const [typed = '', password = ''] = unsealed.values
  const name = typed.normalize('NFKC').trim().toLowerCase()
  // The name of one user is never the address of another. Where two were made so before, the name is that of its owner.
  const id = sql<string>`(select id from app_user where lower(user_name) = ${name} or lower(email) = ${name}
    order by lower(user_name) = ${name} desc limit 1)`
  // Outside the transaction: a refused sign-in must still consume its nonce.
  const [isFresh, user, roles] = await inTransaction(app.asideDb, { kind: 'none' }, 'write', (own) => {
    needNotReachDisk(own)
    return together(
      useUp(own, unsealed.nonce),
      own.selectFrom('appUser').selectAll().select(isKnownAt(id, ip).as('isKnownHere')).where('id', '=', id).executeTakeFirst(),
      rolesOf(own, id),
    )
  })
  if (!isFresh) return undefined
  const place = user?.isKnownHere ? ip : undefined
  return {
    counters: [counterOfName(app, name, place), counterOfUser(app, user?.id ?? name, place)] as const,
    user,
    roles,
    password,
  }
}

/**
 * Signs in. An unknown user and a wrong password get the same message after the same time. Five failures within a quarter of an
 * hour lock for half an hour, parallel ones included. Text that is not a fresh ciphertext of this server counts for no user.
 */
export const login: Handler<typeof sessionCalls.login> = async (request) => {
  const { body, app } = request
  if (body.type !== 1) throw new Refused('LOGIN_TYPE_UNKNOWN')
  const comes = await whoComes(request)
  if (!comes) throw new Refused('BAD_CREDENTIALS')
  const { user, password, roles } = comes
  const begun = await attempt(app, comes.counters)
  const stored = begun.mayCheck ? user?.passwordHash : undefined
  const isRight = await (stored ? verifyPassword(stored, password) : wasteAVerification())
  if (!user || !isRight) {
    await begun.failed()
    throw new Refused('BAD_CREDENTIALS')
  }
  if (user.status !== 'active' || (user.mfaEnabled && !body.code)) {
    await begun.passed()
    throw new Refused(
      user.status === 'stop' ? 'USER_STOPPED' : user.status === 'active' ? 'SECOND_FACTOR_REQUIRED' : 'USER_NOT_ACTIVE',
    )
  }
  const proof = user.mfaEnabled ? await proveFactor(request, user.id, body.code ?? '') : undefined
  if (user.mfaEnabled && !proof) {
    await begun.failed()
    throw new Refused('SECOND_FACTOR_WRONG')
  }
  await begun.passed()
  if (proof === 'recovery') await tellOfRecovery(request, user)
  return { ...(await openSession(request, user, user.mfaEnabled, roles)), mfaEnrol: user.mfaEnrol }
}

/** The second factor that a code belongs to: the app, or a recovery code, which is consumed. Undefined for a wrong code. */
async function proveFactor({ app, tx }: Context, userId: string, code: string): Promise<'app' | 'recovery' | undefined> {
  if (await acceptTotp(app, userId, code)) return 'app'
  // The codes of a user are ended under the same lock.
  await lockUser(tx, userId)
  return (await useRecoveryCode(tx, userId, code)) ? 'recovery' : undefined
}

/** Notifies the owner that a recovery code was used, with the number left. */
async function tellOfRecovery(
  request: Context,
  { id, userName, cname, email, language }: { id: string; userName: string; cname: string; email: string; language: string },
): Promise<void> {
  const left = await recoveryCodesLeft(request.tx, id)
  await queueMail(request.app, request.tx, {
    recipient: email,
    language: language === 'zh-CN' ? 'zh-CN' : 'en-US',
    kind: 'recoveryCodeUsed',
    params: { name: cname, userName, left: String(left) },
  })
  await audit(
    { ...request, actor: { userId: id, userName, companyId: null, companyRole: null } },
    { event: 'RECOVERY_CODE_USED', objectType: 'USER', objectId: id, objectNo: userName, after: { left } },
  )
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

/** A user as they were when their credential was checked. */
type Checked = Pick<Selectable<AppUserTable>, 'id' | 'userName' | 'passwordHash' | 'mfaEnabled' | 'mfaEnrol' | 'mfaSecret'>

/**
 * Locks a user whose password and second factor are still those that were checked. Another password, another factor or a stop that came
 * meanwhile has ended the sessions of the user, and none opens after it.
 */
async function lockAsChecked(tx: Tx, { id, passwordHash, mfaEnabled, mfaEnrol, mfaSecret }: Checked): Promise<void> {
  const locked = await tx
    .updateTable('appUser')
    .set({ lastVisitAt: sql`last_sign_in_at`, lastSignInAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('passwordHash', 'is not distinct from', passwordHash)
    .where('mfaEnabled', '=', mfaEnabled)
    .where('mfaEnrol', '=', mfaEnrol)
    // The secret of a factor that is not on yet is no part of a sign-in.
    .$if(mfaEnabled, (query) => query.where('mfaSecret', 'is not distinct from', mfaSecret))
    .returning('id')
    .executeTakeFirst()
  if (!locked) throw new Refused('BAD_CREDENTIALS')
}

/**
 * A new session of the user, in the role they used last, where what was checked of them still holds. The token is random and only its hash
 * is stored.
 */
async function openSession(
  request: Pick<Context, 'app' | 'tx' | 'ip' | 'raw' | 'today' | 'requestId'>,
  checked: Checked,
  mfa: boolean,
  roles: Awaited<ReturnType<typeof rolesOf>>,
  guided = false,
) {
  const { app, tx, ip, raw } = request
  const { id: userId, userName } = checked
  await lockAsChecked(tx, checked)
  const token = newSessionToken()
  const id = newId()
  const seat = { companyId: roles[0]?.companyId ?? null, companyRole: roles[0]?.role ?? null }
  const opened = tx
    .insertInto('session')
    .values({
      id,
      tokenHash: hashToken(token),
      userId,
      ...seat,
      guided,
      ip,
      userAgent: raw.request.headers['user-agent']?.slice(0, 300) ?? null,
      // Somebody at the keyboard lives now, whatever day the books are on.
      createdAt: sql`now()`,
      lastSeenAt: sql`now()`,
    })
    .execute()
  await alongside(tx, Promise.all([opened, rememberAddress(tx, userId, ip)]))
  await audit(
    { ...request, actor: { userId, userName, ...seat } },
    { event: 'USER_SIGNED_IN', objectType: 'USER', objectId: userId, objectNo: userName },
  )
  rememberProved(app, token, id)
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

const nameOf = async (tx: Tx, companyId: string) =>
  (await tx.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()).name

/**
 * Exchanges the one-time code of a mail link for a session; the code is void afterwards. The session opens in the seat that the link
 * names. Where the user holds none in its company any more, it opens as after a sign-in, and the answer names that company.
 */
export const exchangeGuidance: Handler<typeof sessionCalls.guidance> = async (request) => {
  const { body, tx } = request
  const link = await takeLink(tx, body.guidance, ['GUIDANCE'])
  const user = link?.userId
    ? await tx
        .selectFrom('appUser')
        .select(['id', 'userName', 'status', 'passwordHash', 'mfaEnabled', 'mfaEnrol', 'mfaSecret'])
        .where('id', '=', link.userId)
        .executeTakeFirst()
    : undefined
  if (!user || user.status !== 'active' || user.mfaEnabled || user.mfaEnrol) throw new Refused('LINK_USED_OR_EXPIRED')
  const roles = await rolesOf(tx, user.id)
  const inCompany = roles.filter(({ companyId }) => companyId === link?.companyId)
  const seat = inCompany.find(({ role }) => role === link?.companyRole) ?? inCompany[0]
  const { token, userId } = await openSession(request, user, false, seat ? [seat] : roles, true)
  return { token, userId, lostCompany: link?.companyId && !seat ? await nameOf(tx, link.companyId) : null }
}
