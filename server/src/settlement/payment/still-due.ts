import * as M from '@usance/domain/money'
import { heldOf } from '@usance/domain/servicing/released'
import { type RawBuilder, sql } from 'kysely'
import { paysTooLittleOff } from '../../books/servicing/convert-order.ts'
import { duesOfRemittances } from '../../books/servicing/due-to-platform.ts'
import { overtakenOfReceipt } from '../../books/servicing/left-of.ts'
import { paymentCounts, takenBy, takesUnseen } from '../../books/servicing/payment-counts.ts'
import { creditedTo } from '../../books/servicing/refunds-owed.ts'
import { type ReleaseBlock, releaseBlockOf, releaseBlocksOf } from '../../books/servicing/releasable.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { ordersUnderReversal, refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { refuseReportedBack, reportedBackAmong } from '../repayment/reported-back.ts'

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

/** Which of some releases, refunds and returns `refuseUndue` or `refuseKeptBack` refuses. The transaction sees every company. */
export async function undueAmong(tx: Tx, payments: readonly Drawn[]): Promise<Set<string>> {
  const reported = await reportedBackAmong(
    tx,
    payments.flatMap(({ collectionId }) => collectionId ?? []),
  )
  const ordersOf = (types: readonly string[]) =>
    payments.flatMap(({ type, orderId }) => (orderId && types.includes(type) ? [orderId] : []))
  const reversing = await ordersUnderReversal(tx, ordersOf(['RELEASE', 'REFUND']))
  const blocks = await releaseBlocksOf(tx, ordersOf(['RELEASE']))
  const due = await dueAmong(tx, payments)
  const refused = payments.filter(
    ({ id, type, orderId, collectionId }) =>
      !due.has(id) ||
      (collectionId !== null && reported.has(collectionId)) ||
      (orderId !== null && (type === 'RELEASE' || type === 'REFUND') && reversing.has(orderId)) ||
      (orderId !== null && type === 'RELEASE' && blocks.has(orderId)),
  )
  return new Set(refused.map(({ id }) => id))
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
export const isDue = async (tx: Tx, payment: Drawn): Promise<boolean> => (await dueAmong(tx, [payment])).has(payment.id)

/** The same of several payments, read together: those that are due. */
async function dueAmong(tx: Tx, payments: readonly Drawn[]): Promise<Set<string>> {
  const [remittances, others] = apart(payments, ({ type }) => type === 'FEE_REMIT')
  const [releases, rest] = apart(others, ({ type, orderId }) => type === 'RELEASE' && orderId !== null)
  const [returns, more] = apart(rest, ({ type }) => type === 'RECEIPT_RETURN')
  const [refunds, always] = apart(more, ({ type }) => type === 'REFUND')
  const [credits, surpluses] = apart(refunds, ({ feeAdjustmentId }) => feeAdjustmentId !== null)
  const dueOf = await duesOfRemittances(tx, remittances)
  const due = [
    ...always,
    ...remittances.filter((one) => M.equals(dueOf(one), amountOf(one.amount, one.currency))),
    ...(await ofReservesLeft(tx, releases)),
    ...(await leftToReturn(tx, returns)),
    ...(await ofCreditsLeft(tx, credits)),
    ...(await ofSurplusesLeft(tx, surpluses)),
  ]
  return new Set(due.map(({ id }) => id))
}

const apart = (payments: readonly Drawn[], isOne: (payment: Drawn) => boolean): [Drawn[], Drawn[]] => [
  payments.filter(isOne),
  payments.filter((payment) => !isOne(payment)),
]

/** Of some refunds of surpluses those that their surplus covers, with all others on their way. */
async function ofSurplusesLeft(tx: Tx, refunds: readonly Drawn[]): Promise<Drawn[]> {
  const repaymentIds = refunds.flatMap(({ repaymentId }) => repaymentId ?? [])
  if (repaymentIds.length === 0) return [...refunds]
  const repayments = await tx
    .selectFrom('repayment')
    .select(['id', 'surplus', 'forSupplier', 'status', 'collectionId'])
    .where('id', '=', anyOf(repaymentIds))
    .execute()
  const live = await tx
    .selectFrom('payment')
    .select(['repaymentId', 'ofPool', takenBy('payment').as('amount')])
    .where('repaymentId', '=', anyOf(repaymentIds))
    .where('type', '=', 'REFUND')
    .where(paymentCounts('payment'))
    .execute()
  const overtaken = await overtakenOf(
    tx,
    repayments.flatMap(({ collectionId }) => collectionId ?? []),
  )
  return refunds.filter(({ repaymentId, ofPool, currency }) => {
    if (!repaymentId) return true
    const repayment = repayments.find(({ id }) => id === repaymentId)!
    const beside = live.filter((one) => one.repaymentId === repaymentId && one.ofPool === ofPool)
    const forSupplier = amountOf(repayment.forSupplier, currency)
    const due = ofPool ? forSupplier : M.subtract(amountOf(repayment.surplus, currency), forSupplier)
    const gone = amountOf(overtaken.get(repayment.collectionId ?? '') ?? '0', currency)
    const kept = M.sum([...beside.map(({ amount }) => amountOf(amount, currency)), gone], currency)
    return repayment.status === 'POSTED' && !M.exceeds(kept, due)
  })
}

/**
 * Of some refunds of fees those of which the fees of their order that were credited to their payee cover all its refunds, those on their way
 * included (decision 246). One credit is not told from another: a fee that is charged again ends the refund of the credit before, whose
 * money may be out.
 */
async function ofCreditsLeft(tx: Tx, refunds: readonly Drawn[]): Promise<Drawn[]> {
  if (refunds.length === 0) return []
  const credited = await tx
    .selectFrom('payment as p')
    .innerJoin('financeOrder as o', 'o.id', 'p.orderId')
    .select(['p.id', creditedTo(sql.ref('p.payee_company_id')).as('amount')])
    .where('p.id', '=', anyOf(refunds.map(({ id }) => id)))
    .where('p.payeeCompanyId', 'is not', null)
    .execute()
  const drawn = await tx
    .selectFrom('payment')
    .select(['orderId', 'payeeCompanyId', sql<string>`sum(${takenBy('payment')})`.as('amount')])
    .where('orderId', '=', anyOf(refunds.flatMap(({ orderId }) => orderId ?? [])))
    .where('type', '=', 'REFUND')
    .where('feeAdjustmentId', 'is not', null)
    .where(paymentCounts('payment'))
    .groupBy(['orderId', 'payeeCompanyId'])
    .execute()
  return refunds.filter(({ id, orderId, payeeCompanyId, currency }) => {
    const credit = credited.find((one) => one.id === id)
    if (!credit) return true
    const taken = drawn.find((one) => one.orderId === orderId && one.payeeCompanyId === payeeCompanyId)?.amount ?? '0'
    return !M.exceeds(amountOf(taken, currency), amountOf(credit.amount, currency))
  })
}

/** What repayments and returns have taken of receipts beyond what they brought: the bank has a cancelled return of such a receipt. */
async function overtakenOf(tx: Tx, collectionIds: readonly string[]): Promise<Map<string, string>> {
  if (collectionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; amount: string }>`
    select c.id, ${overtakenOfReceipt}::text as amount from collection c where c.id = ${anyOf(collectionIds)}`.execute(tx)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/**
 * Of some returns those whose receipt covers all that goes back of it; none once its bank has taken it back as well. Only what a bank took
 * back by itself names no bank; nothing is sent back beside that.
 */
async function leftToReturn(tx: Tx, returns: readonly Drawn[]): Promise<Drawn[]> {
  const overtaken = await overtakenOf(
    tx,
    returns.flatMap(({ collectionId }) => collectionId ?? []),
  )
  return returns.filter(({ payeeBankCode, collectionId, currency }) => {
    const gone = amountOf(overtaken.get(collectionId ?? '') ?? '0', currency)
    return payeeBankCode !== '' && M.isZero(gone)
  })
}

/** Of some releases those whose order has reserve of paid items for all its releases, those on their way included. */
async function ofReservesLeft(tx: Tx, releases: readonly Drawn[]): Promise<Drawn[]> {
  if (releases.length === 0) return []
  const reserves = await reservesOf(
    tx,
    releases.flatMap(({ orderId }) => orderId ?? []),
  )
  return releases.filter(({ orderId, currency }) => {
    const none = M.zero(currency)
    const left = reserves
      .filter((one) => one.orderId === orderId)
      .map((one) => M.subtract(heldOf(M.isZero(one.principalOutstanding) ? one : { ...one, fed: none }), one.onItsWay))
    return !M.isNegative(M.sum(left, currency))
  })
}
