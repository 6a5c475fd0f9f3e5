import type { Bar } from '@usance/wire/act'
import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { paymentGoesOut } from './payment-counts.ts'
import { isRecovery } from './recoveries.ts'

const live = paymentGoesOut('out')
/** Payments past their draft. A draft ends by itself when what it pays is no longer due. */
export const instructed = sql<boolean>`(out.status <> 'DRAFT' and ${paymentGoesOut('out')})`

/**
 * Whether money was paid out of an order that depends on some of its receipts. A release depends on the receipts of the items
 * whose reserve it pays out, as far as they were posted before it; a waiver has filled no reserve. `ids` is the comparison for an id: `any(…)`; `isOut` says which
 * payments count, all that are not cancelled or failed unless told.
 */
export const paidOutOf = (orderId: RawBuilder<unknown>, ids: RawBuilder<unknown>, isOut = live): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment out where ${isOut} and ${restsOn(orderId, ids)})`

/** Whether a payment `out` depends on some receipts of an order. */
const restsOn = (orderId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((out.type = 'REFUND' and out.repayment_id = ${ids})
    or (out.type = 'RELEASE' and out.order_id = ${orderId}
      and exists (select from reserve_release l join allocation a on l.item_id in (a.item_id, a.paid_on_item_id)
        join repayment b on b.id = a.repayment_id and b.posted_at < out.created_at
        where l.payment_id = out.id and not a.reversed and a.component <> 'REMAINDER' and a.repayment_id = ${ids})))`

/**
 * Whether a posted repayment can no longer be reversed, because money was paid out of it: on a pool the supplier's part of its surplus; on
 * a written-off order any surplus, and reserve that it or a receipt posted later filled, which a reversal books again there. Fees that it
 * paid and that were refunded count too. Other reserve and surplus stay paid instead (decisions 115 and 161). The reader must see
 * payments and orders of all parties.
 */
function moneyRestsOn(alias: string): RawBuilder<boolean> {
  const r = (column: string) => sql.ref(`${alias}.${column}`)
  const isLost = sql<boolean>`exists (select from finance_order w where w.id = ${r('order_id')} and w.status = 'WRITTEN_OFF')`
  const unwound = sql`select u.id from repayment u where u.order_id = ${r('order_id')} and u.status = 'POSTED'
    and (u.id = ${r('id')}
      or (u.posted_at > ${r('posted_at')} and ${isLost}))`
  return sql<boolean>`(${r('status')} = 'POSTED' and ${r('order_id')} is not null
    and (${paidOutOf(r('order_id'), sql`any(${unwound})`, sql`((out.status = 'PAID' and out.of_pool) or (${live} and ${isLost}))`)} or ${feesRefunded(alias)}))`
}

/**
 * The number of a release or a refund in approval or at the bank that rests on a posted repayment, or on one that is booked again when it
 * is taken back: a late receipt is in the surplus of those after it. One that the bank has after all is at the bank too, cancelled or
 * failed though it is. The repayment is taken back once the payment is refused or its outcome recorded; a draft is cancelled with it.
 * Null where nothing is under way.
 */
const payoutUnderWay = (alias: string): RawBuilder<string | null> => {
  const r = (column: string) => sql.ref(`${alias}.${column}`)
  const unwound = sql`select u.id from repayment u where u.order_id = ${r('order_id')} and u.status = 'POSTED' and (u.id = ${r('id')}
    or u.value_date > ${r('value_date')} or (u.value_date = ${r('value_date')} and u.posted_at > ${r('posted_at')}))`
  return sql<string | null>`(select min(out.no) from payment out where ${r('status')} = 'POSTED' and ${r('order_id')} is not null
    and (out.status in ('IN_APPROVE', 'INSTRUCTED') or (out.status <> 'PAID' and bank_has(out.id)))
    and ${restsOn(r('order_id'), sql`any(${unwound})`)})`
}

/**
 * Whether fees that a repayment paid were credited since, and the refund is on its way or paid; one that the bank has is, cancelled or
 * failed though it is. A fee of the supplier that was taken off the advance, and never raised afterwards, was paid by no receipt.
 */
const feesRefunded = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment out join fee_adjustment j on j.id = out.fee_adjustment_id join order_fee f on f.id = j.order_fee_id
    join allocation a on a.repayment_id = ${sql.ref(`${alias}.id`)} and not a.reversed
      and a.component = case f.payer when 'BUYER' then 'BUYER_FEE' else 'FEE' end
    where out.order_id = ${sql.ref(`${alias}.order_id`)} and out.type = 'REFUND'
      and (out.status in ('IN_APPROVE', 'INSTRUCTED', 'PAID') or bank_has(out.id))
      and out.created_at > ${sql.ref(`${alias}.posted_at`)}
      and not (f.payer = 'SUPPLIER' and f.timing = 'FUNDING'
        and not exists (select from fee_adjustment u where u.order_fee_id = f.id and u.status = 'PASSED' and u.delta > 0)))`

/** Whether the order of a posted repayment was written off after it: the loss was taken of what was owed beside it. */
const lossTakenSince = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = 'POSTED' and not ${isRecovery(alias)}
    and exists (select from write_off w where w.order_id = ${sql.ref(`${alias}.order_id`)} and w.status = 'PASSED'))`

const bars: Record<Bar, (alias: string) => RawBuilder<boolean>> = {
  RESERVE_RELEASED: moneyRestsOn,
  PAYOUT_UNDER_WAY: (alias) => sql<boolean>`(${payoutUnderWay(alias)} is not null)`,
  LOSS_TAKEN_SINCE: lossTakenSince,
}

/** Whether a posted repayment cannot be taken back, for good or for now. */
export const notReversible = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${moneyRestsOn(alias)} or ${bars.PAYOUT_UNDER_WAY(alias)} or ${lossTakenSince(alias)})`

/** Refuses an act on repayments that something bars which has happened since; `no` is a payment under way. */
export async function refuseBarred(tx: Tx, unless: readonly Bar[], ids: readonly string[]): Promise<void> {
  for (const bar of unless) {
    const { rows } = await sql<{ no: string | null }>`select ${payoutUnderWay('r')} as no from repayment r
      where r.id = ${anyOf(ids)} and ${bars[bar]('r')}`.execute(tx)
    if (rows[0]) throw new Refused(bar, bar === 'PAYOUT_UNDER_WAY' ? { no: rows[0].no } : undefined)
  }
}
