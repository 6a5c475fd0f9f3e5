import { addBusinessDays, type Calendar } from '@usance/domain/calendar'
import { claimDueBd } from '@usance/domain/dilution'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { type Financing, funderBalances } from './load-order.ts'
import { reserveOwedBack } from './owed-back.ts'

/** SQL: the open claims on suppliers, with what is open of each and the day on which it is due. */
export const openClaims: RawBuilder<unknown> = sql`(select id, order_id, supplier_id, funder_id, currency, due_date, reason, amount - paid_amount as open
  from recourse_claim where status = 'OPEN')`

export type BookedClaim = { readonly orderId: string; readonly booked: M.Money }
export type DueClaim = { readonly dueDate: LocalDate | null; readonly amount: M.Money }

/**
 * What the funder's books hold as claims on the suppliers of some orders, by the day on which it is due: today by the open claims, or at the
 * close of a past day by those that had arisen by then, of which payments lower the oldest first. What no claim says is due on no day.
 */
export async function claimsByDay(
  tx: Tx,
  claims: readonly BookedClaim[],
  asOf?: { on: LocalDate; calendarsOf: (orderId: string) => readonly Calendar[] },
): Promise<Map<string, DueClaim[]>> {
  const ids = claims.map(({ orderId }) => orderId)
  const listed = asOf ? sql`(select order_id, due_date, reason, amount as open from recourse_claim)` : openClaims
  const { rows } = await sql<{ orderId: string; dueDate: LocalDate; open: string }>`
    select c.order_id, c.due_date, sum(c.open) as open from ${listed} c
    where c.order_id = ${anyOf(ids)} and c.reason <> ${reserveOwedBack} group by 1, 2 order by 2 desc`.execute(tx)
  const ofOrder = new Map<string, (typeof rows)[number][]>()
  for (const row of rows) ofOrder.set(row.orderId, [...(ofOrder.get(row.orderId) ?? []), row])
  return new Map(
    claims.map(({ orderId, booked }) => {
      let left = booked
      const last = asOf && addBusinessDays(asOf.on, claimDueBd, asOf.calendarsOf(orderId))
      const due: DueClaim[] = []
      for (const one of ofOrder.get(orderId) ?? []) {
        if (last !== undefined && one.dueDate > last) continue
        const amount = M.min(left, amountOf(one.open, booked.currency))
        if (!M.isPositive(amount)) break
        due.unshift({ dueDate: one.dueDate, amount })
        left = M.subtract(left, amount)
      }
      return [orderId, M.isZero(left) ? due : [...due, { dueDate: null, amount: left }]]
    }),
  )
}

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
