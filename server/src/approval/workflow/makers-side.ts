import { approvalPath } from '@usance/wire/workflow/approval-path'
import type { Tx } from '../../database/database.ts'
import { administrators, leadsFor } from './candidates.ts'
import type { Instance } from './instance.ts'

/** The company for which the maker of an instance put it forward. */
export async function companyOfMaker(tx: Tx, { id, makerCompanyId }: Instance): Promise<string | null> {
  const submitted = await tx
    .selectFrom('workflowHistory')
    .select('companyId')
    .where('instanceId', '=', id)
    .where('operation', '=', 'SUBMITTED')
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return submitted?.companyId ?? makerCompanyId
}

/** Who is told for the side that put an object forward, and where they read it. */
export type MakersSide = { userIds: string[]; inCompany: string | null; isMaker: boolean }

/**
 * The maker, while they work for the company for which they put the object forward; after that the directors of that company, for the
 * operator its administrators, who also hear of what a company without a director put forward. Nobody for what the system put forward.
 * The transaction sees every company.
 */
export async function makersSide(tx: Tx, instance: Instance): Promise<MakersSide> {
  const { makerId, makerRole } = instance
  const inCompany = await companyOfMaker(tx, instance)
  if (!makerId || !inCompany) return { userIds: makerId ? [makerId] : [], inCompany, isMaker: true }
  const seat = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select('r.id')
    .where('r.userId', '=', makerId)
    .where('r.companyId', '=', inCompany)
    .where('r.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  if (seat) return { userIds: [makerId], inCompany, isMaker: true }
  const directors = await leadsFor(tx, inCompany, makerRole === 'PLATFORM' ? 'ADMINISTRATOR' : 'DIRECTOR')
  const told = directors.length > 0 ? directors : await administrators(tx)
  return { userIds: told.map(({ userId }) => userId), inCompany: told[0]?.companyId ?? inCompany, isMaker: false }
}

/** Where they read or correct it: the maker in the seat that put it forward, a director in whichever they have. */
export const sideLink = (instance: Instance, { isMaker }: MakersSide, page: 'edit' | 'view'): string =>
  isMaker ? approvalPath(instance, page, instance.makerRole ?? undefined) : approvalPath(instance, 'view')
