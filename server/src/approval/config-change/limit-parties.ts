import { type RawBuilder, sql } from 'kysely'
import type { ValuesOf } from './kind.ts'

export type LimitValues = ValuesOf<'LIMIT'>

/** The parties that a limit of each kind names. */
export const limitParties = {
  SUPPLIER_FACILITY: ['supplierId', 'funderId'],
  BUYER: ['buyerId', 'funderId'],
  RELATIONSHIP: ['supplierId', 'buyerId', 'funderId'],
  FUNDER: ['funderId'],
} as const

/** The parties that a limit of its kind keeps. */
export function partiesOf(values: LimitValues) {
  const named: readonly string[] = limitParties[values.type]
  return {
    supplierId: named.includes('supplierId') ? values.supplierId || null : null,
    buyerId: named.includes('buyerId') ? values.buyerId || null : null,
    funderId: values.funderId || null,
  }
}

/** Whether a limit `l` is enabled, of the same kind and between the same parties, and in force on a day on which these values are. */
export function besideThem(values: LimitValues): RawBuilder<boolean> {
  const { supplierId, buyerId, funderId } = partiesOf(values)
  return sql<boolean>`(l.status = 'ENABLE' and l.type = ${values.type} and l.supplier_id is not distinct from ${supplierId}::uuid
    and l.buyer_id is not distinct from ${buyerId}::uuid and l.funder_id is not distinct from ${funderId}::uuid
    and l.effective_date <= ${values.expiryDate}::date and l.expiry_date >= ${values.effectiveDate}::date)`
}
