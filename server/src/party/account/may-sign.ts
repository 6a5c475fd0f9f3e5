import type { Seat } from '@usance/domain/seats'
import { contractCalls } from '@usance/wire/contract/calls'
import type { App } from '../../app.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** Whether contracts are signed in a seat by the people with the right to sign. */
export const maySign = async ({ matrix }: Pick<App, 'matrix'>, { role, userRoles }: Seat): Promise<boolean> =>
  (await matrix.permissionsOf(role, [...userRoles])).has(contractCalls.sign.access.permission)

/** Who may sign for a company as one party of a contract, in the seat of that party or of the whole company. The transaction sees every company. */
export async function signersOf({ app, tx }: UseCaseContext, companyId: string, party: string): Promise<string[]> {
  const seats = await tx
    .selectFrom('userCompanyRole as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .innerJoin('signingRight as g', (on) => on.onRef('g.userId', '=', 's.userId').onRef('g.companyId', '=', 's.companyId'))
    .select(['s.userId', 's.role', 's.userRoles'])
    .where('s.companyId', '=', companyId)
    .where('s.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .where('s.role', 'in', [party, 'COMPANY'])
    .orderBy('s.userId')
    .execute()
  const may = await Promise.all(seats.map((seat) => maySign(app, seat)))
  return [...new Set(seats.filter((_, at) => may[at]).map(({ userId }) => userId))]
}
