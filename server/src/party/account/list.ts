import { accountList } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { idReadByStaff } from '../../auth/partner.ts'
import { source } from '../../list/source.ts'
import { accountOperations } from './accounts.ts'

/** The users with a seat in the own company; staff see everybody, a partner those of the companies that they introduced. */
export const accountSource = source(
  accountList,
  (tx, { actor }) => {
    const mine = actor.staff ? idReadByStaff(actor, sql`s.company_id`) : sql`s.company_id = ${actor.companyId}`
    const held = sql`from user_company_role s where s.user_id = u.id and s.status = 'ENABLE'`
    const isHere = sql<boolean>`exists (select 1 ${held} and ${mine})`
    const isElsewhere = actor.staff
      ? sql<boolean>`(select count(distinct s.company_id) > 1 ${held})`
      : sql<boolean>`exists (select 1 ${held} and s.company_id <> ${actor.companyId})`
    return (
      tx
        .selectFrom('appUser as u')
        .where(sql<boolean>`exists (select 1 from user_company_role s where s.user_id = u.id and ${mine})`)
        // Whose seats here were all taken away works for other companies alone. An invitation that waits has no seat in force yet.
        .where(sql<boolean>`(${isHere} or not ${isElsewhere})`)
        .select([
          'u.id',
          'u.userName',
          'u.cname',
          'u.email',
          'u.status',
          'u.stoppedBy',
          'u.lastSignInAt',
          'u.createdAt',
          sql<string>`(select string_agg(distinct c.name, ', ') from user_company_role s join company c on c.id = s.company_id
          where s.user_id = u.id and ${mine})`.as('companyName'),
          sql<boolean>`exists (select 1 from signing_right s where s.user_id = u.id and ${mine})`.as('signatory'),
          isHere.as('here'),
          isElsewhere.as('elsewhere'),
          sql<boolean>`exists (select 1 ${held} and s.company_id = u.stopped_by)`.as('whereStopped'),
          sql<string>`(select string_agg(s.role || ': ' || array_to_string(s.user_roles, ', '), '; ' order by s.role)
          from user_company_role s where s.user_id = u.id and s.status = 'ENABLE' and ${mine})`.as('roles'),
        ])
    )
  },
  (row, { actor }) => accountOperations(row, actor, row),
)
