import type { BusinessType } from '@usance/domain/approval-flows'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import type { Tx } from '../../database/database.ts'
import { kindsAsTheirPage } from './approvals-seen.ts'
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

/** Who is told for the side that put an object forward, and the seat in which they read it. */
export type MakersSide = { userIds: string[]; inCompany: string | null; isMaker: boolean; companyRole: string | null }

/**
 * The maker, while they work for the company for which they put the object forward; after that the directors of that company, for the
 * operator its administrators, who also hear of what a company without a director put forward. Nobody for what the system put forward.
 * The transaction sees every company.
 */
export async function makersSide(tx: Tx, instance: Instance): Promise<MakersSide> {
  const { makerId, makerRole } = instance
  const inCompany = await companyOfMaker(tx, instance)
  if (!makerId || !inCompany) return { userIds: makerId ? [makerId] : [], inCompany, isMaker: true, companyRole: makerRole }
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
  if (seat) return { userIds: [makerId], inCompany, isMaker: true, companyRole: makerRole }
  const directors = await leadsFor(tx, inCompany, makerRole === 'PLATFORM' ? 'ADMINISTRATOR' : 'DIRECTOR')
  const told = directors.length > 0 ? directors : await administrators(tx)
  const { companyId, companyRole } = told[0] ?? { companyId: inCompany, companyRole: null }
  return { userIds: told.map(({ userId }) => userId), inCompany: companyId, isMaker: false, companyRole }
}

/** The seat that an address names to those who lead others: directors may work in another one, and staff have one alone. */
const leadersSeat = (companyRole: string | null): string | undefined =>
  companyRole === null || companyRole === 'PLATFORM' ? undefined : companyRole

/** The page on which those who lead others give a role to somebody, in the seat in which they lead. */
export const peoplePage = (companyRole: string | null): string => {
  const seat = leadersSeat(companyRole)
  return seat ? `/org/account?__role=${seat}` : '/org/account'
}

/** Kinds whose approval is read with the right to the record or in the flow alone; those who lead its people need not have either. */
export const readWithTheRecord: ReadonlySet<BusinessType> = new Set<BusinessType>([
  ...kindsAsTheirPage,
  'LIMIT',
  'BUYER_LIMIT',
  'DISCLOSURE',
  'PRODUCT',
  'RATE',
  'ROLE',
  'WORKFLOW',
  'CALENDAR',
])

/**
 * Where they read or correct it: the maker in the seat that put it forward, a director in the seat of a director. Who may not read it is
 * led to where somebody is put in the place of the maker.
 */
export const sideLink = (instance: Instance, { isMaker, companyRole }: MakersSide, page: 'edit' | 'view'): string => {
  if (isMaker) return approvalPath(instance, page, companyRole ?? undefined)
  return readWithTheRecord.has(instance.businessType)
    ? peoplePage(companyRole)
    : approvalPath(instance, 'view', leadersSeat(companyRole))
}
