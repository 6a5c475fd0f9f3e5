import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the skeleton of a normalised number, as `skeletonOf` of the domain works it out. The indexes of invoices and purchase orders are
 * over this expression.
 */
export const numberSkeleton = (normNo: string): RawBuilder<string> => sql`number_skeleton(${sql.ref(normNo)})`
