import type { FeeCharge } from '@usance/domain/ledger/fee-lines'
import { chargeFees } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import type { UseCaseContext } from '../../http/context.ts'
import { moveJournal, post, standingJournals } from '../ledger/post.ts'
import { billBuyer } from './issue-bill.ts'
import { feeToCharge } from './load-fee.ts'
import { loadFinancings } from './load-order.ts'

/**
 * L15: fees agreed for settlement are due with the first money, a receipt or a conversion. Each is charged once, with its tax,
 * and a buyer is billed for its own. `positionAhead` includes them before that.
 */
export async function chargeSettlementFees(context: UseCaseContext, orderId: string, valueDate: LocalDate): Promise<void> {
  const { tx, today, actor } = context
  const due = await tx
    .updateTable('orderFee')
    .set({ charged: true })
    .where('orderId', '=', orderId)
    .where('timing', '=', 'SETTLEMENT')
    .where('charged', '=', false)
    .returning(['id', 'code', 'payer', 'beneficiary', 'amount', 'tax'])
    .execute()
  if (due.length === 0) return
  const { deal, row } = (await loadFinancings(tx, [orderId])).get(orderId)!
  const charges: FeeCharge[] = []
  for (const fee of due)
    charges.push({
      code: fee.code as FeeCharge['code'],
      payer: fee.payer,
      beneficiary: fee.beneficiary as FeeCharge['beneficiary'],
      ...(await feeToCharge(tx, fee, row.currency)),
    })
  const key = { eventType: 'SETTLEMENT_FEES', sourceType: 'ORDER', sourceId: orderId, seq: 0 }
  await post(tx, chargeFees(key, deal, charges), { valueDate, postedOn: today, orderId, by: actor.userId })
  const billed = due.filter((fee) => fee.payer === 'BUYER').map((fee) => fee.id)
  await billBuyer(context, row, billed, valueDate)
}

/**
 * Settlement fees that were charged are of the day of the first money that stands, also where it became known later, or other
 * money was first until it came back. Without any money they stay where they are.
 */
export async function dateSettlementFees({ tx, today, actor }: UseCaseContext, orderId: string, first: LocalDate): Promise<void> {
  const standing = await standingJournals(tx, { sourceType: 'ORDER', sourceId: orderId })
  for (const { id, event, valueDate } of standing)
    if (event === 'SETTLEMENT_FEES' && valueDate !== first)
      await moveJournal(tx, id, { valueDate: first, postedOn: today, by: actor.userId })
}
