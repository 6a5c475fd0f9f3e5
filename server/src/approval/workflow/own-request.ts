import type { BusinessType } from '@usance/domain/approval-flows'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { cancelFlow } from './cancel-flow.ts'

/**
 * SQL: whether the caller's company put an object forward for approval. Its people stand in for each other: what one of them put
 * forward another one with the right corrects or withdraws (decision 164).
 */
export const isOwnRequest = (
  { companyId }: Pick<Actor, 'companyId'>,
  businessType: BusinessType,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (select from workflow_instance own_request
  where own_request.business_type = ${businessType} and own_request.business_id = ${id} and own_request.maker_company_id = ${companyId})`

/** The states in which a request has no outcome yet: it waits for its approvers, or for the company that it was sent back to. */
export const withdrawable = ['IN_APPROVE', 'REJECTED'] as const

/**
 * Ends the approval of what the caller's company put forward. Answers the state that the object must still be in when it is marked as
 * withdrawn: a decision or a correction of the same moment goes first. The transaction sees every company afterwards.
 */
export async function withdrawFlow(
  context: UseCaseContext,
  businessType: BusinessType,
  { id, status }: { id: string; status: string },
): Promise<(typeof withdrawable)[number]> {
  const { tx, actor } = context
  const { rows } = await sql<{ own: boolean }>`select ${isOwnRequest(actor, businessType, sql`${id}::uuid`)} as own`.execute(tx)
  if (!rows[0]!.own) throw new Refused('NOT_FOUND')
  const before = withdrawable.find((one) => one === status)
  if (!before) throw new Refused('ILLEGAL_TRANSITION')
  if (!(await cancelFlow(context, businessType, id, before))) throw new Refused('STALE_VERSION')
  return before
}
