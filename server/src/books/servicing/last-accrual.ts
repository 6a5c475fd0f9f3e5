import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
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

/**
 * The day on which it is judged whether an order is late: today, and once the close of today has booked its night the day that follows.
 * So the penalty of a night and the delay begin together (decision 192).
 */
export async function judgedOn({ tx, today }: { tx: Tx; today: LocalDate }, orderId: string): Promise<LocalDate> {
  const last = await lastAccrual(tx, orderId)
  return last === null ? today : maxDate(today, addDays(last, 1))
}
