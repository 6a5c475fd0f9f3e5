import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'

/** The name of a company that may act in a role; one that may not is a fault of the field it was chosen in. */
export async function nameOf(tx: Tx, id: string | null, role: 'SUPPLIER' | 'BUYER' | 'FUNDER', field: string): Promise<string> {
  const company = await tx
    .selectFrom('company as c')
    .innerJoin('companyRole as r', 'r.companyId', 'c.id')
    .select('c.name')
    .where('c.id', '=', id)
    .where('r.role', '=', role)
    .where('r.status', '=', 'ENABLE')
    .executeTakeFirst()
  if (!company) throw faultyField(field, 'PARTY_UNKNOWN')
  return company.name
}
