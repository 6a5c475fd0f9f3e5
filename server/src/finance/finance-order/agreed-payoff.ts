import * as M from '@usance/domain/money'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { payoffOn, shippedBy } from '../../books/servicing/arp-payoff.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { OrderRow } from './move-order.ts'

/** What a conversion pays off on its pricing day, as its loan stands now; undefined for another order. */
async function payoffNow(tx: Tx, order: OrderRow) {
  const parentId = order.arpOfOrderId
  const parent = parentId ? (await loadFinancings(tx, [parentId])).get(parentId) : undefined
  return parent ? (await payoffOn(tx, parent, await shippedBy(tx, order), order.requestedFundingDate)).payoff : undefined
}

/**
 * What of its loan's principal the supplier of a conversion has agreed to pay off (decision 177). In an order from before it was stored
 * that is all that the order pays off, less the costs of the loan. Undefined where nothing is known. The transaction sees every company.
 */
export async function agreedPayoff(tx: Tx, order: OrderRow): Promise<M.Money | undefined> {
  const { trial } = order.pricing as { trial?: TrialAnswer }
  if (!order.arpOfOrderId || !trial) return undefined
  const money = (text: string) => amountOf(text, order.currency)
  if (trial.payoffPrincipal !== undefined) return money(trial.payoffPrincipal)
  const { net, topUp, cashToSupplier } = trial.total
  const whole = M.subtract(M.add(money(net), money(topUp)), money(cashToSupplier))
  const now = await payoffNow(tx, order)
  if (!now || !M.isPositive(whole)) return undefined
  return M.atLeastZero(M.subtract(whole, M.subtract(now.total, now.principal)))
}

/** Whether a conversion would pay off more of its loan's principal than its supplier has agreed to. The transaction sees every company. */
export async function paysOffMore(tx: Tx, order: OrderRow): Promise<boolean> {
  const agreed = await agreedPayoff(tx, order)
  const now = agreed && (await payoffNow(tx, order))
  return now !== undefined && M.exceeds(now.principal, agreed!)
}
