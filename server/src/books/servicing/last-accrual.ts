import type { LocalDate } from '@usance/domain/local-date'
import type { Tx } from '../../database/database.ts'

/** The day of an order's last standing accrual; null before the first one. */
export async function lastAccrual(tx: Tx, orderId: string): Promise<LocalDate | null> {
  const last = await tx
    .selectFrom('interestAccrual')
    .select(({ fn }) => fn.max<LocalDate | null>('accrualDate').as('date'))
    .where('orderId', '=', orderId)
    .where('reversed', '=', false)
    .executeTakeFirst()
  return last?.date ?? null
}
