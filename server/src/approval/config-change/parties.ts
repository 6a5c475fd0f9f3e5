import type { configChangeCalls } from '@usance/wire/config-change/calls'
import { sql } from 'kysely'
import type { Handler } from '../../http/context.ts'
import { escapeLike } from '../../list/page.ts'

/** The companies of a role that a change may name, by a part of code or name, or the one of an id. */
export const parties: Handler<typeof configChangeCalls.parties> = async ({ tx, body }) => {
  const part = `%${escapeLike(body.codeOrName?.trim() ?? '')}%`
  const found = tx
    .selectFrom('company as c')
    .where((eb) =>
      body.id
        ? eb('c.id', '=', body.id)
        : eb.and([
            eb.or([eb('c.code', 'ilike', part), eb('c.name', 'ilike', part), eb('c.nameLocal', 'ilike', part)]),
            eb.exists(
              eb
                .selectFrom('companyRole as r')
                .select('r.companyId')
                .whereRef('r.companyId', '=', 'c.id')
                .where('r.role', '=', body.role)
                .where('r.status', '=', 'ENABLE'),
            ),
          ]),
    )
  const list = await found
    .select(['c.id', 'c.code', 'c.name'])
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(body.pageSize)
    .offset((body.pageNum - 1) * body.pageSize)
    .execute()
  const { total } = await found.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}
