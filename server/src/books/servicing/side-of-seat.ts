import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** What a company is in a deal. */
export type Side = 'SUPPLIER' | 'BUYER' | 'FUNDER'
type Reader = Pick<Actor, 'staff' | 'companyRole' | 'companyId'>

/**
 * Whether the seat of a company reads what the company does on a side: the seat of one side that side alone, the seat of the whole company
 * each (decision 295).
 */
export const isSideOfSeat = ({ staff, companyRole }: Pick<Reader, 'staff' | 'companyRole'>, side: Side): boolean =>
  !staff && (companyRole === side || companyRole === 'COMPANY')

/** SQL: whether a column names the reader's company on a side that its seat reads. */
export const isOwnOn = (reader: Reader, side: Side, column: string): RawBuilder<boolean> =>
  isSideOfSeat(reader, side) ? sql<boolean>`${sql.ref(column)} = ${reader.companyId}` : sql<boolean>`false`

/**
 * SQL: whether a row with these parties is for the seat of its reader: the company is on no other side of it. Money that comes back to a company
 * on no side of a deal is for each of its seats.
 */
export function isOfSeat(reader: Reader, parties: Readonly<Partial<Record<Side, RawBuilder<unknown>>>>): RawBuilder<boolean> {
  const { staff, companyRole, companyId } = reader
  if (staff || companyRole === 'COMPANY') return sql<boolean>`true`
  const others = Object.entries(parties).filter(([side]) => side !== companyRole)
  if (others.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    others.map(([, party]) => sql`${party} is distinct from ${companyId}`),
    sql` and `,
  )})`
}

/** SQL: the same of a row of this alias that names its supplier, buyer and funder. */
export const rowOfSeat = (reader: Reader, alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return isOfSeat(reader, { SUPPLIER: of('supplier_id'), BUYER: of('buyer_id'), FUNDER: of('funder_id') })
}

/**
 * SQL: whether a receipt of this alias is for the seat of its reader. Its funder reads it in the seat of a funder. Its payer reads it on the side
 * on which the payer stands in a repayment of it, and in every seat while there is none.
 */
export function receiptOfSeat(reader: Reader, alias: string): RawBuilder<boolean> {
  const { staff, companyRole, companyId } = reader
  if (staff || companyRole === 'COMPANY') return sql<boolean>`true`
  const [id, funder] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.funder_id`)]
  return sql<boolean>`case when ${funder} = ${companyId} then ${isSideOfSeat(reader, 'FUNDER')} else coalesce((
    select bool_or(${rowOfSeat(reader, 'm')}) from repayment m where m.collection_id = ${id} and m.status not in ('REVERSED', 'REFUSED')), true) end`
}
