import type { companyCalls } from '@usance/wire/company/calls'
import { sql } from 'kysely'
import { readByStaff } from '../../auth/partner.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { findsCompanies } from './companies-found.ts'
import { isRegistered } from './identity.ts'
import { tellAutomation } from './tell-automation.ts'

const plain = (text: string) => text.replace(/[\\%_]/g, (one) => `\\${one}`)

/** Whether a company of this name exists, however its case and blanks are written; the own company does not count. */
export const checkCompName: Handler<typeof companyCalls.checkCompName> = async ({ tx, actor, body }) => {
  await elevate(tx)
  const { rows } = await sql`select 1 from company where id <> ${body.id ?? actor.companyId}
    and regexp_replace(lower(name), '[[:space:]]+', ' ', 'g') = regexp_replace(lower(${body.name}), '[[:space:]]+', ' ', 'g') limit 1`.execute(
    tx,
  )
  return { taken: rows.length > 0 }
}

/** Whether another company has a registration number, of this country where one is given. */
export const checkBizRegNo: Handler<typeof companyCalls.checkBizRegNo> = async ({ tx, actor, body }) => {
  await elevate(tx)
  return { taken: await isRegistered(tx, body, body.id ?? actor.companyId) }
}

/**
 * Companies the caller may know of, by a part of code or name, code matches first: staff who keep companies or users know all,
 * partners those that they introduced, a company itself, whom it trades with, whom it finances and the funders. Row-level security keeps the rows asked for here to the caller's own.
 */
async function find(
  { tx, actor }: { tx: Tx; actor: Actor },
  wanted: { codeOrName?: string | undefined; role?: string | undefined },
  page: number,
  size: number,
) {
  if (!findsCompanies(actor)) return { list: [], total: 0 }
  const part = `%${plain(wanted.codeOrName?.trim() ?? '')}%`
  const matches = tx
    .selectFrom('company as c')
    .where('c.isPlatform', '=', false)
    .where((eb) => eb.or([eb('c.code', 'ilike', part), eb('c.name', 'ilike', part), eb('c.nameLocal', 'ilike', part)]))
    .$if(actor.staff, (query) => query.where(readByStaff(actor)))
    .$if(!actor.staff, (query) =>
      query.where(
        sql<boolean>`(c.id = ${actor.companyId}
          or exists (select 1 from relationship r where c.id in (r.supplier_id, r.buyer_id))
          or exists (select 1 from finance_order o where c.id in (o.supplier_id, o.buyer_id, o.funder_id)
            or c.id in (select p.buyer_id from finance_order_part p where p.order_id = o.id))
          or exists (select 1 from credit_limit l where c.id in (l.supplier_id, l.buyer_id, l.funder_id))
          or exists (select 1 from company_role f where f.company_id = c.id and f.role = 'FUNDER' and f.status = 'ENABLE'))`,
      ),
    )
    .$if(wanted.role !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select 1 from company_role r where r.company_id = c.id and r.role = ${wanted.role!} and r.status = 'ENABLE')`,
      ),
    )
  const list = await matches
    .select(['c.code', 'c.name'])
    .orderBy(sql`c.code ilike ${part}`, 'desc')
    .orderBy('c.name')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await matches.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}

export const simpleSearch: Handler<typeof companyCalls.simpleSearch> = async (request) => {
  const { body, actor, app } = request
  if (body.codeOrName && body.pageNum === 1) tellAutomation(app, actor.companyId)
  return find(request, body, body.pageNum, body.pageSize)
}

/** The companies one trades with, then the entry for one that is not in the portal. */
export const listWithOther: Handler<typeof companyCalls.listWithOther> = async (request) => {
  const { list } = await find(request, request.body, 1, 200)
  return [...list, { code: 'OTHER', name: request.language === 'zh-CN' ? '其他' : 'Other' }]
}
