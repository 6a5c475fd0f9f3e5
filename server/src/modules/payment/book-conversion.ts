import { netProceeds, type Purchase } from '@usance/domain/ledger/funding'
import type { Deal, JournalKey } from '@usance/domain/ledger/journal'
import { convertLoan } from '@usance/domain/ledger/templates'
import { type LocalDate, minDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { type PaidPayoff, paidOfPayoff, payToldPayoff } from '@usance/domain/servicing/told-payoff'
import { type FinanceOrderStatus, isOutstanding } from '@usance/domain/states/finance-order'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { type PostFacts, post } from '../ledger/post.ts'
import { type Financing, loadFinancings, lockFinancing, positionOf } from '../servicing/load-order.ts'
import { bookPayoff } from '../servicing/replay.ts'
import { restateOrder } from '../servicing/restate-order.ts'
import { chargeSettlementFees } from '../servicing/settlement-fees.ts'
import { payoffOn } from './arp-payoff.ts'
import { shippedBy, toppedUp } from './convert-order.ts'
import type { StoredOrder } from './funding-figures.ts'

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
  await bookPayoff(context, parentId, valueDate, async (on) => {
    await chargeSettlementFees(context, parentId, on)
    const parent = (await loadFinancings(tx, [parentId])).get(parentId)!
    const pays = await paysOf(context, { parent, child, told, on })
    const paidOf = (component: 'PRINCIPAL' | 'INTEREST' | 'PENALTY' | 'FEE') => paidOfPayoff(pays, component)
    const payoff = {
      orderId: parentId,
      principal: paidOf('PRINCIPAL'),
      interest: paidOf('INTEREST'),
      penalty: paidOf('PENALTY'),
      fees: paidOf('FEE'),
    }
    await post(tx, convertLoan(key, deal, { purchase, payoff, topUp, surplus: pays.surplus }), facts)
    await keepPayoff(context, parent, pays, { told, on, childNo: child.orderNo })
  })
  const parent = (await loadFinancings(tx, [parentId])).get(parentId)!
  const { row } = parent
  const isOwed = !M.isZero(owedTotal(owedOn(await positionOf(tx, parent), context.today), row.currency))
  if (isOutstanding(row.status as FinanceOrderStatus)) await restateOrder(context, parentId, isOwed ? 'convertPart' : 'convert')
  else await restateOrder(context, parentId, isOwed ? 'reverse' : 'repay')
}

/** What the payoff pays of the parent as it stands on a day: costs first up to the day that the conversion was priced for. */
async function paysOf(
  { tx }: UseCaseContext,
  { parent, child, told, on }: { parent: Financing; child: StoredOrder; told: M.Money; on: LocalDate },
): Promise<PaidPayoff> {
  const { share, owed } = await payoffOn(tx, parent, { shipped: await shippedBy(tx, child), exceptOrderId: child.id }, on)
  const priced = owedOn(await positionOf(tx, parent), minDate(on, child.requestedFundingDate))
  return payToldPayoff(told, { share: share.principal, owed, priced })
}

/** Stores the payoff as a repayment of the parent; the journal of the conversion books it. */
async function keepPayoff(
  { tx, today, now, actor }: UseCaseContext,
  { row }: Financing,
  { lines, surplus }: PaidPayoff,
  { told, on, childNo }: { told: M.Money; on: LocalDate; childNo: string },
): Promise<void> {
  if (M.isZero(told)) return
  const repaymentId = newId()
  await tx
    .insertInto('repayment')
    .values({
      id: repaymentId,
      no: await nextNumber(tx, 'RP', today),
      orderId: row.id,
      supplierId: row.supplierId,
      funderId: row.funderId,
      payerRole: 'ARP',
      amount: M.toDecimal(told),
      surplus: M.toDecimal(surplus),
      currency: row.currency,
      valueDate: on,
      status: 'POSTED',
      matchReason: childNo,
      createdBy: actor.userId,
      postedBy: actor.userId,
      postedAt: now.toISOString(),
    })
    .execute()
  const refund = M.isPositive(surplus) ? [{ itemId: null, component: 'REFUND', amount: surplus }] : []
  await tx
    .insertInto('allocation')
    .values(
      [...lines, ...refund].map(({ itemId, component, amount }) => ({
        id: newId(),
        repaymentId,
        orderId: row.id,
        itemId,
        component,
        amount: M.toDecimal(amount),
        source: 'ARP',
      })),
    )
    .execute()
}
