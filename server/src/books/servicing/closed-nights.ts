import { addDays, type LocalDate } from '@usance/domain/local-date'
import { anyOf, type Tx } from '../../database/database.ts'

/**
 * Returns the last night for which every order has been accrued. Locks the business day in share mode until the transaction ends, so that
 * the day does not move meanwhile. While the day is closing, it queues the order for another accrual. The caller has locked the order.
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

/** Returns the next orders that were booked while a day was closing. */
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

/** Removes orders from the queue of a day once the close has accrued them; the caller has locked them. */
export async function lookedAt(tx: Tx, day: LocalDate, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('startedLate').where('businessDate', '=', day).where('orderId', '=', anyOf(orderIds)).execute()
}
