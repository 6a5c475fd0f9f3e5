import type { BusinessType } from '@usance/domain/approval-flows'
import { parseAmount } from '@usance/domain/money'
import type { Change, ConfigKind } from '@usance/wire/config-change/values'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { templetKind } from '../../insight/report/templet.ts'
import { companyKind } from './company.ts'
import { fxKind, rateKind } from './market-rates.ts'
import { paperKind } from './paper.ts'
import { partnerKind, partnerName } from './partner.ts'
import { nameOf } from './party.ts'
import { pricingKind } from './pricing.ts'
import { applyProduct, productBefore } from './product.ts'
import { relationshipKind } from './relationship.ts'
import { roleKind } from './role.ts'
import { listed, rangeOf } from './titles.ts'
import { toleranceKind } from './tolerance.ts'
import { workflowKind } from './workflow.ts'

export type ValuesOf<K extends ConfigKind> = Extract<Change, { kind: K }>['values']
export type Proposal<K extends ConfigKind = ConfigKind> = {
  values: ValuesOf<K>
  targetId?: string | undefined
  version?: number | undefined
}

/** How one kind of configuration is read, described and put in force. */
export type Kind<K extends ConfigKind> = {
  permission: string
  /** The permission to look at it, where it is not that of the page: companies read templates, and not what is put forward. */
  view?: string
  page: string
  businessType: (values: ValuesOf<K>) => BusinessType
  /**
   * Checks the values and answers what is there now, a line that says what it is about, and the ids of the companies and people that
   * it concerns.
   */
  prepare: (
    tx: Tx,
    proposal: Proposal<K>,
    today: string,
  ) => Promise<{ before: unknown; title: string; concerns: readonly (string | null | undefined)[] }>
  apply: (context: UseCaseContext, proposal: Proposal<K>) => Promise<void>
}

/** The permission to look at what a kind of change alters, beside the one to put it forward. */
export const viewRightOf = ({ permission, view }: { permission: string; view?: string }): string =>
  view ?? permission.replace(/edit$/, 'view')

const holiday: Kind<'HOLIDAY'> = {
  permission: 'system.holiday.edit',
  page: '/system/holiday',
  businessType: () => 'CALENDAR',
  async prepare(tx, { values: { days } }) {
    if (days.some((day) => day.type !== 'NONE' && day.holidayNameEn === '')) throw faultyField('days', 'BAD_REQUEST')
    const before = await tx
      .selectFrom('holiday')
      .select(['countryCode', 'calendarDate', 'type', 'holidayNameEn', 'holidayNameCn'])
      .where('countryCode', 'in', [...new Set(days.map((day) => day.countryCode))])
      .where('calendarDate', 'in', [...new Set(days.map((day) => day.calendarDate))])
      .execute()
    return {
      before,
      title: `${listed(days.map((day) => day.countryCode))} · ${rangeOf(days.map((day) => day.calendarDate))}`,
      concerns: [],
    }
  },
  async apply({ tx }, { values: { days } }) {
    for (const { type, ...day } of days) {
      if (type === 'NONE')
        await tx
          .deleteFrom('holiday')
          .where('countryCode', '=', day.countryCode)
          .where('calendarDate', '=', day.calendarDate)
          .execute()
      else {
        const row = { ...day, holidayNameCn: day.holidayNameCn || day.holidayNameEn, type, source: 'STAFF' }
        await tx
          .insertInto('holiday')
          .values({ id: newId(), ...row })
          .onConflict((conflict) => conflict.columns(['countryCode', 'calendarDate']).doUpdateSet(row))
          .execute()
      }
    }
  },
}

const limitParties = {
  SUPPLIER_FACILITY: ['supplierId', 'funderId'],
  BUYER: ['buyerId', 'funderId'],
  RELATIONSHIP: ['supplierId', 'buyerId', 'funderId'],
  FUNDER: ['funderId'],
} as const

const roleOf = { supplierId: 'SUPPLIER', buyerId: 'BUYER', funderId: 'FUNDER' } as const

