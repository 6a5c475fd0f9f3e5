import { sql } from 'kysely'
import type { Kind } from '../../approval/config-change/kind.ts'
import type { Tx } from '../../database/database.ts'
import { faultyField, Refused } from '../../http/refused.ts'

/** The name of a person who works in business development now; anybody else is a fault of the field in which they were chosen. */
export async function partnerName(tx: Tx, id: string, field = 'partnerId'): Promise<string> {
  const partner = await tx
    .selectFrom('appUser as u')
    .innerJoin('userCompanyRole as r', 'r.userId', 'u.id')
    .select('u.cname')
    .where('u.id', '=', id)
    .where('u.status', '<>', 'stop')
    .where('r.role', '=', 'PLATFORM')
    .where('r.status', '=', 'ENABLE')
    .where(sql<boolean>`'BD' = any(r.user_roles)`)
    .executeTakeFirst()
  if (!partner) throw faultyField(field, 'PARTNER_GONE')
  return partner.cname
}

/** Who introduced a company. A change counts from the day on which it is passed; what was earned before stays with whoever earned it. */
export const partnerKind: Kind<'PARTNER'> = {
  permission: 'system.product.edit',
  page: '/system/commission',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values: { companyId, partnerId }, targetId }) {
    const company = await tx
      .selectFrom('company')
      .select(['name', 'bdUserId'])
      .where('id', '=', companyId)
      .where('isPlatform', '=', false)
      .executeTakeFirst()
    if (!company || targetId !== companyId) throw faultyField('companyId', 'PARTY_UNKNOWN')
    const next = partnerId ? await partnerName(tx, partnerId) : '–'
    return {
      before: { companyId, partnerId: company.bdUserId },
      title: `${company.name} · ${next}`,
      concerns: [companyId, partnerId, company.bdUserId],
    }
  },
  async apply({ tx }, { values: { companyId, partnerId } }) {
    // A person who was stopped, or left business development, while the change waited is not made a partner.
    if (partnerId) await partnerName(tx, partnerId)
    // A line from the business date on is added with it (migration 1141).
    const changed = await tx.updateTable('company').set({ bdUserId: partnerId }).where('id', '=', companyId).executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
  },
}
