import * as M from '@usance/domain/money'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { type Payoff, payoffOn, shippedBy } from '../../books/servicing/arp-payoff.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { OrderRow } from './move-order.ts'

/** All that a conversion pays off at its price, the costs of its loan included. */
export const payoffPriced = (
  { net, topUp, cashToSupplier }: Pick<TrialAnswer['total'], 'net' | 'topUp' | 'cashToSupplier'>,
  currency: string,
) => M.subtract(M.add(amountOf(net, currency), amountOf(topUp, currency)), amountOf(cashToSupplier, currency))

type Converting = Pick<OrderRow, 'id' | 'currency' | 'arpOfOrderId' | 'requestedFundingDate'>

/** What a conversion pays off on its pricing day, as its loan stands now; undefined for another order. The transaction sees every company. */
export async function payoffNow(tx: Tx, order: Converting): Promise<Payoff | undefined> {
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
  const whole = payoffPriced(trial.total, order.currency)
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
