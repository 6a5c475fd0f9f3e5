import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { reverseJournal, standingJournals } from '../ledger/post.ts'
import { takePayoffOff } from './payoff-of-parent.ts'
import type { RepaymentRow } from './repayment-row.ts'

/** Reverses the bookings and allocations of a repayment or a waiver. */
export const unwind = (context: UseCaseContext, repayment: RepaymentRow): Promise<void> => unwindAll(context, [repayment])

/** The same of several, the last one first. */
export async function unwindAll(context: UseCaseContext, repayments: readonly RepaymentRow[]): Promise<void> {
  const { tx, today, actor } = context
  if (repayments.length === 0) return
  for (const repayment of [...repayments].reverse()) {
    if (repayment.payerRole === 'ARP') await takePayoffOff(context, repayment)
    for (const journal of await standingJournals(tx, { sourceType: 'REPAYMENT', sourceId: repayment.id }))
      await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
  }
  const ids = anyOf(repayments.map(({ id }) => id))
  await tx.updateTable('allocation').set({ reversed: true }).where('repaymentId', '=', ids).execute()
  await tx.updateTable('discountRelease').set({ reversed: true }).where('repaymentId', '=', ids).execute()
  await tx.deleteFrom('orderFee').where('repaymentId', '=', ids).execute()
  await tx.updateTable('repayment').set({ surplus: '0', forSupplier: '0' }).where('id', '=', ids).execute()
}
