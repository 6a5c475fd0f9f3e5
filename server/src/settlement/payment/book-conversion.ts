import { netProceeds, type Purchase } from '@usance/domain/ledger/funding'
import type { Deal, JournalKey } from '@usance/domain/ledger/journal'
import { convertLoan } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { isOutstanding } from '@usance/domain/states/finance-order'
import { type PostFacts, post } from '../../books/ledger/post.ts'
import { toppedUp } from '../../books/servicing/convert-order.ts'
import type { StoredOrder } from '../../books/servicing/funding-figures.ts'
import { loadFinancings, lockFinancing, positionOf } from '../../books/servicing/load-order.ts'
import { addPayoff, payoffIn, paysOf } from '../../books/servicing/payoff-of-parent.ts'
import { bookPayoff } from '../../books/servicing/replay.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { chargeSettlementFees } from '../../books/servicing/settlement-fees.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { cancelUndue } from './cancel-undue.ts'

type PaidConversion = {
  purchase: Purchase
  /** What the bank has paid to the supplier. */
  paid: M.Money
  valueDate: LocalDate
  key: JournalKey
  deal: Deal
  facts: PostFacts
}

/**
 * L9: books the funding of a conversion and the payoff of its parent. The payoff is the sum that the bank was told: proceeds and
 * top-up less its payment. Whatever has changed the parent's debts since, the difference stays due on the parent or is refunded
 * to the supplier (decision 105).
 */
export async function bookConversion(
  context: UseCaseContext,
  child: StoredOrder,
  { purchase, paid, valueDate, key, deal, facts }: PaidConversion,
): Promise<void> {
  const { tx } = context
  const parentId = child.arpOfOrderId!
  const topUp = await toppedUp(tx, child, ['POSTED'])
  const told = M.subtract(M.add(netProceeds(purchase), topUp), paid)
  if (M.isNegative(told)) throw new Refused('PRICING_EXPIRED')
  if (!(await lockFinancing(tx, parentId))) throw new Refused('ILLEGAL_TRANSITION')
  await bookPayoff(context, { id: parentId, currency: child.currency }, valueDate, async () => {
    await chargeSettlementFees(context, parentId, valueDate)
    const parent = (await loadFinancings(tx, [parentId])).get(parentId)!
    const pays = await paysOf(tx, { parent, child, told, on: valueDate })
    await post(tx, convertLoan(key, deal, { purchase, payoff: payoffIn(parentId, pays), topUp, surplus: pays.surplus }), facts)
    await addPayoff(context, parent, pays, { told, on: valueDate, childNo: child.orderNo })
  })
  const parent = (await loadFinancings(tx, [parentId])).get(parentId)!
  const { row } = parent
  const isOwed = !M.isZero(owedTotal(owedOn(await positionOf(tx, parent), context.today), row.currency))
  if (isOutstanding(row.status)) await restateOrder(context, parentId, isOwed ? 'convertPart' : 'convert')
  else await restateOrder(context, parentId, isOwed ? 'reverse' : 'repay')
  await cancelUndue(context, parentId)
}
