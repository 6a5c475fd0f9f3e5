import { sql } from 'kysely'
import { readByStaff } from '../auth/partner.ts'
import type { Actor } from '../http/context.ts'
import type { RecordSources } from '../http/records.ts'

/** The companies `c` that a caller may name with all that belongs to them; for others than staff their own seat decides. */
const isNamedBy = (actor: Actor) => (actor.staff ? readByStaff(actor) : sql<boolean>`true`)

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const partyRecords = {
  company: (actor) => sql`select c.id, c.id as company from company c where ${isNamedBy(actor)}`,
  // One row for each company of the user.
  user: (actor) => sql`select u.id, u.status, r.company_id as company from app_user u join user_company_role r on r.user_id = u.id
    join company c on c.id = r.company_id where ${isNamedBy(actor)}`,
  funder: (actor) => sql`select c.id, r.status, c.id as company from company_role r join company c on c.id = r.company_id
    where r.role = 'FUNDER' and ${isNamedBy(actor)}`,
  bankAccount: () => sql`select id, status, company_id as company from bank_account`,
  // An account that money of a funder's book moves on.
  funderAccount: () => sql`select a.id, a.status, a.company_id as funder
    from bank_account a join company_role r on r.company_id = a.company_id and r.role = 'FUNDER'`,
  bankVerification: () => sql`select id, status, company_id as company from bank_verification`,
} satisfies RecordSources
