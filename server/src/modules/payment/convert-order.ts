import { type ArpSettlement, arpPayoff, settleArp } from '@usance/domain/arp'
import { feeTotal } from '@usance/domain/ledger/fee-lines'
import type { LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { owedOn } from '@usance/domain/servicing/plan-repayment'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type Financing, lockFinancing, positionOf } from '../servicing/load-order.ts'
import { type FundingFigures, fundingFigures, type StoredOrder } from './funding-figures.ts'

export type Conversion = {
  parent: Financing
  figures: FundingFigures
  /** Taken off the order before: principal, and all costs to date. */
  payoff: { principal: Money; interest: Money; penalty: Money; fees: Money; total: Money }
  settlement: ArpSettlement
  /** What reaches the supplier, as decimal text. */
  cash: string
}

/** What converting purchase-order financing pays off on a day, and what is left for the supplier. A part shipment pays off
 *  its share of the principal; the proceeds must cover the payoff. */
export async function conversionFigures(tx: Tx, child: StoredOrder, on: LocalDate): Promise<Conversion> {
  const parent = await lockFinancing(tx, child.arpOfOrderId!)
  if (!parent) throw new Refused('ILLEGAL_TRANSITION')
  const { currency } = child
  const figures = await fundingFigures(tx, child, on)
  const owed = owedOn(await positionOf(tx, parent), on)
  const sum = (part: 'principal' | 'interest' | 'penalty' | 'fees') =>
    M.sum(
      owed.map((one) => one[part]),
      currency,
    )
  const { shipped, uninvoiced } = await shipmentOf(tx, child, currency)
  const share = arpPayoff({ principal: sum('principal'), segments: [], dayCount: parent.terms.dayCount, shipped, uninvoiced })
  const [interest, penalty, fees] = [sum('interest'), sum('penalty'), sum('fees')]
  const total = M.sum([share.principal, interest, penalty, fees], currency)
  const { purchase } = figures
  const settlement = settleArp({
    advance: purchase.advance,
    discount: M.add(purchase.discount.fund, purchase.discount.spread),
    fees: feeTotal(purchase.fees, currency),
    payoff: { ...share, payoff: total },
  })
  if (!settlement.covered || M.isZero(settlement.cash))
    throw new Refused('ARP_SHORTFALL', { payoff: M.toDecimal(total), net: M.toDecimal(settlement.net) })
  return {
    parent,
    figures,
    payoff: { principal: share.principal, interest, penalty, fees, total },
    settlement,
    cash: M.toDecimal(settlement.cash),
  }
}

// The invoices converted now, and the part of the purchase order that no earlier conversion has taken.
async function shipmentOf(tx: Tx, child: StoredOrder, currency: string): Promise<{ shipped: Money; uninvoiced: Money }> {
  const po = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('purchaseOrder as p', 'p.id', 'i.purchaseOrderId')
    .select(({ fn }) => fn.sum<string>('p.amount').as('amount'))
    .where('i.orderId', '=', child.arpOfOrderId!)
    .executeTakeFirstOrThrow()
  const converted = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(({ fn }) => ['o.id', fn.sum<string>('i.face').as('face')])
    .where('o.arpOfOrderId', '=', child.arpOfOrderId!)
    .where((eb) => eb.or([eb('o.id', '=', child.id), eb('o.fundingDate', 'is not', null)]))
    .groupBy('o.id')
    .execute()
  const shipped = amountOf(converted.find((row) => row.id === child.id)?.face ?? '0', currency)
  const earlier = M.sum(
    converted.filter((row) => row.id !== child.id).map((row) => amountOf(row.face, currency)),
    currency,
  )
  return { shipped, uninvoiced: M.atLeastZero(M.subtract(amountOf(po.amount ?? '0', currency), earlier)) }
}
