import * as M from '@usance/domain/money'
import { heldOf } from '@usance/domain/servicing/released'
import { type RawBuilder, sql } from 'kysely'
import { paysTooLittleOff } from '../../books/servicing/convert-order.ts'
import { dueOfRemittance } from '../../books/servicing/due-to-platform.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import { paymentCounts, takenBy, takesUnseen } from '../../books/servicing/payment-counts.ts'
import { creditedTo } from '../../books/servicing/refunds-owed.ts'
import { type ReleaseBlock, releaseBlockOf } from '../../books/servicing/releasable.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { refuseReportedBack } from '../repayment/reported-back.ts'

type Outgoing = Pick<Drawn, 'type' | 'orderId' | 'amount'>

/**
 * What has come up since a payment was drafted and keeps it back: the funder keeps the reserve of a release (082), or the conversion that a
 * funding pays for pays off too little of its loan. Asked when a payment is instructed and passed, and when a file with it is made, passed
 * and handed out. The transaction sees every company.
 */
export async function keptBack(tx: Tx, { type, orderId, amount }: Outgoing): Promise<Refusal | undefined> {
  if (!orderId) return undefined
  if (type === 'RELEASE') {
    const reason = await releaseBlockOf(tx, orderId)
    return reason ? { error: 'RESERVE_NOT_FREE', reason } : undefined
  }
  if (type !== 'FUNDING') return undefined
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  return order.arpOfOrderId && (await paysTooLittleOff(tx, order, amount)) ? { error: 'PAYOFF_HAS_RISEN' } : undefined
}
type Refusal = { error: 'RESERVE_NOT_FREE'; reason: ReleaseBlock } | { error: 'PAYOFF_HAS_RISEN' }

/** Refuses a payment that something keeps back by now. Throws RESERVE_NOT_FREE or PAYOFF_HAS_RISEN. */
export async function refuseKeptBack(tx: Tx, payment: Outgoing & { no: string }): Promise<void> {
  const kept = await keptBack(tx, payment)
  if (kept) throw new Refused(kept.error, { no: payment.no, ...('reason' in kept ? { reason: kept.reason } : {}) })
}

type Drawn = {
  id: string
  type: string
  orderId: string | null
  repaymentId: string | null
  collectionId: string | null
  feeAdjustmentId: string | null
  funderId: string
  payeeCompanyId: string | null
  ofPool: boolean
  payeeBankCode: string | null
  amount: string
  currency: string
}

/**
 * Refuses a release, a refund or a remittance of more than is due by now: an earlier receipt that was recorded since may have changed
 * what the later ones paid (decision 115), and fees may have been credited. It is drafted again for what is due. Nor does any leave
 * while the reversal of a receipt of its order is in approval, or anything of a receipt that the provider reports as gone back. Throws
 * RESERVE_NOT_FREE, REFUND_NOT_DUE, REMITTANCE_NOT_DUE, REVERSAL_UNDER_WAY or RECEIPT_REPORTED_BACK.
 */
export async function refuseUndue(tx: Tx, payment: Drawn): Promise<void> {
  await refuseReportedBack(tx, payment.collectionId)
  if (payment.orderId && (payment.type === 'RELEASE' || payment.type === 'REFUND')) await refuseUnderReversal(tx, payment.orderId)
  const undue = await whyUndue(tx, payment)
  if (undue) throw new Refused(undue.error, undue.data)
}

/**
 * SQL: whether the bank has of what a payment `p` is drafted of a payment that is cancelled, or more of one than its amount; of a surplus also a
 * return of its receipt. Each is looked up by its order, its repayment or its receipt, as payments are many; a remittance has none of them.
 */
