import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/**
 * SQL: what a company has said of itself, before and after each change that it made, since the admission that the staff passed last was
 * submitted. The staff who decide on an admission see what the company says of itself. They have not seen what it took back later (decision 309).
 */
const saidSinceReview = (companyId: RawBuilder<unknown>) => sql`(
  select unnest(array[entry.before, entry.after]) as of_company from audit_log entry
  where entry.object_type = 'COMPANY' and entry.object_id = ${companyId}::text and entry.event = 'COMPANY_CHANGED' and entry.company_id = ${companyId}
    and entry.id > coalesce((select max(submitted.id) from audit_log submitted
      where submitted.object_type = 'COMPANY' and submitted.object_id = ${companyId}::text and submitted.event = 'AUTO_KYC'
        and submitted.id < (select max(passed.id) from audit_log passed
          where passed.object_type = 'COMPANY' and passed.object_id = ${companyId}::text and passed.event = 'KYC_PASSED')), 0))`

const namesIn = (directors: RawBuilder<unknown>) =>
  sql`jsonb_array_elements(case jsonb_typeof(${directors}) when 'array' then ${directors} else '[]' end)`

/** SQL: the names of the directors of a company of this alias, with those whom it took off since its last review. */
export const directorsNamed = (company: string): RawBuilder<unknown> => {
  const [id, directors] = [sql.ref(`${company}.id`), sql.ref(`${company}.directors`)]
  return sql`(select x ->> 'name' as name from ${namesIn(directors)} x
    union select x ->> 'name' from ${saidSinceReview(id)} said, ${namesIn(sql`said.of_company -> 'directors'`)} x)`
}

/** SQL: the address of a company of this alias, with those that it has replaced since its last review. */
export const addressesNamed = (company: string): RawBuilder<unknown> => {
  const [id, address] = [sql.ref(`${company}.id`), sql.ref(`${company}.address`)]
  return sql`(select ${address} as address union select said.of_company ->> 'address' from ${saidSinceReview(id)} said)`
}

/** What a company said of itself since its last review and says no more: directors it took off, and addresses it replaced. */
export async function namedBefore(tx: Tx, companyId: string): Promise<{ directors: string[]; addresses: string[] }> {
  const { rows } = await sql<{ directors: string[]; addresses: string[] }>`select
    array(select d.name from ${directorsNamed('c')} d where btrim(d.name) <> ''
      and not exists (select from ${namesIn(sql`c.directors`)} x where x ->> 'name' = d.name) order by 1) as directors,
    array(select a.address from ${addressesNamed('c')} a where a.address <> '' and a.address is distinct from c.address order by 1) as addresses
    from company c where c.id = ${companyId}`.execute(tx)
  return rows[0] ?? { directors: [], addresses: [] }
}
