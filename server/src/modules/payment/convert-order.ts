import { type ArpSettlement, settleArp } from '@usance/domain/arp'
import { feeTotal } from '@usance/domain/ledger/fee-lines'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { ItemOwed } from '@usance/domain/servicing/plan-repayment'
import type { RepaymentStatus } from '@usance/domain/states/repayment'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type Financing, loadFinancings, lockFinancing } from '../servicing/load-order.ts'
import { type Payoff, payoffOn } from './arp-payoff.ts'
import { type FundingFigures, fundingFigures, type StoredOrder } from './funding-figures.ts'

export type Conversion = {
  parent: Financing
  /** The day up to which costs of the parent are paid off. */
  costsTo: LocalDate
  figures: FundingFigures
  /** Taken off the order before: principal, and all costs to date. */
  payoff: Payoff
  /** The debts by document, all principal included, from before the conversion was booked. */
  owed: readonly ItemOwed[]
  settlement: ArpSettlement
  /** Cash the supplier has paid in because the proceeds fall short. */
  topUp: M.Money
  /** What reaches the supplier, as decimal text. */
  cash: string
}

/**
 * What converting purchase-order financing pays off on a day, and what is left for the supplier. A part shipment pays off
 * its share of the principal; the proceeds and what the supplier has topped up must cover the payoff. Costs are counted up to
 * the day the conversion is priced for and no further: that is what the bank was told to pay, and what a slow bank adds stays
 * due on the financing.
 */
export async function conversionFigures(
  tx: Tx,
  child: StoredOrder,
  on: LocalDate,
  { mayBeShort = false, isPreview = false }: { mayBeShort?: boolean; isPreview?: boolean } = {},
): Promise<Conversion> {
  const parentId = child.arpOfOrderId!
  const parent = isPreview ? (await loadFinancings(tx, [parentId])).get(parentId) : await lockFinancing(tx, parentId)
  if (!parent) throw new Refused('ILLEGAL_TRANSITION')
  const { currency } = child
  const figures = await fundingFigures(tx, child, on)
  const items = await tx.selectFrom('financeOrderItem').select('face').where('orderId', '=', child.id).execute()
  const shipped = M.sum(
    items.map((item) => amountOf(item.face, currency)),
    currency,
  )
  const costsTo = on < child.requestedFundingDate ? on : child.requestedFundingDate
  const { payoff, share, owed } = await payoffOn(tx, parent, { shipped, exceptOrderId: child.id }, costsTo)
  const { purchase } = figures
  const topUp = await toppedUp(tx, child, ['POSTED'])
  const settlement = settleArp({
    advance: purchase.advance,
    discount: M.add(purchase.discount.fund, purchase.discount.spread),
    fees: feeTotal(purchase.fees, currency),
    payoff: share,
    topUpReceived: topUp,
  })
  if (!settlement.covered && !mayBeShort && !isPreview)
    throw new Refused('ARP_SHORTFALL', { payoff: M.toDecimal(payoff.total), net: M.toDecimal(settlement.net) })
  return {
    parent,
    costsTo,
    figures,
    payoff,
    owed,
    settlement,
    topUp,
    cash: M.toDecimal(M.atLeastZero(M.subtract(M.add(settlement.net, topUp), payoff.total))),
  }
}

/** What the supplier has paid in for a conversion, as far as its top-ups have come. */
export async function toppedUp(
  tx: Tx,
  { id, currency }: Pick<StoredOrder, 'id' | 'currency'>,
  statuses: readonly RepaymentStatus[],
): Promise<M.Money> {
  const rows = await tx
    .selectFrom('repayment')
    .select('amount')
    .where('topUpOf', '=', id)
    .where('status', 'in', [...statuses])
    .execute()
  return M.sum(
    rows.map((row) => amountOf(row.amount, currency)),
    currency,
  )
}
