import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notifyAll } from '../../notify/notify.ts'

/** Whose delegations end: those of people wherever they are, or those that rest on seats in a company that were taken or narrowed. */
type Gone = { userIds: readonly string[] } | { companyId: string; seats: readonly { userId: string; role: string }[] }

/**
 * Ends the delegations from and to people for good, each with its event in the audit: a seat that comes back later brings none of them
 * back. Both sides are told of those whose last day had not passed. A delegation holds in one seat, and goes on when another one is
 * lost. The transaction sees every company.
 */
export async function endDelegations(
  context: Pick<UseCaseContext, 'now'> & Parameters<typeof auditMany>[0],
  gone: Gone,
  why: 'SEAT_ENDED' | 'USER_STOPPED',
): Promise<void> {
  const { tx, now, today } = context
  const people = 'userIds' in gone ? gone.userIds : gone.seats.map(({ userId }) => userId)
  if (people.length === 0) return
  const ended = await tx
    .updateTable('delegation')
    .set({ endedAt: now.toISOString() })
    .where('endedAt', 'is', null)
    .where((either) => either.or([either('fromUserId', '=', anyOf(people)), either('toUserId', '=', anyOf(people))]))
    .where('seats' in gone ? restsOnOne(gone) : sql<boolean>`true`)
    .returning(['id', 'fromUserId', 'toUserId', 'fromDate', 'toDate', 'companyId'])
    .returning([
      sql<string>`(select cname from app_user where id = from_user_id)`.as('from'),
      sql<string>`(select cname from app_user where id = to_user_id)`.as('to'),
    ])
    .execute()
  await auditMany(
    context,
    ended.map(({ id }) => ({ event: 'DELEGATION_ENDED', objectType: 'DELEGATION', objectId: id, after: { why } })),
  )
  await notifyAll(
    tx,
    // One that ran out long ago ended then: nobody has to give it again.
    ended
      .filter(({ toDate }) => toDate >= today)
      .flatMap(({ id, fromUserId, toUserId, fromDate, toDate, companyId, from, to }) =>
        [
          { reader: fromUserId, person: to },
          { reader: toUserId, person: from },
        ].map(({ reader, person }) => ({
          event: 'DELEGATION_ENDED' as const,
          userIds: [reader],
          inCompany: companyId,
          params: { person, fromDate, toDate },
          objectType: 'DELEGATION',
          objectId: id,
          link: '/approval',
        })),
      ),
  )
}

const restsOnOne = ({
  companyId,
  seats,
}: Extract<Gone, { companyId: string }>) => sql<boolean>`company_id = ${companyId} and exists (
  select from unnest(${seats.map(({ userId }) => userId)}::uuid[], ${seats.map(({ role }) => role)}::text[]) as lost (user_id, role)
  where lost.role = company_role and lost.user_id in (from_user_id, to_user_id))`
