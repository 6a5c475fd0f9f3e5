import { type RawBuilder, sql } from 'kysely'

/** SQL: whether an adjustment `a` has reduced its invoice `i`. What was taken off an invoice that was cancelled since reduces nothing. */
export const isReduction: RawBuilder<boolean> = sql<boolean>`(a.status = 'PASSED' and a.type <> 'DEBIT_NOTE'
  and i.doc_status not in ('DRAFT', 'CANCELLED'))`
