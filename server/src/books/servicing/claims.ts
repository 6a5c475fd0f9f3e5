import { addBusinessDays } from '@usance/domain/calendar'
import { claimDueBd } from '@usance/domain/dilution'
import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { type Financing, funderBalances } from './load-order.ts'
import { reserveOwedBack } from './owed-back.ts'

/**
 * Keeps the list of claims on the supplier equal to the books, but for reserve that it owes back (`keepOwedBack`): an increase adds a
 * claim, a payment lowers the oldest one first. A waiver is shown as waived, whatever was paid of the claim before.
 */
export async function keepClaims(
  tx: Tx,
  { row, life }: Financing,
  { on, reason, waived = false }: { on: string; reason: string; waived?: boolean },
): Promise<void> {
  const booked = (await funderBalances(tx, row.id, row.currency))('1300')
  const open = await tx
    .selectFrom('recourseClaim')
    .selectAll()
    .where('orderId', '=', row.id)
    .where('status', '=', 'OPEN')
    .where('reason', '<>', reserveOwedBack)
    .orderBy('dueDate')
    .orderBy('id')
    .forUpdate()
    .execute()
  const leftOf = (claim: { amount: string; paidAmount: string }) =>
    M.subtract(amountOf(claim.amount, row.currency), amountOf(claim.paidAmount, row.currency))
  const listed = M.sum(open.map(leftOf), row.currency)
  const more = M.subtract(booked, listed)
  if (M.isPositive(more)) {
    await tx
      .insertInto('recourseClaim')
      .values({
        id: newId(),
        orderId: row.id,
        supplierId: row.supplierId,
        funderId: row.funderId,
        currency: row.currency,
        amount: M.toDecimal(more),
        dueDate: addBusinessDays(on, claimDueBd, life.terms.calendars),
        reason,
      })
      .execute()
    return
  }
  let paid = M.negate(more)
  for (const claim of open) {
    const part = M.min(paid, leftOf(claim))
    if (!M.isPositive(part)) break
    paid = M.subtract(paid, part)
    const paidAmount = M.add(amountOf(claim.paidAmount, row.currency), part)
    await tx
      .updateTable('recourseClaim')
      .set({
        paidAmount: M.toDecimal(paidAmount),
        ...(waived ? { waivedAmount: M.toDecimal(M.add(amountOf(claim.waivedAmount, row.currency), part)) } : {}),
        status: M.isPositive(M.subtract(amountOf(claim.amount, row.currency), paidAmount)) ? 'OPEN' : waived ? 'WAIVED' : 'PAID',
      })
      .where('id', '=', claim.id)
      .execute()
  }
}
