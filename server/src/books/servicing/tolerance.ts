import * as M from '@usance/domain/money'
import { shippedTolerance, type Tolerance } from '@usance/domain/servicing/crumbs'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

export type ToleranceInForce = Tolerance & {
  readonly currency: string /** How often staff have set it; 0 as it ships. */
  readonly version: number
}

/** The tolerance for remainders in each currency: as set by staff, else the shipped default. */
export async function tolerancesOf(tx: Tx, currencies: readonly string[]): Promise<Map<string, ToleranceInForce>> {
  const rows = await tx.selectFrom('tolerance').selectAll().execute()
  return new Map(
    currencies.map((currency) => {
      const row = rows.find((one) => one.currency === currency)
      const amounts = row
        ? { total: amountOf(row.total, currency), principal: amountOf(row.principal, currency) }
        : shippedTolerance(currency)
      return [currency, { currency, version: row?.version ?? 0, ...amounts }]
    }),
  )
}

/** The tolerance of one currency. */
export const toleranceOf = async (tx: Tx, currency: string): Promise<ToleranceInForce> =>
  (await tolerancesOf(tx, [currency])).get(currency)!

/** A tolerance in the form of audit and journal, in decimal text. */
export const shownTolerance = ({ total, principal, version }: ToleranceInForce) => ({
  total: M.toDecimal(total),
  principal: M.toDecimal(principal),
  version,
})
