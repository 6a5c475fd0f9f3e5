import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * Holds a supplier's loan until the transaction ends, so that of two conversions that are submitted at the same moment one finds the other. The
 * transaction sees every company.
 */
export const holdLoan = (tx: Tx, supplierId: string, loanId: string): Promise<unknown> =>
  tx
    .selectFrom('financeOrder')
    .select('id')
    .where('id', '=', loanId)
    .where('supplierId', '=', supplierId)
    .forNoKeyUpdate()
    .execute()

/** SQL: whether an order `x` is submitted and not paid yet. */
export const isOnItsWay: RawBuilder<boolean> = sql<boolean>`x.status in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING')`

/**
 * Refuses a conversion of a loan while another one is on its way (LOAN_IN_CONVERSION): the price of each holds all costs of the loan to
 * date, and only the one that is paid first bears them. The transaction sees every company.
 */
export async function refuseSecond(tx: Tx, loanId: string, orderId: string | undefined): Promise<void> {
  const other = await tx
    .selectFrom('financeOrder as x')
    .select('x.orderNo')
    .where('x.arpOfOrderId', '=', loanId)
    .where(isOnItsWay)
    .$if(orderId !== undefined, (query) => query.where('x.id', '<>', orderId!))
    .orderBy('x.orderNo')
    .executeTakeFirst()
  if (other) throw new Refused('LOAN_IN_CONVERSION', { no: other.orderNo })
}