const limit: Kind<'LIMIT'> = {
  permission: 'system.limit.edit',
  page: '/system/limit',
  businessType: ({ type }) => (type === 'BUYER' ? 'BUYER_LIMIT' : 'LIMIT'),
  async prepare(tx, { values, targetId, version }) {
    if (values.expiryDate < values.effectiveDate) throw faultyField('expiryDate', 'VALUE_DATE')
    // A figure its currency cannot hold would stop every sum over the limits.
    if (!parseAmount(values.amount, values.currency).ok) throw faultyField('amount', 'AMOUNT_SCALE')
    const names: string[] = []
    for (const party of limitParties[values.type]) names.push(await nameOf(tx, values[party] || null, roleOf[party], party))
    const before = targetId
      ? await tx.selectFrom('creditLimit').selectAll().where('id', '=', targetId).executeTakeFirst()
      : undefined
    if (targetId && !before) throw new Refused('NOT_FOUND')
    if (before && before.version !== version) throw new Refused('STALE_VERSION')
    const { createdAt: _, updatedAt: __, productId: ___, ...standing } = before ?? {}
    return {
      before: before ? standing : null,
      title: `${names.join(' · ')}: ${values.amount} ${values.currency}`,
      concerns: [values, before].flatMap((one) => [one?.supplierId, one?.buyerId, one?.funderId]),
    }
  },
  async apply({ tx, now }, { values, targetId, version }) {
    const parties = limitParties[values.type] as readonly string[]
    const row = {
      ...values,
      supplierId: parties.includes('supplierId') ? values.supplierId || null : null,
      buyerId: parties.includes('buyerId') ? values.buyerId || null : null,
      funderId: values.funderId || null,
    }
    if (!targetId) {
      await tx
        .insertInto('creditLimit')
        .values({ id: newId(), ...row })
        .execute()
      return
    }
    const changed = await tx
      .updateTable('creditLimit')
      .set({ ...row, version: version! + 1, updatedAt: now.toISOString() })
      .where('id', '=', targetId)
      .where('version', '=', version!)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
  },
}

const product: Kind<'PRODUCT'> = {
  permission: 'system.product.edit',
  page: '/system/product',
  businessType: () => 'PRODUCT',
  prepare: productBefore,
  apply: applyProduct,
}

const commission: Kind<'COMMISSION'> = {
  permission: 'system.product.edit',
  page: '/system/commission',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values: { partnerId, ratePct, effectiveDate } }) {
    const partner = partnerId ? await partnerName(tx, partnerId) : '*'
    const before = await tx
      .selectFrom('partnerCommission')
      .select(['ratePct', 'effectiveDate'])
      .where('partnerId', partnerId ? '=' : 'is', partnerId || null)
      .where('effectiveDate', '<=', effectiveDate)
      .orderBy('effectiveDate', 'desc')
      .limit(1)
      .executeTakeFirst()
    // The common rate concerns everybody who introduced a company.
    const partners = tx.selectFrom('companyPartner').select('partnerId').distinct()
    return {
      before: before ?? null,
      title: `${partner} · ${ratePct} % · ${effectiveDate}`,
      concerns: partnerId ? [partnerId] : (await partners.execute()).map((one) => one.partnerId),
    }
  },
  async apply({ tx }, { values: { partnerId, ratePct, effectiveDate } }) {
    // A second change for the same day takes the place of the first; both stay among the changes.
    await sql`insert into partner_commission (id, partner_id, effective_date, rate_pct)
      values (${newId()}, ${partnerId || null}, ${effectiveDate}, ${ratePct})
      on conflict (coalesce(partner_id, '00000000-0000-0000-0000-000000000000'), effective_date)
      do update set rate_pct = excluded.rate_pct`.execute(tx)
  },
}

/** Every kind of configuration that changes by approval. */
export const kinds: { [K in ConfigKind]: Kind<K> } = {
  HOLIDAY: holiday,
  RATE: rateKind,
  FX: fxKind,
  LIMIT: limit,
  PRODUCT: product,
  COMMISSION: commission,
  RELATIONSHIP: relationshipKind,
  PRICING: pricingKind,
  PAPER: paperKind,
  TOLERANCE: toleranceKind,
  PARTNER: partnerKind,
  COMPANY: companyKind,
  TEMPLATE: templetKind,
  ROLE: roleKind,
  WORKFLOW: workflowKind,
}
