import { sql } from 'kysely'
import type { App } from './app.ts'
import { newLink } from './auth/one-time-link.ts'
import { inTransaction } from './database/database.ts'
import { addUser } from './party/company/register.ts'

const linkHours = 24

/**
 * The address that makes the first administrator, as long as the operator has none who is active; undefined afterwards. It is
 * good once and for a day; a further start makes a new one and voids the earlier. Only its hash is stored.
 */
export async function firstAdministratorLink(app: App, platformId: string): Promise<string | undefined> {
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    // Two processes that start together make one user and one link.
    await tx.selectFrom('company').select('id').where('id', '=', platformId).forUpdate().execute()
    const administrators = await tx
      .selectFrom('appUser as u')
      .innerJoin('userCompanyRole as r', 'r.userId', 'u.id')
      .select(['u.id', 'u.status'])
      .where('r.companyId', '=', platformId)
      .where(sql<boolean>`'Administrator' = any(r.user_roles)`)
      .where('u.status', '<>', 'stop')
      .orderBy('u.createdAt')
      .execute()
    if (administrators.some(({ status }) => status === 'active')) return undefined
    const userId =
      administrators[0]?.id ??
      (await addUser(tx, {
        userName: 'administrator',
        cname: 'Administrator',
        email: 'administrator@localhost.invalid',
        seats: [{ companyId: platformId, role: 'PLATFORM', userRoles: ['Administrator'] }],
      }))
    await tx
      .updateTable('oneTimeLink')
      .set({ usedAt: sql`now()` })
      .where('purpose', '=', 'SETUP')
      .where('usedAt', 'is', null)
      .execute()
    return `${app.config.publicUrl}/reset-pwd?setup=1&link=${await newLink(tx, 'SETUP', userId, linkHours)}`
  })
}
