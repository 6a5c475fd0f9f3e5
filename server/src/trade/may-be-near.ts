import { normalizeDocumentNo, unseparated } from '@usance/domain/fingerprint'
import { type RawBuilder, sql } from 'kysely'
import { numberSkeleton } from './number-skeleton.ts'

/**
 * SQL: whether a stored number may be one slip or its separators away from this one. It leaves out no number that `isNearDuplicate` of the
 * domain takes for near, and few others stay. Separators move nothing but zeros in a number of plain signs; any other number stays.
 */
export const mayBeNear = (number: string, { written, normNo }: { written: string; normNo: string }): RawBuilder<boolean> =>
  sql`(${sql.ref(normNo)} like any(${slipsOf(normalizeDocumentNo(number))}::text[])
    or replace(${numberSkeleton(normNo)}, '0', '') = ${unseparated(number).replaceAll('0', '')}
    or octet_length(${sql.ref(written)}) > char_length(${sql.ref(written)}))`

/** Patterns of what is left of a number by one changed, inserted or left-out sign: '_' is any one. A normalised number holds none itself. */
function slipsOf(normNo: string): string[] {
  const signs = [...normNo]
  const at = (index: number, taken: number, put: string) => signs.toSpliced(index, taken, put).join('')
  return [...signs.flatMap((_, index) => [at(index, 1, '_'), at(index, 1, ''), at(index, 0, '_')]), `${normNo}_`]
}
