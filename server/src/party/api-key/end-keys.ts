import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** The keys of a user or of a company; of both, those that the user made for the company. */
type Which = {
  userId?: string
  companyId?: string
  /** Keys for these roles stay. */
  besidesRoles?: readonly string[]
}

/**
 * Ends keys for good, each with its event in the audit: a seat or an account that comes back later brings none of them back. The
 * transaction sees every company.
 */
export async function endKeys(
  context: Pick<UseCaseContext, 'now'> & Parameters<typeof auditMany>[0],
  { userId, companyId, besidesRoles = [] }: Which,
  why: 'SEAT_ENDED' | 'USER_STOPPED' | 'PASSWORD_RESET' | 'PASSWORD_SET',
): Promise<void> {
  const { tx, now, actor } = context
  const ended = await tx
    .updateTable('apiKey')
    .set({ revokedAt: now.toISOString(), revokedBy: actor?.userId ?? null })
    .where('revokedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId!))
    .$if(companyId !== undefined, (query) => query.where('companyId', '=', companyId!))
    .where(sql<boolean>`company_role <> all (${[...besidesRoles]}::text[])`)
    .returning(['id', 'name', 'companyId'])
    .execute()
  if (ended.length === 0) return
  const companies = await tx
    .selectFrom('company')
    .select(['id', 'code'])
    .where('id', '=', anyOf(ended.map((key) => key.companyId)))
    .execute()
  await auditMany(
    context,
    ended.map((key) => ({
      event: 'API_KEY_REVOKED',
      objectType: 'API_KEY',
      objectId: key.id,
      objectNo: key.name,
      after: { why, company: companies.find(({ id }) => id === key.companyId)?.code },
    })),
  )
}
