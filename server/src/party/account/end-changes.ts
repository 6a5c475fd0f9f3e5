import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** The changes that wait: those of a user, or those that somebody has put forward; with a company only the ones there. */
type Which = { of?: string; by?: string; companyId?: string }

/** Ends changes of users that wait for a second person, and notifies their approvers. */
export async function endWaiting(context: UseCaseContext, { of, by, companyId }: Which): Promise<void> {
  const { tx, now } = context
  const waiting = await tx
    .selectFrom('userChange')
    .select('id')
    .where('status', '=', 'IN_APPROVE')
    .$if(of !== undefined, (query) => query.where('userId', '=', of!))
    .$if(by !== undefined, (query) => query.where('createdBy', '=', by!))
    .$if(companyId !== undefined, (query) => query.where('companyId', '=', companyId!))
    .orderBy('id')
    .execute()
  for (const { id } of waiting) {
    for (const businessType of ['USER', 'STAFF_USER']) await cancelFlow(context, businessType, id)
    await tx
      .updateTable('userChange')
      .set({ status: 'WITHDRAWN', endedAt: now.toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'IN_APPROVE')
      .execute()
  }
}
