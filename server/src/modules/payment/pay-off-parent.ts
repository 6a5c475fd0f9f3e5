import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { applyReceipt } from '@usance/domain/waterfall'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accrueDays } from '../servicing/accrue.ts'
import { loadFinancings, positionOf } from '../servicing/load-order.ts'
import { restateOrder } from '../servicing/restate-order.ts'
import type { Conversion } from './convert-order.ts'

/**
 * Records the payoff of the older order by a conversion. The journal of the payoff is booked already, so the figures come from
 * the conversion and not from the books. The caller has reversed the days closed since the value date; they are booked again here
 * on the rest.
 */
export async function payOffParent(
  context: UseCaseContext,
  { parent, payoff, owed, settlement }: Conversion,
  { valueDate, closed, childNo }: { valueDate: LocalDate; closed: LocalDate; childNo: string },
): Promise<void> {
  const { tx, today, actor } = context
  const { row } = parent
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
      amount: M.toDecimal(payoff.total),
      currency: row.currency,
      valueDate,
      status: 'POSTED',
      matchReason: childNo,
      createdBy: actor.userId,
      postedBy: actor.userId,
      postedAt: context.now.toISOString(),
    })
    .execute()
  // The share of principal is spread like a receipt of that amount; the costs are paid whole.
  const { allocations } = applyReceipt(
    payoff.principal,
    owed.map((one) => ({
      orderId: row.id,
      itemId: one.item.itemId,
      number: one.item.number,
      dueDate: one.item.maturity,
      due: { DUE: { PRINCIPAL: one.principal } },
    })),
    { fundSource: 'COLLECTION', settleEarly: true },
  )
  const lines = [
    ...owed.flatMap((one) => [
      { itemId: one.item.itemId, component: 'INTEREST', amount: one.interest },
      { itemId: one.item.itemId, component: 'PENALTY', amount: one.penalty },
      { itemId: one.item.itemId, component: 'FEE', amount: one.fees },
    ]),
    ...allocations.map((one) => ({ itemId: one.itemId, component: one.component as string, amount: one.amount })),
  ].filter((line) => M.isPositive(line.amount))
  await tx
    .insertInto('allocation')
    .values(
      lines.map((line) => ({
        id: newId(),
        repaymentId,
        orderId: row.id,
        itemId: line.itemId,
        component: line.component,
        amount: M.toDecimal(line.amount),
        source: 'ARP',
      })),
    )
    .execute()
  const left = (await loadFinancings(tx, [row.id])).get(row.id)!
  await accrueDays(tx, [left], { from: valueDate, to: closed, postedOn: today })
  const isPaidOff =
    settlement.parentStatus === 'CONVERTED' && M.isZero(owedTotal(owedOn(await positionOf(tx, left), valueDate), row.currency))
  await restateOrder(context, row.id, isPaidOff ? 'convert' : 'convertPart')
}
