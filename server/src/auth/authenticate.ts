import { type DatabaseConnection, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { authenticateKey, isApiKey } from './api-key.ts'
import { findSession, findSessionOn, type SessionRow } from './find-sessions.ts'
import { hashToken } from './hash-token.ts'
import { forgetProved, rememberProved } from './proved-tokens.ts'

/** The seat that a page works in: its companyRole and companyId headers. */
export type Asked = { role?: string | undefined; companyId?: string | undefined }

/**
 * The user behind a token, checked against the database on every call: a disabled user or an ended session is refused at once.
 * A role that the user does not hold is refused with 403, SEAT_LOST. All tabs of a browser share one session: a page that was opened
 * for one company would act for another one that was chosen in the next tab, and is refused with COMPANY_CHANGED, whether or not
 * the user holds its role there. A company's own systems send a key in place of a token.
 */
export async function authenticate(app: App, token: string, asked: Asked, ip = ''): Promise<Actor> {
  return proving(app, token, async () => {
    if (isApiKey(token)) return ofPage(asked, await authenticateKey(app, token, asked.role, ip))
    if (token.length < 20 || token.length > 200) throw new Refused('SESSION_EXPIRED')
    const hash = hashToken(token)
    return actorOf(app, await findSession(app, hash, asked.role), hash, asked)
  })
}

const isOfAnother = (companyId: string, asked: Asked): boolean => asked.companyId !== undefined && asked.companyId !== companyId

function ofPage(asked: Asked, actor: Actor): Actor {
  if (isOfAnother(actor.companyId, asked)) throw new Refused('COMPANY_CHANGED')
  return actor
}

/** Records that a token was verified, and drops the record once the token is refused. */
async function proving(app: App, token: string, proof: () => Promise<Actor>): Promise<Actor> {
  try {
    const actor = await proof()
    rememberProved(app, token, actor.sessionId)
    return actor
  } catch (error) {
    if (error instanceof Refused && error.refusal === 'SESSION_EXPIRED') forgetProved(app, token)
    throw error
  }
}

/**
 * How many seconds old the kept call of a session may be: a sixtieth of the idle time, and a minute at most. A read becomes a write no
 * more often than that.
 */
export const keptWithin = ({ sessionIdleMinutes }: Pick<App['config'], 'sessionIdleMinutes'>): number =>
  Math.min(sessionIdleMinutes, 60)

/**
 * The actor of a session as the database has it just now. The last call may be later than the one that was kept, so that the idle time
 * ends by that much later: nobody who works is signed out.
 */
async function actorOf(app: App, row: SessionRow | undefined, hash: Buffer, asked: Asked): Promise<Actor> {
  const { sessionHours } = app.config
  if (!row || row.status !== 'active' || isIdle(app, row) || row.ageSeconds > sessionHours * 3600)
    throw new Refused('SESSION_EXPIRED')
  if (row.idleSeconds >= keptWithin(app.config))
    await sql`update session set last_seen_at = now() where id = ${row.sessionId}`.execute(app.db)
  if (!row.companyId) throw new Refused('SESSION_INVALID')
  if (!row.companyRole) throw new Refused(isOfAnother(row.companyId, asked) ? 'COMPANY_CHANGED' : 'SEAT_LOST')
  if (row.seatLost)
    await sql`update session set company_id = ${row.companyId}, company_role = ${row.companyRole} where id = ${row.sessionId}`.execute(
      app.db,
    )
  const userRoles = row.userRoles ?? []
  const actor = sameAsBefore(app, seatOf(hash, asked.role), {
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
    permissions: await app.matrix.permissionsOf(row.companyRole, userRoles, row.rights),
    signatory: row.signatory,
    guided: row.guided,
    enrolling: row.enrolling,
    timeZone: Number(row.timeZone),
  })
  return ofPage(asked, actor)
}

const isIdle = ({ config }: App, { idleSeconds }: SessionRow): boolean =>
  idleSeconds > config.sessionIdleMinutes * 60 + keptWithin(config)

const actors = new WeakMap<App, Map<string, Actor>>()
const mostKept = 2000
const seatOf = (hash: Buffer, askedRole: string | undefined) => `${hash.toString('latin1')}|${askedRole ?? ''}`

/** Somebody who called before, in the same seat. */
export type Known = {
  /** Who they were when they last called. No proof of anything: it still holds when `authenticate` answers this very actor. */
  actor: Actor
  /** Authenticates them over a connection that is at hand. */
  authenticate: (connection: DatabaseConnection) => Promise<Actor>
}

/** Who this token in this seat was when it was last asked, or undefined; undefined too where the page is of another company. */
export function lastKnown(app: App, token: string, asked: Asked): Known | undefined {
  if (isApiKey(token)) return undefined
  const hash = hashToken(token)
  const actor = actors.get(app)?.get(seatOf(hash, asked.role))
  if (!actor || isOfAnother(actor.companyId, asked)) return undefined
  return {
    actor,
    authenticate: (connection) =>
      proving(app, token, async () => actorOf(app, await findSessionOn(connection, hash, asked.role), hash, asked)),
  }
}

/** The actor of the last time when nothing about them has changed since, otherwise the new one, kept for the next time. */
function sameAsBefore(app: App, seat: string, actor: Actor): Actor {
  const kept = actors.get(app) ?? new Map<string, Actor>()
  actors.set(app, kept)
  const before = kept.get(seat)
  if (before && isSame(before, actor)) return before
  kept.delete(seat)
  kept.set(seat, actor)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return actor
}

/** Permissions come from the matrix as one set a seat, which is another set after each change of the matrix. */
function isSame(one: Actor, other: Actor): boolean {
  for (const name in other) {
    const [a, b] = [one[name as keyof Actor], other[name as keyof Actor]]
    if (a !== b && !(name === 'userRoles' && String(a) === String(b))) return false
  }
  return true
}
