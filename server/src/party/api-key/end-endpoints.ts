import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'

/**
 * Switches off the webhook addresses that a user set, in one company or in all: the business of the company would go on to an address
 * that nobody left there answers for. Its directors are told and can switch one on again. The transaction sees every company.
 */
export async function endEndpoints(
  context: UseCaseContext,
  { userId, companyId }: { userId: string; companyId?: string },
  why: 'SEAT_ENDED' | 'USER_STOPPED',
): Promise<void> {
  const { tx } = context
  const ended = await tx
    .updateTable('webhookEndpoint')
    .set({ status: 'DISABLE' })
    .where('createdBy', '=', userId)
    .where('status', '=', 'ENABLE')
    .$if(companyId !== undefined, (query) => query.where('companyId', '=', companyId!))
    .returning(['id', 'url', 'companyId'])
    .execute()
  if (ended.length === 0) return
  await auditMany(
    context,
    ended.map(({ id, url }) => ({
      event: 'WEBHOOK_STOPPED',
      objectType: 'WEBHOOK',
      objectId: id,
      objectNo: url,
      after: { why },
    })),
  )
  const leads = await tx
    .selectFrom('userCompanyRole')
    .select(['userId', 'companyId'])
    .where('companyId', '=', anyOf(ended.map((endpoint) => endpoint.companyId)))
    .where('role', 'in', ['COMPANY', 'PLATFORM'])
    .where(sql<boolean>`user_roles && array['Director', 'Administrator', 'Operations']`)
    .where('status', '=', 'ENABLE')
    .execute()
  for (const { id, url, companyId: of } of ended)
    await notify(tx, {
      event: 'WEBHOOK_STOPPED',
      userIds: leads.flatMap((lead) => (lead.companyId === of && lead.userId !== userId ? [lead.userId] : [])),
      params: { url },
      objectType: 'WEBHOOK',
      objectId: id,
      link: '/org/company/detail',
    })
}
