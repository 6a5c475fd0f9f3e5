import { CompiledQuery, type DatabaseConnection, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Db } from '../database/database.ts'
import { matrixVersion } from './permission-matrix.ts'

export type SessionRow = {
  sessionId: string
  userId: string
  userName: string
  cname: string
  timeZone: string
  status: string
  companyId: string | null
  companyCode: string | null
  companyName: string | null
  companyRole: string | null
  isPlatform: boolean | null
  userRoles: string[] | null
  idleSeconds: number
  ageSeconds: number
  /** The user lost the seat of the session: this row is in the next seat that they hold. */
  seatLost: boolean
  /** The company of the seat gave the user the right to sign. */
  signatory: boolean
  guided: boolean
  enrolling: boolean
  /** The version of the permission matrix, read at the same moment. */
  rights: string
}
type Wanted = {
  hash: Buffer
  role: string | null
  answers: ((row: SessionRow | undefined) => void)[]
  faults: ((error: unknown) => void)[]
}
type Desk = { waiting: Map<string, Wanted>; asking: number }

const desks = new WeakMap<App, Desk>()
// Two at a time, so that a slow answer does not hold everybody up.
const atOnce = 2
const most = 200

/**
 * The session behind a token's hash in the seat asked for, as the database has it now. Requests that come while others
 * are being looked up go together in the next look-up, and equal ones – a page that opens asks a dozen things – are one.
 */
export function findSession(app: App, hash: Buffer, role: string | undefined): Promise<SessionRow | undefined> {
  let desk = desks.get(app)
  if (!desk) {
    desk = { waiting: new Map(), asking: 0 }
    desks.set(app, desk)
  }
  const key = `${hash.toString('latin1')}|${role ?? ''}`
  let wanted = desk.waiting.get(key)
  if (!wanted) {
    wanted = { hash, role: role ?? null, answers: [], faults: [] }
    desk.waiting.set(key, wanted)
    if (desk.waiting.size === 1 && desk.asking < atOnce) setImmediate(askNext, app.db, desk)
  }
  const { answers, faults } = wanted
  return new Promise((resolve, reject) => {
    answers.push(resolve)
    faults.push(reject)
  })
}

async function askNext(db: Db, desk: Desk): Promise<void> {
  if (desk.waiting.size === 0 || desk.asking >= atOnce) return
  const batch = [...desk.waiting.values()].slice(0, most)
  if (batch.length === desk.waiting.size) desk.waiting = new Map()
  else for (const key of [...desk.waiting.keys()].slice(0, most)) desk.waiting.delete(key)
  desk.asking++
  try {
    const rows = await lookUp(db, batch)
    batch.forEach(({ answers }, index) => {
      for (const answer of answers) answer(rows.get(index + 1))
    })
  } catch (error) {
    for (const { faults } of batch) for (const fault of faults) fault(error)
  } finally {
    desk.asking--
    if (desk.waiting.size > 0) setImmediate(askNext, db, desk)
  }
}

// Named as the code has them, so that both statements answer the same row.
// Without a named seat, a call takes the session's own or, where that was removed, the next one: first of the same company.
const columns = `s.id as "sessionId", u.id as "userId", u.user_name as "userName", u.cname, u.time_zone as "timeZone", u.status,
  coalesce(r.company_id, s.company_id) as "companyId", c.code as "companyCode", c.name as "companyName", r.role as "companyRole", c.is_platform as "isPlatform",
  r.user_roles as "userRoles", extract(epoch from now() - s.last_seen_at)::int as "idleSeconds",
  extract(epoch from now() - s.created_at)::int as "ageSeconds",
  r.role is not null and (r.company_id, r.role) is distinct from (s.company_id, coalesce(asked.role, s.company_role)) as "seatLost", s.guided, u.mfa_enrol as enrolling,
  exists (select from signing_right g where g.user_id = u.id and g.company_id = r.company_id) as signatory,
  ${matrixVersion} as rights`
const people = `join app_user u on u.id = s.user_id
  left join lateral (
    select one.company_id, one.role, one.user_roles from user_company_role one
    where one.user_id = u.id and one.status = 'ENABLE' and s.company_id is not null
      and ((one.company_id = s.company_id and one.role = coalesce(asked.role, s.company_role)) or asked.role is null)
    order by one.company_id = s.company_id and one.role = s.company_role desc, one.company_id = s.company_id desc, one.role limit 1) r on true
  left join company c on c.id = r.company_id`
const oneSession = `select ${columns} from (select $2::text as role) asked join session s on s.token_hash = $1 and s.ended_at is null ${people}`

/** The same for one alone over a connection that is at hand, so that it travels with what is asked there anyway. */
export async function findSessionOn(connection: DatabaseConnection, hash: Buffer, role: string | undefined) {
  const { rows } = await connection.executeQuery<SessionRow>(CompiledQuery.raw(oneSession, [hash, role ?? null]))
  return rows[0]
}

async function lookUp(db: Db, batch: readonly Wanted[]): Promise<Map<number, SessionRow>> {
  const { rows } = await sql<SessionRow & { place: number }>`
    select asked.place::int as place, ${sql.raw(columns)}
    from unnest(${batch.map(({ hash }) => hash)}::bytea[], ${batch.map(({ role }) => role)}::text[]) with ordinality as asked (hash, role, place)
    join session s on s.token_hash = asked.hash and s.ended_at is null ${sql.raw(people)}`.execute(db)
  return new Map(rows.map((row) => [row.place, row]))
}
