import { type Payoff, payOff } from '@usance/domain/ledger/funding'
import { reverse } from '@usance/domain/ledger/templates'
import { type LocalDate, minDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn } from '@usance/domain/servicing/plan-repayment'
import { keptRefund } from '@usance/domain/servicing/stays-paid'
import { type PaidPayoff, paidOfPayoff, payToldPayoff } from '@usance/domain/servicing/told-payoff'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { post, reverseJournal, standingJournals } from '../ledger/post.ts'
import { payoffOn, shippedBy } from './arp-payoff.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { refundedOf } from './refunded.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { chargeSettlementFees } from './settlement-fees.ts'

type Conversion = { id: string; currency: string; requestedFundingDate: LocalDate }

/**
 * What a payoff pays of the parent as it stands on a day: costs first up to the day that the conversion was priced for. What of it has
 * been refunded to the supplier stays refunded.
 */
export async function paysOf(
  tx: Tx,
  {
    parent,
    child,
    told,
    on,
    refunded,
  }: { parent: Financing; child: Conversion; told: M.Money; on: LocalDate; refunded?: M.Money },
): Promise<PaidPayoff> {
  const { share, owed } = await payoffOn(tx, parent, await shippedBy(tx, child), on)
  const priced = owedOn(await positionOf(tx, parent), minDate(on, child.requestedFundingDate))
  const pays = (sum: M.Money) => payToldPayoff(sum, { share: share.principal, owed, priced })
  const whole = pays(told)
  const kept = refunded ? keptRefund(refunded, whole.surplus) : M.zero(told.currency)
  if (M.isZero(kept)) return whole
  const rest = pays(M.subtract(told, kept))
  return { ...rest, surplus: M.add(rest.surplus, kept) }
}

/** The payoff of a parent as its journal books it. */
export const payoffIn = (orderId: string, pays: PaidPayoff): Payoff => ({
  orderId,
  principal: paidOfPayoff(pays, 'PRINCIPAL'),
  interest: paidOfPayoff(pays, 'INTEREST'),
  penalty: paidOfPayoff(pays, 'PENALTY'),
  fees: paidOfPayoff(pays, 'FEE'),
})

/** Stores the payoff as a repayment of the parent; the journal of the conversion books it. */
export async function addPayoff(
  context: UseCaseContext,
  { row }: Financing,
  pays: PaidPayoff,
  { told, on, childNo }: { told: M.Money; on: LocalDate; childNo: string },
): Promise<void> {
  if (M.isZero(told)) return
  const { tx, today, now, actor } = context
  const id = newId()
  await tx
    .insertInto('repayment')
    .values({
      id,
      no: await nextNumber(tx, 'RP', today),
      orderId: row.id,
      supplierId: row.supplierId,
      funderId: row.funderId,
      payerRole: 'ARP',
      amount: M.toDecimal(told),
      currency: row.currency,
      valueDate: on,
      status: 'POSTED',
      matchReason: childNo,
      createdBy: actor.userId,
      postedBy: actor.userId,
      postedAt: now.toISOString(),
    })
    .execute()
  await keepSplit(tx, { id, orderId: row.id }, pays)
}

/** Stores how a payoff is split over the debts of the parent. */
async function keepSplit(
  tx: Tx,
  { id, orderId }: { id: string; orderId: string },
  { lines, surplus }: PaidPayoff,
): Promise<void> {
  const refund = M.isPositive(surplus) ? [{ itemId: null, component: 'REFUND' as const, amount: surplus }] : []
  await tx
    .updateTable('repayment')
    .set({ surplus: M.toDecimal(surplus) })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('allocation')
    .values(
      [...lines, ...refund].map(({ itemId, component, amount }) => ({
        id: newId(),
        repaymentId: id,
        orderId,
        itemId,
        component,
        amount: M.toDecimal(amount),
        source: 'ARP',
      })),
    )
    .execute()
}

/**
 * Takes the split of a payoff off, to be booked again behind a receipt of an earlier day. The journal of the conversion stays: the
 * first time its part is mirrored by one of its own, later the split that was booked last.
 */
export async function takePayoffOff(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const { tx, today, actor } = context
  const { id, orderId, currency, valueDate } = repayment
  if (orderId === null) return
  const standing = await standingJournals(tx, { sourceType: 'REPAYMENT', sourceId: id })
  for (const journal of standing) await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
  if (standing.length > 0) return
  const parent = (await loadFinancings(tx, [orderId])).get(orderId)
  if (!parent) return
  const parts = await tx
    .selectFrom('allocation')
    .select(['component', 'amount'])
    .where('repaymentId', '=', id)
    .where('reversed', '=', false)
    .execute()
  const sumOf = (component: string) =>
    M.sum(
      parts.filter((one) => one.component === component).map((one) => amountOf(one.amount, currency)),
      currency,
    )
  const payoff = {
    orderId,
    principal: sumOf('PRINCIPAL'),
    interest: sumOf('INTEREST'),
    penalty: sumOf('PENALTY'),
    fees: sumOf('FEE'),
  }
  const key = { eventType: 'PAYOFF', sourceType: 'PAYOFF', sourceId: id, seq: 0 }
  const mirror = reverse(payOff(key, parent.deal, { payoff, surplus: sumOf('REFUND') }), key)
  await post(tx, mirror, { valueDate, postedOn: today, orderId, by: actor.userId })
}

/** Books a payoff again on the parent as it stands now: the sum that the bank was told, on its day. */
export async function payOffAgain(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const { tx, today, actor } = context
  const { id, orderId, currency, valueDate: on } = repayment
  if (orderId === null) return
  await chargeSettlementFees(context, orderId, on)
  const parent = (await loadFinancings(tx, [orderId])).get(orderId)
  const child = await tx
    .selectFrom('financeOrder')
    .select(['id', 'currency', 'requestedFundingDate'])
    .where('arpOfOrderId', '=', orderId)
    .where('orderNo', '=', repayment.matchReason)
    .executeTakeFirstOrThrow()
  if (!parent) return
  const told = amountOf(repayment.amount, currency)
  const pays = await paysOf(tx, { parent, child, told, on, refunded: await refundedOf(tx, repayment) })
  const before = await tx
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('sourceType', '=', 'REPAYMENT')
    .where('sourceId', '=', id)
    .executeTakeFirstOrThrow()
  const key = { eventType: 'PAYOFF', sourceType: 'REPAYMENT', sourceId: id, seq: Number(before.n) }
  const journal = payOff(key, parent.deal, { payoff: payoffIn(orderId, pays), surplus: pays.surplus })
  await post(tx, journal, { valueDate: on, postedOn: today, orderId, by: actor.userId })
  await keepSplit(tx, { id, orderId }, pays)
}
