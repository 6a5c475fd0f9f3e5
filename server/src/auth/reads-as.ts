import type { CompanyRole } from '@usance/wire/roles'
import type { Actor } from '../http/context.ts'

/** The companies that a record is between, as far as it names them. */
export type Parties = { supplierId: string | null; buyerId: string | null; funderId: string | null }

/**
 * As whom somebody reads a record: by what their company is in it, since the seat of a whole company reads every side of that company
 * (decision 247). The seat of one side reads that side alone. Of several sides the one counts that is told least, and a company that the
 * record does not name is told as little as a buyer.
 */
export function readsAs(
  { staff, companyId, companyRole }: Pick<Actor, 'staff' | 'companyId' | 'companyRole'>,
  { supplierId, buyerId, funderId }: Parties,
): Exclude<CompanyRole, 'COMPANY'> {
  if (staff) return 'PLATFORM'
  const sells = companyId === supplierId
  if (companyRole === 'SUPPLIER') return sells ? 'SUPPLIER' : 'BUYER'
  if (companyRole === 'BUYER' || companyId === buyerId) return 'BUYER'
  if (sells) return 'SUPPLIER'
  return companyId === funderId ? 'FUNDER' : 'BUYER'
}
