import type { UseCaseContext } from '../../http/context.ts'
import { reverseJournal, standingJournals } from '../ledger/post.ts'
import { takePayoffOff } from './payoff-of-parent.ts'
import type { RepaymentRow } from './repayment-row.ts'

/** Reverses the bookings and allocations of a repayment or a waiver. */
export async function unwind(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const { tx, today, actor } = context
  if (repayment.payerRole === 'ARP') await takePayoffOff(context, repayment)
  for (const journal of await standingJournals(tx, { sourceType: 'REPAYMENT', sourceId: repayment.id }))
    await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
  await tx.updateTable('allocation').set({ reversed: true }).where('repaymentId', '=', repayment.id).execute()
  await tx.updateTable('discountRelease').set({ reversed: true }).where('repaymentId', '=', repayment.id).execute()
  await tx.deleteFrom('orderFee').where('repaymentId', '=', repayment.id).execute()
  await tx.updateTable('repayment').set({ surplus: '0', forSupplier: '0' }).where('id', '=', repayment.id).execute()
}
