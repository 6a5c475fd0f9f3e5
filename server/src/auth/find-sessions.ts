import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Db } from '../database/database.ts'

export type SessionRow = {
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

async function lookUp(db: Db, batch: readonly Wanted[]): Promise<Map<number, SessionRow>> {
  const { rows } = await sql<SessionRow & { place: number }>`
    select w.place::int as place, s.id as session_id, u.id as user_id, u.user_name, u.cname, u.signatory, u.time_zone, u.status,
           s.company_id, c.code as company_code, c.name as company_name, r.role as company_role, c.is_platform, r.user_roles,
           extract(epoch from now() - s.last_seen_at)::int as idle_seconds
    from unnest(${batch.map(({ hash }) => hash)}::bytea[], ${batch.map(({ role }) => role)}::text[]) with ordinality as w (hash, role, place)
    join session s on s.token_hash = w.hash and s.ended_at is null
    join app_user u on u.id = s.user_id
    left join user_company_role r on r.user_id = u.id and r.company_id = s.company_id and r.role = coalesce(w.role, s.company_role) and r.status = 'ENABLE'
    left join company c on c.id = r.company_id`.execute(db)
  return new Map(rows.map((row) => [row.place, row]))
}
