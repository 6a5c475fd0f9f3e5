import { type BusinessType, tradeTypes } from '@usance/domain/approval-flows'
import { type RawBuilder, sql } from 'kysely'

/** The person, the companies and people of an approval, its kind, and the company for which the person would decide, all as SQL. */
type Concern = {
  userId: RawBuilder<unknown>
  concernedIds: RawBuilder<unknown>
  businessType: RawBuilder<unknown>
  companyId: RawBuilder<unknown>
}

/**
 * SQL: whether somebody is one of the concerned of an approval, introduced a company among them or, outside a matter of trade, has
 * a seat at one of them other than the company that decides.
 */
export const isConcerned = ({ userId, concernedIds, businessType, companyId }: Concern) => sql<boolean>`
  is_concerned(${userId}, ${concernedIds}, case when ${businessType} = any(${[...tradeTypes]}::text[]) then null else ${companyId} end)`

/** The SQL of a loaded approval, as {@link isConcerned} takes it. */
export const concernOf = (instance: { businessType: BusinessType; concernedIds: readonly string[] }) => ({
  concernedIds: sql`${[...instance.concernedIds]}::uuid[]`,
  businessType: sql`${instance.businessType}::text`,
})

/** SQL: whether one of the staff introduced a company among these. */
export const introducedOneOf = (userId: RawBuilder<unknown>, companyIds: RawBuilder<unknown>) =>
  sql<boolean>`is_concerned(${userId}, ${companyIds})`
