import { auditMany } from '../../audit/record.ts'
import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'

/**
 * Ends the delegations from and to people for good, each with its event in the audit: a seat that comes back later brings none of
 * them back. With a company only those made there. The transaction sees every company.
 */
export async function endDelegations(
  context: Pick<UseCaseContext, 'now'> & Parameters<typeof auditMany>[0],
  { userIds, companyId }: { userIds: readonly string[]; companyId?: string },
  why: 'SEAT_ENDED' | 'USER_STOPPED',
): Promise<void> {
  const { tx, now } = context
  if (userIds.length === 0) return
  const ended = await tx
    .updateTable('delegation')
    .set({ endedAt: now.toISOString() })
    .where('endedAt', 'is', null)
    .where((either) => either.or([either('fromUserId', '=', anyOf(userIds)), either('toUserId', '=', anyOf(userIds))]))
    .$if(companyId !== undefined, (query) => query.where('companyId', '=', companyId!))
    .returning('id')
    .execute()
  await auditMany(
    context,
    ended.map(({ id }) => ({ event: 'DELEGATION_ENDED', objectType: 'DELEGATION', objectId: id, after: { why } })),
  )
}