export function besideUnseen(p: string): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${p}.${column}`)
  const unseen = (by: RawBuilder<unknown>) => sql`exists (select from payment c where ${by} and c.type = ${own('type')}
    and c.funder_id = ${own('funder_id')} and c.currency = ${own('currency')}
    and (c.order_id, c.repayment_id, c.collection_id, c.of_pool)
      is not distinct from (${own('order_id')}, ${own('repayment_id')}, ${own('collection_id')}, ${own('of_pool')})
    and ${takesUnseen('c')})`
  const ofReceipt = sql`exists (select from repayment r join payment c on c.collection_id = r.collection_id
    where r.id = ${own('repayment_id')} and c.type = 'RECEIPT_RETURN' and ${takesUnseen('c')})`
  return sql<boolean>`case when ${own('repayment_id')} is not null then (${unseen(sql`c.repayment_id = ${own('repayment_id')}`)} or ${ofReceipt})
    when ${own('order_id')} is not null then ${unseen(sql`c.order_id = ${own('order_id')}`)}
    when ${own('collection_id')} is not null then ${unseen(sql`c.collection_id = ${own('collection_id')}`)}
    else ${unseen(sql`c.type = 'FEE_REMIT'`)} end`
}

/**
 * Why a payment pays more than is due by now; undefined where it does not. Asked until the bank has it, as the bank may report at any time
 * that it has the cancelled one which a payment stands in for, or more of another than its amount (decisions 254 and 234). The transaction sees every company.
 */
export async function whyUndue(tx: Tx, payment: Drawn): Promise<Undue | undefined> {
  if (await isDue(tx, payment)) return undefined
  if (payment.type === 'RELEASE') return { error: 'RESERVE_NOT_FREE', data: { reason: 'NOTHING' } }
  return { error: payment.type === 'FEE_REMIT' ? 'REMITTANCE_NOT_DUE' : 'REFUND_NOT_DUE' }
}
type Undue = { error: 'RESERVE_NOT_FREE' | 'REMITTANCE_NOT_DUE' | 'REFUND_NOT_DUE'; data?: { reason: 'NOTHING' } }

/**
 * Whether a release, a refund or a remittance is covered by reserve, surplus, credited fees or the fees held for the platform, with all
 * others on their way. True for fundings, which are priced again before they leave, and for returns, whose receipt is held for them; what a bank took back
 * by itself is never sent.
 */
export async function isDue(tx: Tx, payment: Drawn): Promise<boolean> {
  if (payment.type === 'FEE_REMIT')
    return M.equals(await dueOfRemittance(tx, payment), amountOf(payment.amount, payment.currency))
  if (payment.type === 'RELEASE' && payment.orderId) return isReserveLeft(tx, payment.orderId, payment.currency)
  // Only what a bank took back by itself names no bank; nothing is sent back beside that.
  if (payment.type === 'RECEIPT_RETURN') return payment.payeeBankCode !== '' && isLeftToReturn(tx, payment.collectionId)
  if (payment.type !== 'REFUND') return true
  if (payment.feeAdjustmentId) return isCreditLeft(tx, payment)
  if (!payment.repaymentId) return true
  const repayment = await tx
    .selectFrom('repayment')
    .select(['surplus', 'forSupplier', 'status', 'collectionId'])
    .where('id', '=', payment.repaymentId)
    .executeTakeFirstOrThrow()
  const live = await tx
    .selectFrom('payment')
    .select(takenBy('payment').as('amount'))
    .where('repaymentId', '=', payment.repaymentId)
    .where('type', '=', 'REFUND')
    .where('ofPool', '=', payment.ofPool)
    .where(paymentCounts('payment'))
    .execute()
  const drawn = M.sum(
    live.map(({ amount }) => amountOf(amount, payment.currency)),
    payment.currency,
  )
  const forSupplier = amountOf(repayment.forSupplier, payment.currency)
  const due = payment.ofPool ? forSupplier : M.subtract(amountOf(repayment.surplus, payment.currency), forSupplier)
  const kept = M.add(drawn, await overtakenOf(tx, repayment.collectionId, payment.currency))
  return repayment.status === 'POSTED' && !M.exceeds(kept, due)
}

/**
 * Whether the fees of an order that were credited to a payee cover all their refunds to it, those on their way included (decision 246). One
 * credit is not told from another: a fee that is charged again ends the refund of the credit before, whose money may be out.
 */
async function isCreditLeft(tx: Tx, { orderId, payeeCompanyId, currency }: Drawn): Promise<boolean> {
  if (!orderId || !payeeCompanyId) return true
  const { credited } = await tx
    .selectFrom('financeOrder as o')
    .select(creditedTo(payeeCompanyId).as('credited'))
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { drawn } = await tx
    .selectFrom('payment')
    .select(sql<string>`coalesce(sum(${takenBy('payment')}), 0)`.as('drawn'))
    .where('orderId', '=', orderId)
    .where('type', '=', 'REFUND')
    .where('feeAdjustmentId', 'is not', null)
    .where('payeeCompanyId', '=', payeeCompanyId)
    .where(paymentCounts('payment'))
    .executeTakeFirstOrThrow()
  return !M.exceeds(amountOf(drawn, currency), amountOf(credited, currency))
}

/** What repayments and returns have taken of a receipt beyond what it brought: the bank has a cancelled return of it. */
async function overtakenOf(tx: Tx, collectionId: string | null, currency: string): Promise<M.Money> {
  if (!collectionId) return M.zero(currency)
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  return M.atLeastZero(M.negate(await leftOf(tx, receipt)))
}

/** Whether a receipt covers all that goes back of it; false once its bank has taken it back as well. */
async function isLeftToReturn(tx: Tx, collectionId: string | null): Promise<boolean> {
  if (!collectionId) return true
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  return !M.isNegative(await leftOf(tx, receipt))
}

/** Whether the reserve of the paid items of an order covers all its releases, those on their way included. */
async function isReserveLeft(tx: Tx, orderId: string, currency: string): Promise<boolean> {
  const none = M.zero(currency)
  const left = (await reservesOf(tx, [orderId])).map((one) =>
    M.subtract(heldOf(M.isZero(one.principalOutstanding) ? one : { ...one, fed: none }), one.onItsWay),
  )
  return !M.isNegative(M.sum(left, currency))
}
