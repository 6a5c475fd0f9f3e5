import * as M from '@usance/domain/money'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { AllocationTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import type { Financing } from './load-order.ts'

/** A line without an item is of the order as a whole. */
export type RepaymentLine = { itemId: string | null; component: AllocationTable['component']; amount: M.Money }

/** The sum of the lines of one component, or of all lines. */
export const sumOfLines = (lines: readonly RepaymentLine[], currency: string, component?: string): M.Money =>
  M.sum(
    lines.filter((line) => component === undefined || line.component === component).map((line) => line.amount),
    currency,
  )

/**
 * Stores a posted repayment with its allocations that no receipt is behind: reserve that the funder holds already, or a waiver.
 * It pays the order like a receipt. A waiver of a buyer's own debt names the buyer, which reads it.
 */
export async function addInternalRepayment(
  { tx, today, now }: UseCaseContext,
  { row }: Pick<Financing, 'row'>,
  payerRole: 'RESERVE' | 'WAIVER',
  lines: readonly RepaymentLine[],
  buyerId: string | null = null,
): Promise<{ id: string; no: string; amount: M.Money }> {
  const { currency } = row
  const amount = sumOfLines(lines, currency)
  const id = newId()
  const no = await nextNumber(tx, 'RP', today)
  await tx
    .insertInto('repayment')
    .values({
      id,
      no,
      orderId: row.id,
      supplierId: row.supplierId,
      buyerId,
      funderId: row.funderId,
      payerRole,
      amount: M.toDecimal(amount),
      currency,
      valueDate: today,
      status: 'POSTED',
      postedAt: now.toISOString(),
    })
    .execute()
  await tx
    .insertInto('allocation')
    .values(
      lines.map((line) => ({
        id: newId(),
        repaymentId: id,
        orderId: row.id,
        itemId: line.itemId,
        component: line.component,
        amount: M.toDecimal(line.amount),
        source: payerRole,
      })),
    )
    .execute()
  return { id, no, amount }
}
