import { type CandidateRole, candidateSeats } from '@usance/domain/approval'
import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Tx, together } from '../../database/database.ts'
import { actedForAnother } from '../../http/one-party.ts'
import { concernOf, isConcerned } from '../../http/own-interest.ts'
import type { Instance } from './instance.ts'

/** What an approval is about, and whom it concerns. */
export type About = Pick<Instance, 'businessType' | 'businessId' | 'concernedIds'>
/** The parties of an instance, whose people decide, and what they decide on. */
export type Parties = About & Pick<Instance, 'supplierId' | 'buyerId' | 'funderId' | 'makerCompanyId'>

type Named = Omit<Parties, keyof About>
const partyFor = (parties: Named, role: CandidateRole): string | null | undefined =>
  ({ SUPPLIER: parties.supplierId, BUYER: parties.buyerId, FUNDER: parties.funderId, DIRECTOR: parties.makerCompanyId })[
    role as 'SUPPLIER'
  ]

/** Whether a role is one of a party's company and not of the operator's staff. */
export const isOfParty = (role: CandidateRole): boolean => candidateSeats[role].companyRole !== 'PLATFORM'

/** The company that a role stands for in an instance: a party, or the operator for its own staff; null where there is none. */
export const companyFor = (parties: Named, role: CandidateRole, reader: { staff: boolean; companyId: string }) =>
  isOfParty(role) ? (partyFor(parties, role) ?? null) : reader.staff ? reader.companyId : null

/** Somebody in the seat in which they decide or lead. */
export type Person = { userId: string; name: string; companyId: string; companyRole: string }

/**
 * The active people of a company who sit for a role, have acted for no other party in the matter of the object, and have no
 * interest of their own in it.
 */
export const peopleFor = (tx: Tx, companyId: string, role: CandidateRole, about: About): Promise<Person[]> =>
  peopleOf(tx, sql`${companyId}::uuid`, role, about)

const platform = sql<string>`(select id from company where is_platform limit 1)`

/** The active people who appoint others to a role of a company: its directors, for the operator's staff the administrators. */
export const leadsFor = (tx: Tx, companyId: string, role: CandidateRole): Promise<Person[]> =>
  peopleOf(tx, sql`${companyId}::uuid`, isOfParty(role) ? 'DIRECTOR' : 'ADMINISTRATOR')

/** The operator's administrators, who see to it that no approval stands still. */
export const administrators = (tx: Tx): Promise<Person[]> => peopleOf(tx, platform, 'ADMINISTRATOR')

/**
 * Whether nobody may decide on the open tasks of an approval: all who sit for their roles made the object, have decided in this
 * round, have acted for another party or are concerned. It then waits until somebody else is given one of the roles.
 */
export async function isWithoutDecider(tx: Tx, instance: Instance): Promise<boolean> {
  const tasks = await tx
    .selectFrom('workflowTask')
    .select(['companyId', 'candidateRole'])
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .execute()
  const barred = [...instance.makerIds, ...(await actedIn(tx, instance))]
  const asked = await together(
    ...tasks.map((task) => peopleFor(tx, task.companyId, task.candidateRole as CandidateRole, instance)),
  )
  return tasks.length > 0 && asked.flat().every(({ userId }) => barred.includes(userId))
}

/**
 * Returns whether anybody still has to pass a step of mode ALL, over all of its open tasks, and the roles that only makers hold. Such a
 * role waits for an appointment: the other roles of the step do not pass in its place.
 */
export async function stillToPass(tx: Tx, instance: Instance, acted: readonly string[]) {
  const tasks = await tx
    .selectFrom('workflowTask')
    .select(['companyId', 'candidateRole'])
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'OPEN')
    .orderBy('id')
    .execute()
  const seats = await together(
    ...tasks.map(async ({ companyId, candidateRole }) => {
      const role = candidateRole as CandidateRole
      const people = await peopleFor(tx, companyId, role, instance)
      return { role, companyId, left: people.filter(({ userId }) => !instance.makerIds.includes(userId)) }
    }),
  )
  return {
    isWaiting: seats.some(({ left }) => left.some(({ userId }) => !acted.includes(userId))),
    vacant: seats.filter(({ left }) => left.length === 0),
  }
}

async function peopleOf(tx: Tx, company: RawBuilder<unknown>, role: CandidateRole, about?: About): Promise<Person[]> {
  const seat = candidateSeats[role]
  return tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select(['u.id as userId', 'u.cname as name', 'r.companyId', 'r.role as companyRole'])
    .where('r.companyId', '=', company as RawBuilder<string>)
    .where('r.role', '=', seat.companyRole)
    .where('r.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .where(sql<boolean>`r.user_roles && ${[...seat.userRoles]}::text[]`)
    .$if(about !== undefined, (query) =>
      query
        .where(sql<boolean>`not ${actedForAnother(sql`u.id`, sql`r.company_id`, sql`${about!.businessId}::uuid`)}`)
        .where(sql<boolean>`not ${isConcerned({ userId: sql`u.id`, companyId: sql`r.company_id`, ...concernOf(about!) })}`),
    )
    .orderBy('u.id')
    .execute()
}

/** The operator's people of risk, who look into the signs of documents. */
export const riskStaff = (tx: Tx): Promise<Person[]> => peopleOf(tx, platform, 'RISK')

export type Seats = { role: CandidateRole; companyId: string; people: Person[] }

/** The company and the people who sit for a role in an instance; null when the object has no such party. */
export async function seatsFor(tx: Tx, parties: Parties, role: CandidateRole): Promise<Seats | null> {
  const party = partyFor(parties, role)
  if (party === null) return null
  if (party !== undefined) return { role, companyId: party, people: await peopleFor(tx, party, role, parties) }
  const [{ rows }, people] = await together(
    sql<{ id: string }>`select ${platform} as id`.execute(tx),
    peopleOf(tx, platform, role, parties),
  )
  return { role, companyId: rows[0]!.id, people }
}

/**
 * The people who are asked for a role, and the colleagues who decide in the name of one of them on this business day: what waits for
 * the one waits for the other. Among staff a delegate holds the role too, and is asked for it already. Nobody of the barred.
 */
export async function toldFor(
  tx: Tx,
  { role, companyId, people }: Seats,
  about: About,
  barred: readonly string[],
): Promise<string[]> {
  const asked = people.map(({ userId }) => userId).filter((userId) => !barred.includes(userId))
  if (asked.length === 0 || !isOfParty(role)) return asked
  const delegates = await tx
    .selectFrom('delegation as d')
    .innerJoin('appUser as u', 'u.id', 'd.toUserId')
    .innerJoin('businessDay as b', (join) => join.onTrue())
    .select('u.id')
    .distinct()
    .where('d.fromUserId', '=', anyOf(asked))
    .where('d.companyId', '=', companyId)
    .where(sql<boolean>`d.company_role = ${candidateSeats[role].companyRole}`)
    .where('d.endedAt', 'is', null)
    .whereRef('d.fromDate', '<=', 'b.businessDate')
    .whereRef('d.toDate', '>=', 'b.businessDate')
    .where('u.status', '=', 'active')
    .where(sql<boolean>`not ${actedForAnother(sql`u.id`, sql`d.company_id`, sql`${about.businessId}::uuid`)}`)
    .where(sql<boolean>`not ${isConcerned({ userId: sql`u.id`, companyId: sql`d.company_id`, ...concernOf(about) })}`)
    .execute()
  return [...new Set([...asked, ...delegates.map(({ id }) => id).filter((id) => !barred.includes(id))])]
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
