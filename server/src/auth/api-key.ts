import { decidingPermissions } from '@usance/domain/approval-flows'
import { looksOnly } from '@usance/domain/permissions'
import { actOf, isDecision } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import { keyPrefix } from '@usance/wire/api-key/calls'
import type { Call } from '@usance/wire/call'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { hashToken } from './hash-token.ts'
import { matrixVersion } from './permission-matrix.ts'

export const isApiKey = (token: string) => token.startsWith(keyPrefix)

type Gated = Omit<Call, 'method' | 'path' | 'title' | 'answer'>

/** Approvals, the operator's settings and the own profile are never a key's, and users are at most read. */
const isOfPeople = (permission: string) =>
  /^(approval|system|user-center|realname)\./.test(permission) ||
  (permission.startsWith('org.account.') && !looksOnly(permission))

/** Whether a call is an act that only a person does: a decision, by what the act declares. */
const isPersons = (call: Gated): boolean => {
  const act = actOf(call)
  return act !== undefined && isDecision(act)
}

const namedBy = ({ access }: Gated): readonly string[] =>
  typeof access === 'object' ? ([] as string[]).concat(access.permission) : []

/** The permissions that are good for decisions alone: every write that names one is a decision, or approvals are decided on with it. */
const ofDecisions: ReadonlySet<string> = (() => {
  const writes = allCalls().flatMap(({ call }) => (call.effect === 'write' ? [call] : []))
  const of = (isWanted: (call: Gated) => boolean) => new Set(writes.filter(isWanted).flatMap(namedBy))
  const others = of((call) => !isPersons(call))
  return new Set([...decidingPermissions, ...[...of(isPersons)].filter((permission) => !others.has(permission))])
})()

/** The permissions of somebody that a key of theirs may be given, in order: those to decide are a person's. */
export const grantable = (permissions: ReadonlySet<string>) =>
  [...permissions].filter((name) => !isOfPeople(name) && !ofDecisions.has(name)).sort()

/**
 * Returns whether a key may make a call at all. A key reads what no permission guards unless that is its maker's own. It writes
 * and uploads only with a permission that is good for more than looking, and never decides.
 */
export function keyMayCall(call: Gated, permissions: ReadonlySet<string>): boolean {
  const { access, effect, scope, kind, isPersonal, byPeopleAlone } = call
  if (isPersonal || byPeopleAlone || isPersons(call)) return false
  if (typeof access === 'object') {
    return effect === 'read' || namedBy(call).some((permission) => !looksOnly(permission) && permissions.has(permission))
  }
  if (kind === 'upload') return [...permissions].some((permission) => !looksOnly(permission))
  return effect === 'read' && (access === 'public' || scope !== 'user')
}

type KeyRow = {
  id: string
  userId: string
  userName: string
  cname: string
  timeZone: string
  status: string
  companyId: string
  companyCode: string
  companyName: string
  companyRole: string
  isPlatform: boolean
  userRoles: string[]
  permissions: string[]
  unusedSeconds: number | null
  /** The version of the permission matrix, read at the same moment. */
  rights: string
}

/**
 * The maker of a key, in the key's own seat. Checked on every call: the key ends with its date, its revocation, its
 * maker's account or seat, and never holds more than its maker may do now.
 */
export async function authenticateKey(app: App, token: string, askedRole: string | undefined, ip: string): Promise<Actor> {
  if (token.length > 100) throw new Refused('SESSION_EXPIRED')
  const row = await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const { rows } = await sql<KeyRow>`
      select k.id, k.user_id, u.user_name, u.cname, u.time_zone, u.status, k.company_id, c.code as company_code,
             c.name as company_name, k.company_role, c.is_platform, r.user_roles, k.permissions,
             extract(epoch from now() - k.last_used_at)::int as unused_seconds, ${sql.raw(matrixVersion)} as rights
      from api_key k join app_user u on u.id = k.user_id join company c on c.id = k.company_id
      join user_company_role r on r.user_id = k.user_id and r.company_id = k.company_id and r.role = k.company_role and r.status = 'ENABLE'
      where k.token_hash = ${hashToken(token)} and k.revoked_at is null and k.expires_at > ${app.clock().toISOString()}`.execute(
      tx,
    )
    const found = rows[0]
    // One write a minute tells when a key was last used without making every read a write.
    if (found && (found.unusedSeconds === null || found.unusedSeconds >= 60))
      await sql`update api_key set last_used_at = now(), last_used_ip = ${ip} where id = ${found.id}`.execute(tx)
    return found
  })
  if (!row || row.status !== 'active') throw new Refused('SESSION_EXPIRED')
  if (askedRole !== undefined && askedRole !== row.companyRole) throw new Refused('FORBIDDEN')
  const now = new Set(grantable(await app.matrix.permissionsOf(row.companyRole, row.userRoles, row.rights)))
  return {
    userId: row.userId,
    userName: row.userName,
    cname: row.cname,
    sessionId: row.id,
    companyId: row.companyId,
    companyCode: row.companyCode,
    companyName: row.companyName,
    companyRole: row.companyRole as Actor['companyRole'],
    userRoles: row.userRoles,
    staff: row.companyRole === 'PLATFORM' && row.isPlatform,
    permissions: new Set(row.permissions.filter((name) => now.has(name))),
    signatory: false,
    guided: false,
    enrolling: false,
    timeZone: Number(row.timeZone),
    apiKey: row.id,
  }
}
