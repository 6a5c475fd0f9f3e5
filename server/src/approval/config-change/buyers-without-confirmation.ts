import { sql } from 'kysely'
import { anyOf, type Tx } from '../../database/database.ts'

/**
 * Those of the buyers that let the invoices of their suppliers count as confirmed unasked, by their own company profile. Staff set this
 * for nobody (decision 144).
 */
export async function buyersWithoutConfirmation(tx: Tx, buyerIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select company_id as id from company_role
    where company_id = ${anyOf(buyerIds)} and role = 'BUYER' and detail ->> 'confirmMode' = 'NONE'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
