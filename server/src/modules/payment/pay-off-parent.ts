import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn } from '@usance/domain/servicing/plan-repayment'
import { applyReceipt } from '@usance/domain/waterfall'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { positionOf } from '../servicing/load-order.ts'
import { restateOrder } from '../servicing/restate-order.ts'
import type { Conversion } from './convert-order.ts'

/** Records what a conversion paid off of the order before it. The journal of the conversion has booked it already. */
export async function payOffParent(
  context: UseCaseContext,
  { parent, payoff, settlement }: Conversion,
  { valueDate, childNo }: { valueDate: LocalDate; paymentId: string; childNo: string },
): Promise<void> {
  const { tx, today, actor } = context
  const { row } = parent
  const owed = owedOn(await positionOf(tx, parent), valueDate)
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
  await restateOrder(context, row.id, settlement.parentStatus === 'CONVERTED' ? 'convert' : 'convertPart')
}
