import { costsIn, exposureTotal, lossBetween } from '@usance/domain/ledger/loss'
import { loseFees } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { UseCaseContext } from '../../http/context.ts'
import { post } from '../ledger/post.ts'
import { exposureParts, lossOf } from './exposure.ts'
import { funderBalances, loadFinancings } from './load-order.ts'
import { chargeSettlementFees } from './settlement-fees.ts'

/**
 * L15 and L11: the first money after a loss makes the fees at settlement due, as on a running order. A buyer is billed for its
 * own. The supplier's are costs of the lost order: they raise the loss, and a recovery pays them with the other costs.
 */
export async function chargeFeesOnLoss(context: UseCaseContext, orderId: string, valueDate: LocalDate): Promise<void> {
  const { tx, today, actor } = context
  await chargeSettlementFees(context, orderId, valueDate)
  const { row, deal, kind } = (await loadFinancings(tx, [orderId])).get(orderId)!
  const balance = await funderBalances(tx, orderId, row.currency)
  const fees = balance('1220')
  if (!M.isPositive(fees)) return
  const before = await lossOf(tx, row)
  const left = M.atLeastZero(balance('5000'))
  const costsLeft = (lost: typeof before, rest: M.Money) =>
    costsIn(lossBetween(lost, M.subtract(exposureTotal(lost), rest), exposureTotal(lost)))
  const lost = { ...before, fees: M.add(before.fees, fees) }
  const ahead = M.subtract(costsLeft(lost, M.add(left, fees)), costsLeft(before, left))
  const key = { eventType: 'FEES_LOST', sourceType: 'ORDER', sourceId: orderId, seq: 0 }
  const isDebt = deal.recourse || kind === 'LOAN'
  await post(tx, loseFees(key, deal, { fees, passed: M.subtract(fees, ahead), isDebt }), {
    valueDate,
    postedOn: today,
    orderId,
    by: actor.userId,
  })
  await tx
    .updateTable('writeOff')
    .set({ loss: M.toDecimal(exposureTotal(lost)), parts: JSON.stringify(exposureParts(lost)) })
    .where('orderId', '=', orderId)
    .where('status', '=', 'PASSED')
    .execute()
}
