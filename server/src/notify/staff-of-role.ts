import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** The ids of the operator's people who work in a role, say Operations; the transaction must see everybody. */
export async function staffOfRole(tx: Tx, role: string): Promise<string[]> {
  const people = await tx
    .selectFrom('userCompanyRole')
    .select('userId')
    .where('role', '=', 'PLATFORM')
    .where('status', '=', 'ENABLE')
    .where(sql<boolean>`${role} = any(user_roles)`)
    .execute()
  return people.map(({ userId }) => userId)
}
