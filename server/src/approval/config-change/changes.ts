import type { ChangeRow } from '@usance/wire/config-change/answers'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import { sql } from 'kysely'
import { staffName } from '../../audit/doer.ts'
import { introducedBy, isPartner } from '../../auth/partner.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { checkMayRead } from '../workflow/acting.ts'
import { newestInstance } from '../workflow/instance.ts'
import { viewOf } from './kind.ts'

/** Changes as the caller sees them: a partner reads of companies only those that it introduced. */
const rowsOf = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('configChange as c')
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
      'c.createdAt',
      'c.endedAt',
    ])
    .$if(isPartner(actor), (query) =>
      query.where(({ or, eb }) =>
        or([eb('c.kind', '<>', 'COMPANY'), sql<boolean>`c.target_id in (select i.id::text from ${introducedBy(actor)} i)`]),
      ),
    )
    .select(sql<string>`coalesce(${staffName(actor, sql.ref('c.created_by'), sql.ref('c.created_at'))}, '')`.as('createdByName'))

/** Who put which change forward, and what became of it. */
export const changes: Handler<typeof configChangeCalls.changes> = async ({ app, tx, actor, body }) => {
  if (!actor.permissions.has(viewOf(app, body.kind))) throw new Refused('FORBIDDEN')
  return named(tx, await rowsOf(tx, actor).where('c.kind', '=', body.kind).orderBy('c.createdAt', 'desc').limit(100).execute())
}

const changeTypes = ['LIMIT', 'BUYER_LIMIT', 'DISCLOSURE', 'PRODUCT', 'RATE', 'ROLE', 'WORKFLOW', 'CALENDAR'] as const

/** One change, for those with the view right of its kind and those who take part in its approval; missing for all others. */
export const change: Handler<typeof configChangeCalls.change> = async (request) => {
  const { tx, actor, body } = request
  const approval = await newestInstance(tx, body.no, changeTypes)
  await elevate(tx)
  const [row] = await named(tx, await rowsOf(tx, actor).where('c.id', '=', approval.businessId).execute())
  if (!row) throw new Refused('NOT_FOUND')
  await checkMayRead(request, approval, viewOf(request.app, row.kind))
  return row
}

async function named(tx: Tx, rows: readonly Omit<ChangeRow, 'names' | 'status' | 'kind'>[]): Promise<ChangeRow[]> {
  const names = await namesIn(tx, JSON.stringify(rows.map(({ after }) => after)))
  return rows.map((row) => {
    const own = JSON.stringify(row.after)
    return { ...row, names: Object.fromEntries(names.filter(([id]) => own.includes(id))) } as ChangeRow
  })
}

/** The names of the companies, products and partners whose ids stand in a text. */
async function namesIn(tx: Tx, stated: string): Promise<[id: string, name: string][]> {
  const ids = [...new Set(stated.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])]
  if (ids.length === 0) return []
  const companies = await tx.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  const products = await tx.selectFrom('financingProduct').select(['id', 'code as name']).where('id', 'in', ids).execute()
  const partners = await tx.selectFrom('appUser').select(['id', 'cname as name']).where('id', 'in', ids).execute()
  return [...companies, ...products, ...partners].map(({ id, name }) => [id, name])
}
