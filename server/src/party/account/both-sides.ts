import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * Refuses a seat in a company to a person who works for the other side. A person works for the operator or for trading companies:
 * the operator decides about the companies, and nobody decides about their own. The transaction sees every company.
 */
export async function refuseBothSides(tx: Tx, userId: string, companyId: string): Promise<void> {
  const { rows } = await sql`select 1 from user_company_role r join company c on c.id = r.company_id
    where r.user_id = ${userId} and r.status = 'ENABLE'
      and c.is_platform <> (select is_platform from company where id = ${companyId}) limit 1`.execute(tx)
  if (rows.length > 0) throw new Refused('OPERATOR_OR_COMPANY')
}

/** The people with seats on both sides, from before the rule; each with the companies. They keep them until somebody ends one side. */
export async function peopleOfBothSides(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select u.user_name || ' (' || string_agg(distinct c.code, ', ' order by c.code) || ')' as person
    from app_user u join user_company_role r on r.user_id = u.id and r.status = 'ENABLE' join company c on c.id = r.company_id
    group by u.id, u.user_name having bool_or(c.is_platform) and not bool_and(c.is_platform) order by u.user_name`.execute(tx)
  return rows.map(({ person }) => person)
}

export const bothSidesWords = (people: readonly string[]): string =>
  `People with seats at the operator and in companies, of which an administrator ends one side: ${people.join(', ')}`
