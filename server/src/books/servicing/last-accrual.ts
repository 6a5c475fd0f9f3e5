import { addDays, type LocalDate } from '@usance/domain/local-date'
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
 * So the penalty of a night and the delay begin together (decision 192). A night that was booked during its day, as minimum interest is
 * before a receipt of the funding day, says nothing of the close.
 */
export async function judgedOn({ tx, today }: { tx: Tx; today: LocalDate }, orderId: string): Promise<LocalDate> {
  const last = await lastAccrual(tx, orderId)
  if (last === null || last < today) return today
  const { businessDate, state } = await tx
    .selectFrom('businessDay')
    .select(['businessDate', 'state'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return businessDate === today && state === 'OPEN' ? today : addDays(last, 1)
}
