import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { authenticateKey, isApiKey } from './api-key.ts'
import { hashToken } from './hash-token.ts'

export { hashToken }

type SessionRow = {
  sessionId: string
  userId: string
  userName: string
  cname: string
  signatory: boolean
  timeZone: string
  status: string
  companyId: string | null
  companyCode: string | null
  companyName: string | null
  companyRole: string | null
  isPlatform: boolean | null
  userRoles: string[] | null
  idleSeconds: number
}

/**
 * The user behind a token, checked against the database on every call: a stopped user or an ended session is out at once.
 * `askedRole` is the companyRole header; a role the user does not hold is refused with 403. A company's own systems come
 * with a key instead.
 */
export async function authenticate(app: App, token: string, askedRole: string | undefined, ip = ''): Promise<Actor> {
  if (isApiKey(token)) return authenticateKey(app, token, askedRole, ip)
  if (token.length < 20 || token.length > 200) throw new Refused('SESSION_EXPIRED')
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, u.id as user_id, u.user_name, u.cname, u.signatory, u.time_zone, u.status,
           s.company_id, c.code as company_code, c.name as company_name, r.role as company_role, c.is_platform, r.user_roles,
           extract(epoch from now() - s.last_seen_at)::int as idle_seconds
    from session s join app_user u on u.id = s.user_id
    left join user_company_role r on r.user_id = u.id and r.company_id = s.company_id and r.role = coalesce(${askedRole ?? null}::text, s.company_role) and r.status = 'ENABLE'
    left join company c on c.id = r.company_id
    where s.token_hash = ${hashToken(token)} and s.ended_at is null`.execute(app.db)
  const row = rows[0]
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
