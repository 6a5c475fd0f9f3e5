import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { authenticateKey, isApiKey } from './api-key.ts'
import { findSession } from './find-sessions.ts'
import { hashToken } from './hash-token.ts'

/**
 * The user behind a token, checked against the database on every call: a stopped user or an ended session is out at once.
 * `askedRole` is the companyRole header; a role the user does not hold is refused with 403. A company's own systems come
 * with a key instead.
 */
export async function authenticate(app: App, token: string, askedRole: string | undefined, ip = ''): Promise<Actor> {
  if (isApiKey(token)) return authenticateKey(app, token, askedRole, ip)
  if (token.length < 20 || token.length > 200) throw new Refused('SESSION_EXPIRED')
  const row = await findSession(app, hashToken(token), askedRole)
  if (!row || row.status !== 'active' || row.idleSeconds > app.config.sessionIdleMinutes * 60)
    throw new Refused('SESSION_EXPIRED')
  // One write a minute keeps a session alive without making every read a write.
  if (row.idleSeconds >= 60) await sql`update session set last_seen_at = now() where id = ${row.sessionId}`.execute(app.db)
  if (!row.companyId || !row.companyRole) throw new Refused(row.companyId ? 'FORBIDDEN' : 'SESSION_INVALID')
  const userRoles = row.userRoles ?? []
  return {
    userId: row.userId,
    userName: row.userName,
    cname: row.cname,
    sessionId: row.sessionId,
    companyId: row.companyId,
    companyCode: row.companyCode!,
    companyName: row.companyName!,
    companyRole: row.companyRole as Actor['companyRole'],
    userRoles,
    staff: row.companyRole === 'PLATFORM' && row.isPlatform === true,
    permissions: await app.matrix.permissionsOf(row.companyRole, userRoles),
    signatory: row.signatory,
    timeZone: Number(row.timeZone),
  }
}
