import { type CandidateRole, candidateSeats } from '@usance/domain/approval'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Instance } from './instance.ts'

/** The company whose people sit for a role in this instance; null when the object has no such party. */
export async function companyFor(tx: Tx, instance: Instance, role: CandidateRole): Promise<string | null> {
  switch (role) {
    case 'SUPPLIER':
      return instance.supplierId
    case 'BUYER':
      return instance.buyerId
    case 'FUNDER':
      return instance.funderId
    case 'DIRECTOR':
      return instance.makerCompanyId
    default:
      return (await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()).id
  }
}

export type Person = { userId: string; name: string }

/** The active people of a company who sit for a role. */
export async function peopleFor(tx: Tx, companyId: string, role: CandidateRole): Promise<Person[]> {
  const seat = candidateSeats[role]
  return tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select(['u.id as userId', 'u.cname as name'])
    .where('r.companyId', '=', companyId)
    .where('r.role', '=', seat.companyRole)
    .where('r.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .where(sql<boolean>`r.user_roles && ${[...seat.userRoles]}::text[]`)
    .orderBy('u.id')
    .execute()
}

/** Everybody who acted in the current round, for themselves or through a delegate. */
export async function actedIn(tx: Tx, instance: Pick<Instance, 'id' | 'round'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('workflowHistory')
    .select(['userId', 'onBehalfOfId'])
    .where('instanceId', '=', instance.id)
    .where('round', '=', instance.round)
    .where('operation', 'in', ['PASSED', 'REJECTED', 'REFUSED'])
    .execute()
  return rows.flatMap((row) => [row.userId, row.onBehalfOfId]).filter((id): id is string => id !== null)
}
