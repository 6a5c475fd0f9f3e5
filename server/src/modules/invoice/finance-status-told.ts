import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/**
 * SQL: the finance status of an invoice as the caller reads it, where the invoice stands under the name `alias`. A buyer reads one
 * whose financing it was not told of like one that nobody finances (decision 121).
 */
export const financeStatusTold = ({ companyRole }: Pick<Actor, 'companyRole'>, alias: string): RawBuilder<string> =>
  companyRole === 'BUYER'
    ? sql`finance_status_told(${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.finance_status`)})`
    : sql`${sql.ref(`${alias}.finance_status`)}`
