import { effectivePermissions } from '@usance/domain/permissions'
import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import { matrixRows } from '../../auth/permission-matrix.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'

/** Whose endpoints are looked at: those of a user, in one company or in all; without a user those of everybody. */
type Which = { userId?: string; companyId?: string }

type Endpoint = { id: string; url: string; companyId: string; createdBy: string | null }

/**
 * Switches off the webhook addresses whose setter may not set them any more: the business of the company would go on to an address
 * that nobody left there answers for. Whatever narrows a right calls it after the change is written. Those in charge are told and
 * can switch one on again; who keeps a seat and lost the right alone is told too. The transaction sees every company.
 */
export async function endEndpoints(
  context: UseCaseContext,
  which: Which,
  why: 'SEAT_ENDED' | 'USER_STOPPED' | 'RIGHT_TAKEN',
): Promise<void> {
  const { tx } = context
  const ended = await withoutRight(tx, which)
  if (ended.length === 0) return
  await tx
    .updateTable('webhookEndpoint')
    .set({ status: 'DISABLE' })
    .where('id', '=', anyOf(ended.map(({ id }) => id)))
    .execute()
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
  for (const { id, url, companyId: of, createdBy } of ended)
    await notify(tx, {
      event: 'WEBHOOK_STOPPED',
      userIds: leads.flatMap(({ companyId, userId }) =>
        companyId === of && (why === 'RIGHT_TAKEN' || userId !== createdBy) ? [userId] : [],
      ),
      inCompany: of,
      params: { url },
      objectType: 'WEBHOOK',
      objectId: id,
      link: '/org/company/detail',
    })
}

/**
 * The endpoints in use whose setter holds no seat of the whole company, as it stands in this transaction, that may edit the company.
 * Locked, so that a change of one under way is waited for.
 */
async function withoutRight(tx: Tx, { userId, companyId }: Which): Promise<Endpoint[]> {
  const set = await tx
    .selectFrom('webhookEndpoint')
    .select(['id', 'url', 'companyId', 'createdBy'])
    .where('status', '=', 'ENABLE')
    .where('createdBy', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('createdBy', '=', userId!))
    .$if(companyId !== undefined, (query) => query.where('companyId', '=', companyId!))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (set.length === 0) return []
  const rows = await matrixRows(tx)
  const seats = await tx
    .selectFrom('userCompanyRole as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select(['r.userId', 'r.companyId', 'r.role', 'r.userRoles'])
    .where('r.companyId', '=', anyOf(set.map((endpoint) => endpoint.companyId)))
    .where('r.role', 'in', ['COMPANY', 'PLATFORM'])
    .where('r.status', '=', 'ENABLE')
    .where('u.status', '<>', 'stop')
    .execute()
  return set.filter(
    (endpoint) =>
      !seats.some(
        (seat) =>
          seat.userId === endpoint.createdBy &&
          seat.companyId === endpoint.companyId &&
          effectivePermissions(rows, seat.role, seat.userRoles).includes('org.company.edit'),
      ),
  )
}
