import { addDays, type LocalDate } from '@usance/domain/local-date'
import { anyOf, type Tx } from '../../database/database.ts'

/**
 * The last night that every order was accrued for. Whoever books an order up to it holds the day until the booking is over, and while
 * the day closes the close looks at the order once more before it moves. The caller has locked the order.
 */
export async function lastClosedNight(tx: Tx, orderId: string): Promise<LocalDate> {
  const { businessDate, state } = await tx
    .selectFrom('businessDay')
    .select(['businessDate', 'state'])
    .where('id', '=', 1)
    .forShare()
    .executeTakeFirstOrThrow()
  if (state === 'CLOSING')
    await tx
      .insertInto('startedLate')
      .values({ orderId, businessDate })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return addDays(businessDate, -1)
}

/** The next orders that were booked while a day was closing. */
export async function startedLate(tx: Tx, day: LocalDate, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('startedLate')
    .select('orderId')
    .where('businessDate', '=', day)
    .orderBy('orderId')
    .limit(limit)
    .execute()
  return rows.map((row) => row.orderId)
}

/** The close of a day has looked at orders that were booked meanwhile; the caller has locked them. */
export async function lookedAt(tx: Tx, day: LocalDate, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('startedLate').where('businessDate', '=', day).where('orderId', '=', anyOf(orderIds)).execute()
}
