import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/**
 * SQL: whether the caller may know whose account a receipt of this alias came in on. Who paid it on a financing that it was not told of
 * reads its own payment without the funder (decision 147).
 */
export const receiptTold = ({ staff, companyId }: Pick<Actor, 'staff' | 'companyId'>, alias: string): RawBuilder<boolean> =>
  sql`(${staff} or ${sql.ref(`${alias}.funder_id`)} = ${companyId} or receipt_told(${sql.ref(`${alias}.id`)}))`
