import type { ChangeRow, configChangeCalls } from '@usance/wire/config-change/calls'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { viewOf } from './current.ts'

const rowsOf = (tx: Tx) =>
  tx
    .selectFrom('configChange as c')
    .innerJoin('appUser as u', 'u.id', 'c.createdBy')
    .select([
      'c.id',
      'c.no',
      'c.kind',
      'c.targetId',
      'c.title',
      'c.before',
      'c.after',
      'c.status',
      'c.comment',
      'u.cname as createdByName',
      'c.createdAt',
      'c.endedAt',
    ])

/** Who put which change forward, and what became of it. */
export const changes: Handler<typeof configChangeCalls.changes> = async ({ tx, actor, body }) => {
  if (!actor.permissions.has(viewOf(body.kind))) throw new Refused('FORBIDDEN')
  return named(tx, await rowsOf(tx).where('c.kind', '=', body.kind).orderBy('c.createdAt', 'desc').limit(100).execute())
}

/** One change. Row-level security lets those see its approval who have a part in it; to everybody else it is missing. */
export const change: Handler<typeof configChangeCalls.change> = async ({ tx, body }) => {
  const approval = await tx
    .selectFrom('workflowInstance')
    .select('businessId')
    .where('businessNo', '=', body.no)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!approval) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const [row] = await named(tx, await rowsOf(tx).where('c.id', '=', approval.businessId).execute())
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

async function named(tx: Tx, rows: readonly Omit<ChangeRow, 'names' | 'status'>[]): Promise<ChangeRow[]> {
  const names = await namesIn(tx, JSON.stringify(rows.map(({ after }) => after)))
  return rows.map((row) => {
    const own = JSON.stringify(row.after)
    return { ...row, names: Object.fromEntries(names.filter(([id]) => own.includes(id))) } as ChangeRow
  })
}

/** The names of the companies and products whose ids stand in a text. */
async function namesIn(tx: Tx, stated: string): Promise<[id: string, name: string][]> {
  const ids = [...new Set(stated.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])]
  if (ids.length === 0) return []
  const companies = await tx.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  const products = await tx.selectFrom('financingProduct').select(['id', 'code as name']).where('id', 'in', ids).execute()
  return [...companies, ...products].map(({ id, name }) => [id, name])
}
