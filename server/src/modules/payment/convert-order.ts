import { type ArpSettlement, settleArp } from '@usance/domain/arp'
import { feeTotal } from '@usance/domain/ledger/fee-lines'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type Financing, lockFinancing } from '../servicing/load-order.ts'
import { type Payoff, payoffOn } from './arp-payoff.ts'
import { type FundingFigures, fundingFigures, type StoredOrder } from './funding-figures.ts'

export type Conversion = {
  parent: Financing
  /** The day up to which costs of the parent are paid off. */
  costsTo: LocalDate
  figures: FundingFigures
  /** Taken off the order before: principal, and all costs to date. */
  payoff: Payoff
  settlement: ArpSettlement
  /** What reaches the supplier, as decimal text. */
  cash: string
}

/**
 * What converting purchase-order financing pays off on a day, and what is left for the supplier. A part shipment pays off
 * its share of the principal; the proceeds must cover the payoff. Costs are counted up to the day the conversion is priced
 * for and no further: that is what the bank was told to pay, and what a slow bank adds stays due on the financing.
 */
export async function conversionFigures(tx: Tx, child: StoredOrder, on: LocalDate): Promise<Conversion> {
  const parent = await lockFinancing(tx, child.arpOfOrderId!)
  if (!parent) throw new Refused('ILLEGAL_TRANSITION')
  const { currency } = child
  const figures = await fundingFigures(tx, child, on)
  const items = await tx.selectFrom('financeOrderItem').select('face').where('orderId', '=', child.id).execute()
  const shipped = M.sum(
    items.map((item) => amountOf(item.face, currency)),
    currency,
  )
  const costsTo = on < child.requestedFundingDate ? on : child.requestedFundingDate
  const { payoff, share } = await payoffOn(tx, parent, { shipped, exceptOrderId: child.id }, costsTo)
  const { purchase } = figures
  const settlement = settleArp({
    advance: purchase.advance,
    discount: M.add(purchase.discount.fund, purchase.discount.spread),
    fees: feeTotal(purchase.fees, currency),
    payoff: share,
  })
  if (!settlement.covered || M.isZero(settlement.cash))
    throw new Refused('ARP_SHORTFALL', { payoff: M.toDecimal(payoff.total), net: M.toDecimal(settlement.net) })
  return {
    parent,
    costsTo,
    figures,
    payoff,
    settlement,
    cash: M.toDecimal(settlement.cash),
  }
}
