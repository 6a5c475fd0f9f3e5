import { sql } from 'kysely'
import type { Kind } from '../../approval/config-change/kind.ts'
import { aloneIn, refuseStale } from '../../approval/config-change/stale.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyField } from '../../http/refused.ts'
import { partnerName } from './partner-change.ts'

/** The rate of a partner in force on a day, or the common one. */
const rateFrom = (tx: Tx, partnerId: string | null, day: string) =>
  tx
    .selectFrom('partnerCommission')
    .select(['ratePct', 'effectiveDate'])
    .where('partnerId', partnerId ? '=' : 'is', partnerId)
    .where('effectiveDate', '<=', day)
    .orderBy('effectiveDate', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The share that partners earn. A rate counts from the day of its approval at the earliest, as what was reported before is paid. */
export const commissionKind: Kind<'COMMISSION'> = {
  permission: 'system.product.edit',
  page: '/system/commission',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values: { partnerId, ratePct, effectiveDate } }, today) {
    if (effectiveDate < today) throw faultyField('effectiveDate', 'RATE_FROM_TODAY')
    const partner = partnerId ? await partnerName(tx, partnerId) : '*'
    const before = await rateFrom(tx, partnerId || null, effectiveDate)
    // The common rate concerns everybody who introduced a company.
    const partners = tx.selectFrom('companyPartner').select('partnerId').distinct()
    return {
      before: before ?? null,
      title: `${partner} · ${ratePct} % · ${effectiveDate}`,
      concerns: partnerId ? [partnerId] : (await partners.execute()).map((one) => one.partnerId),
    }
  },
  async apply({ tx, today }, { values: { partnerId, ratePct, effectiveDate } }, shown) {
    const from = effectiveDate < today ? today : effectiveDate
    await aloneIn(tx, 'COMMISSION')
    const now = await rateFrom(tx, partnerId || null, from)
    refuseStale(shown ? [shown] : [], now ? [now] : [], (one) => ['rate', one])
    // A second change for the same day takes the place of the first; both stay among the changes.
    await sql`insert into partner_commission (id, partner_id, effective_date, rate_pct)
      values (${newId()}, ${partnerId || null}, ${from}, ${ratePct})
      on conflict (coalesce(partner_id, '00000000-0000-0000-0000-000000000000'), effective_date)
      do update set rate_pct = excluded.rate_pct`.execute(tx)
  },
}
