import { addDays, dateOrder, type LocalDate, maxDate, minDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { reserveLost } from '@usance/domain/servicing/journals'
import { sql } from 'kysely'

import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { post, reverseJournal, standingJournals } from '../ledger/post.ts'
import { accrueDays } from './accrue.ts'
import { applyRepayment } from './apply-repayment.ts'
import { reopenLoss, type TakenLoss, takeLossAgain, takenLoss } from './book-loss.ts'
import { keepClaims } from './claims.ts'
import { lastClosedNight } from './closed-nights.ts'
import { diluteLoss } from './dilute-loss.ts'
import { lastAccrual } from './last-accrual.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { instructed, paidOutOf } from './paid-out.ts'
import { payOffAgain } from './payoff-of-parent.ts'
import { resetPastRates } from './rate-resets.ts'
import { isRecovery } from './recoveries.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { dateSettlementFees } from './settlement-fees.ts'
import { chargeShortReserve, releaseDays, shortSum, takeShortReserveOff, tellShortReserve } from './short-reserve.ts'
import { tellingClaims } from './tell-claims.ts'
import { unwindAll } from './unwind.ts'
import { endWaiver, isWaiver, waiveSmall } from './waive-crumbs.ts'

type Change = { add: RepaymentRow } | { remove: RepaymentRow }
/** A receipt by its value date; without an id where it is only thought of. */
type Dated = { id?: string; valueDate: LocalDate; postedAt?: string | null }

/** The posted receipts and waivers of an order that are booked again when one is inserted or removed. */
async function bookedAfter(
  { tx }: UseCaseContext,
  orderId: string,
  { id, valueDate, postedAt }: Dated,
  isRemoved: boolean,
): Promise<RepaymentRow[]> {
  return tx
    .selectFrom('repayment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'POSTED')
    .$if(id !== undefined, (query) => query.where('id', '<>', id!))
    .where((eb) =>
      eb.or([
        eb('valueDate', '>', valueDate),
        // A remainder is waived at the close of its day, after every receipt of that day.
        eb.and([eb('valueDate', '=', valueDate), eb('payerRole', 'in', ['WAIVER', 'RESERVE'])]),
        // Of two receipts of one day the one posted first came first.
        ...(isRemoved && postedAt ? [eb.and([eb('valueDate', '=', valueDate), eb('postedAt', '>', postedAt)])] : []),
      ]),
    )
    .orderBy('valueDate')
    .orderBy('postedAt')
    .orderBy('no')
    .execute()
}

/**
 * Takes off everything booked on an order since a day. What was paid out stays paid: releases and refunds, and what the bank was told of
 * a conversion.
 */
async function takeBackSince(
  context: UseCaseContext,
  orderId: string,
  { from, unwound }: { from: LocalDate; unwound: readonly RepaymentRow[] },
): Promise<void> {
  await takeShortReserveOff(context, orderId, from)
  await unwindAll(context, unwound)
  for (const waiver of unwound.filter((one) => one.status === 'POSTED' && isWaiver(one))) await endWaiver(context, waiver)
  await takeBackAccruals(context, orderId, from)
  if (unwound.length === 0) return
  const financing = (await loadFinancings(context.tx, [orderId])).get(orderId)!
  await claimLostReserve(context, financing, unwound)
  await keepClaims(context.tx, financing, { on: context.today, reason: 'REPAYMENT_REVERSED' })
}

/**
 * A credit note was borne by reserve that an unwound receipt had filled: without the receipt it is a claim on the supplier. Money
 * that the funder holds for the supplier again later pays the claim.
 */
async function claimLostReserve(
  { tx, today, actor }: UseCaseContext,
  financing: Financing,
  unwound: readonly RepaymentRow[],
): Promise<void> {
  const { receivable } = await positionOf(tx, financing)
  const sourceId = unwound[0]?.id
  if (!sourceId || !receivable || !M.isNegative(receivable.reserve)) return
  const { orderId } = financing.life
  const booked = await tx
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('event', '=', 'RESERVE_LOST')
    .where('sourceId', '=', sourceId)
    .executeTakeFirstOrThrow()
  const key = { eventType: 'RESERVE_LOST', sourceType: 'REPLAY', sourceId, seq: Number(booked.n) }
  const lost = M.negate(receivable.reserve)
  await post(tx, reserveLost(key, financing.deal, lost), { valueDate: today, postedOn: today, orderId, by: actor.userId })
}

/** Accrues an order from a day on, in stretches; days on which it had ended take the resets of its rate that it has missed. */
function accruingFrom({ tx, today }: UseCaseContext, orderId: string, from: LocalDate) {
  let next = from
  return async (day: LocalDate) => {
    if (day < next) return
    await resetPastRates(tx, orderId, { from: next, to: day })
    const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
    await accrueDays(tx, [financing], { from: next, to: day, postedOn: today })
    next = addDays(day, 1)
  }
}

/** The last day that is accrued before a receipt: minimum interest is earned with the funding, so it precedes even a receipt of
 *  that day. */
const accruedBefore = (valueDate: LocalDate, dayOfLeastInterest: LocalDate | null): LocalDate =>
  valueDate === dayOfLeastInterest ? valueDate : addDays(valueDate, -1)

/**
 * Takes an order back to where a receipt of a past day would find it. Returns the numbers of the receipts that would be booked
 * again after it; undefined where nothing is booked after that day. For a transaction that is rolled back.
 */
export async function rewindTo(context: UseCaseContext, orderId: string, receipt: Dated): Promise<string[] | undefined> {
  const loss = await lossAfter(context, orderId, receipt)
  if (!loss && (await isWrittenOff(context, orderId))) return undefined
  if (loss) await reopenLoss(context, orderId, loss)
  const later = await bookedAfter(context, orderId, receipt, false)
  if (!loss && later.length === 0) return undefined
  await takeBackSince(context, orderId, { from: receipt.valueDate, unwound: later })
  await dateFees(context, orderId, [receipt])
  const before = accruedBefore(receipt.valueDate, await dayOfLeastInterest(context, orderId))
  await accruingFrom(context, orderId, receipt.valueDate)(before)
  return later.filter((one) => !isWaiver(one)).map((one) => one.no)
}

/**
 * Inserts a receipt into the life of an order, or removes one, as of its value date: later bookings are reversed and made again
 * on the new state. The caller has locked the order; `change.remove` is no longer POSTED. A later waiver is reversed too. Returns
 * whether there was one, which the caller then judges anew, and the receipts that were booked again.
 */
export async function replay(
  context: UseCaseContext,
  orderId: string,
  change: Change,
): Promise<{ waiverEnded: boolean; again: string[] }> {
  const loss = 'add' in change ? await lossAfter(context, orderId, change.add) : undefined
  if (loss && 'add' in change) return insertBeforeLoss(context, orderId, { receipt: change.add, loss })
  if (await isWrittenOff(context, orderId)) {
    return { waiverEnded: false, again: await changeRecovery(context, change) }
  }
  const changed = 'add' in change ? change.add : change.remove
  const from = changed.valueDate
  const through = await closedThrough(context, orderId)
  const later = await bookedAfter(context, orderId, changed, 'remove' in change)
  const again = later.filter((one) => !isWaiver(one))
  const entries = ('add' in change ? [changed, ...again] : again).map((one) => asEntry(context, one))
  await tellingDebts(context, { id: orderId, currency: changed.currency }, async () => {
    await takeBackSince(context, orderId, { from, unwound: 'remove' in change ? [changed, ...later] : later })
    await bookInTurn(context, orderId, { from, through, entries })
  })
  return { waiverEnded: again.length < later.length, again: again.map((one) => one.id) }
}

/** Books on a locked order, and tells its supplier and funder of claims and of released reserve that the supplier owes since then. */
async function tellingDebts(
  context: UseCaseContext,
  order: { id: string; currency: string },
  book: () => Promise<void>,
): Promise<void> {
  const short = await shortSum(context.tx, order.id, order.currency)
  await tellingClaims(context, order, book)
  await tellShortReserve(context, order.id, short)
}

/** What is booked on an order on a day, after the interest of the days before it. */
type Entry = { valueDate: LocalDate; book: () => Promise<void> }

const asEntry = (context: UseCaseContext, repayment: RepaymentRow): Entry => ({
  valueDate: repayment.valueDate,
  book: () => (repayment.payerRole === 'ARP' ? payOffAgain(context, repayment) : applyRepayment(context, repayment)),
})

/**
 * Books money in the order of its days, with charges that are none, and the interest from a day through another. Each release since then is
 * judged at the close of its day: what the receipts up to then have not filled of it is the supplier's debt from that day on.
 */
async function bookInTurn(
  context: UseCaseContext,
  orderId: string,
  {
    from,
    through,
    entries,
    charges = [],
  }: { from: LocalDate; through: LocalDate; entries: readonly Entry[]; charges?: readonly Entry[] },
): Promise<void> {
  await dateFees(context, orderId, entries)
  const accrueTo = accruingFrom(context, orderId, from)
  const releases = (await releaseDays(context.tx, orderId, from)).map((valueDate) => ({
    valueDate,
    book: () => chargeShortReserve(context, orderId, valueDate),
  }))
  // Sorting keeps the order of one day: its receipts, then its releases.
  const inTurn = [...entries, ...charges, ...releases].sort((a, b) => dateOrder(a.valueDate, b.valueDate))
  // Nothing that is booked changes the day of the minimum interest: it is of the terms that the order was funded on.
  const firstDay = await dayOfLeastInterest(context, orderId)
  const book = async (entry: Entry) => {
    await accrueTo(accruedBefore(entry.valueDate, firstDay))
    await entry.book()
  }
  const ofFirstDay = inTurn.filter(({ valueDate }) => valueDate === firstDay)
  for (const entry of ofFirstDay) await book(entry)
  if (firstDay && ofFirstDay.length > 0) await accrueFirstNightAgain(context, orderId, firstDay)
  for (const entry of inTurn) if (entry.valueDate !== firstDay) await book(entry)
  await accrueTo(through)
  await chargeShortReserve(context, orderId, through < context.today ? addDays(through, 1) : context.today)
}

/**
 * Books a night that was accrued before the receipts of its day anew, after them. Its minimum interest stays, but where a debt is due by
 * then, as on an order that its bank paid late, the penalty is that of what the receipts have left.
 */
async function accrueFirstNightAgain(context: UseCaseContext, orderId: string, night: LocalDate): Promise<void> {
  const { tx, today } = context
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  if (!financing.life.items.some(({ maturity }) => maturity <= night)) return
  await takeBackAccruals(context, orderId, night)
  await accrueDays(tx, [financing], { from: night, to: night, postedOn: today })
}

/** Settlement fees follow the first money, of that which stands and that which is booked now. */
async function dateFees(context: UseCaseContext, orderId: string, entries: readonly Pick<Entry, 'valueDate'>[]): Promise<void> {
  const standing = await context.tx
    .selectFrom('repayment')
    .select('valueDate')
    .where('orderId', '=', orderId)
    .where('status', '=', 'POSTED')
    .where('payerRole', 'not in', ['WAIVER', 'RESERVE'])
    .execute()
  const [first, ...others] = [...standing, ...entries].map(({ valueDate }) => valueDate)
  if (first) await dateSettlementFees(context, orderId, others.reduce(minDate, first))
}

/** The loss of an order that was taken after the day of a receipt; undefined where there is none. */
async function lossAfter(context: UseCaseContext, orderId: string, { valueDate }: Dated): Promise<TakenLoss | undefined> {
  if (!(await isWrittenOff(context, orderId))) return undefined
  const loss = await takenLoss(context.tx, orderId)
  return valueDate < loss.on ? loss : undefined
}

/**
 * Inserts a receipt of a day before the loss of its order (decision 139): it pays what was owed on its day, so that no interest
 * accrues on what it paid. The loss is then taken anew, of what was left on its day, and receipts on it are booked again.
 */
async function insertBeforeLoss(
  context: UseCaseContext,
  orderId: string,
  { receipt, loss }: { receipt: RepaymentRow; loss: TakenLoss },
): Promise<{ waiverEnded: boolean; again: string[] }> {
  const through = await closedThrough(context, orderId)
  const after = loss.recoveries.filter((one) => one.valueDate >= loss.on)
  const earlier = loss.recoveries.filter((one) => one.valueDate < loss.on)
  const from = earlier.reduce((day, one) => minDate(day, one.valueDate), receipt.valueDate)
  await refuseWhenPaidOut(context, orderId, loss.recoveries, instructed)
  const short = await shortSum(context.tx, orderId, receipt.currency)
  const notes = await reopenLoss(context, orderId, loss)
  const later = await bookedAfter(context, orderId, { id: receipt.id, valueDate: from }, false)
  await takeBackSince(context, orderId, { from, unwound: later })
  const isElsewhere = new Set([...earlier, ...after].map(({ id }) => id))
  const before = [...earlier, ...later.filter((one) => !isWaiver(one) && !isElsewhere.has(one.id))]
  const entries = [...before, receipt].map((one) => asEntry(context, one))
  await bookInTurn(context, orderId, { from, through: addDays(loss.on, -1), entries })
  if (await takeLossAgain(context, orderId, { loss, notes, cause: receipt.id }))
    for (const recovery of after) await applyRepayment(context, recovery)
  else await bookInTurn(context, orderId, { from: loss.on, through, entries: after.map((one) => asEntry(context, one)) })
  await tellShortReserve(context, orderId, short)
  return { waiverEnded: false, again: [...before, ...after].map(({ id }) => id) }
}

/**
 * Books the payoff of a locked order by a conversion as of the value date of its payment, and again what was booked after it, earlier
 * recorded conversions too. The bank has paid, so that nothing stands in the way.
 */
export async function bookPayoff(
  context: UseCaseContext,
  { id: orderId, currency }: { id: string; currency: string },
  valueDate: LocalDate,
  book: () => Promise<void>,
): Promise<void> {
  const through = await closedThrough(context, orderId)
  const later = await bookedAfter(context, orderId, { valueDate }, false)
  const again = later.filter((one) => !isWaiver(one)).map((one) => asEntry(context, one))
  await tellingDebts(context, { id: orderId, currency }, async () => {
    await takeBackSince(context, orderId, { from: valueDate, unwound: later })
    await bookInTurn(context, orderId, { from: valueDate, through, entries: [{ valueDate, book }, ...again] })
  })
}

/**
 * Books an order again since the value date of a release that did not arrive and is no longer PAID: what the supplier was charged for
 * releases since then is charged anew without it, and receipts since then pay what is owed now. Returns the same as `replay`.
 */
export async function bookWithoutRelease(
  context: UseCaseContext,
  { id: orderId, currency }: { id: string; currency: string },
  valueDate: LocalDate,
): Promise<{ waiverEnded: boolean; again: string[] }> {
  const through = await closedThrough(context, orderId)
  // A receipt of the same day may have paid the charge of the day.
  const later = await bookedAfter(context, orderId, { valueDate, postedAt: '-infinity' }, true)
  const again = later.filter((one) => !isWaiver(one))
  const charges = [{ valueDate, book: () => chargeShortReserve(context, orderId, valueDate) }]
  const entries = again.map((one) => asEntry(context, one))
  await tellingDebts(context, { id: orderId, currency }, async () => {
    await takeShortReserveOff(context, orderId, addDays(valueDate, -1))
    await takeBackSince(context, orderId, { from: valueDate, unwound: later })
    await bookInTurn(context, orderId, { from: valueDate, through, entries, charges })
  })
  return { waiverEnded: again.length < later.length, again: again.map((one) => one.id) }
}

/**
 * The remainder of an order after a replay, if it was waived before: waived again today where the tolerance covers it, else at
 * the next close.
 */
export async function judgeAgain(context: UseCaseContext, orderId: string): Promise<void> {
  if ((await closedThrough(context, orderId)) < context.today) await waiveSmall(context, orderId, context.today)
}

const isWrittenOff = async ({ tx }: UseCaseContext, orderId: string) =>
  (await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status ===
  'WRITTEN_OFF'

// Nothing accrues on a loss, but each receipt finds the loss that the one before it left: after a reversal, the later receipts
// are booked again. Payments from before the loss stay part of it.
async function changeRecovery(
  context: UseCaseContext,
  change: { add: RepaymentRow } | { remove: RepaymentRow },
): Promise<string[]> {
  const { tx } = context
  if ('add' in change) {
    await applyRepayment(context, change.add)
    return []
  }
  const { remove } = change
  const orderId = remove.orderId!
  const since = await tx
    .selectFrom('repayment as r')
    .selectAll('r')
    .where('r.orderId', '=', orderId)
    .where(isRecovery('r'))
    .where((eb) =>
      eb.or([
        eb('r.id', '=', remove.id),
        ...(remove.postedAt ? [eb.and([eb('r.status', '=', 'POSTED'), eb('r.postedAt', '>', remove.postedAt)])] : []),
      ]),
    )
    .orderBy('r.postedAt')
    .orderBy('r.no')
    .execute()
  if (!since.some(({ id }) => id === remove.id)) throw new Refused('LOSS_TAKEN_SINCE')
  await refuseWhenPaidOut(context, orderId, since)
  await unwindAll(context, since)
  // What the supplier had taken back is the funder's again, and may be more than its buyer owes after a credit note.
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  await diluteLoss(tx, financing, { sourceType: 'REPAYMENT_REVERSAL', sourceId: remove.id, ...dated(context) })
  const again = since.filter(({ id }) => id !== remove.id)
  for (const repayment of again) await applyRepayment(context, repayment)
  return again.map(({ id }) => id)
}

const dated = ({ today, actor }: UseCaseContext) => ({ today, by: actor.userId })

/** The funding date of an order with minimum interest days; null for others. */
async function dayOfLeastInterest({ tx }: UseCaseContext, orderId: string): Promise<LocalDate | null> {
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  return financing?.life.items.some((item) => item.leastTo !== undefined) ? financing.row.fundingDate : null
}

/** The last day that has been accrued: yesterday, or today while the end of day is under way. */
async function closedThrough({ tx }: UseCaseContext, orderId: string): Promise<LocalDate> {
  return maxDate(await lastClosedNight(tx, orderId), (await lastAccrual(tx, orderId)) ?? '0001-01-01')
}

// Of a recovery nothing stays paid: money that has left on the strength of these receipts is collected back before they go.
async function refuseWhenPaidOut(
  { tx }: UseCaseContext,
  orderId: string,
  unwound: readonly RepaymentRow[],
  isOut?: typeof instructed,
): Promise<void> {
  if (unwound.length === 0) return
  const ids = unwound.map((one) => one.id)
  const { rows } = await sql<{ gone: boolean }>`select ${paidOutOf(sql`${orderId}::uuid`, anyOf(ids), isOut)} as gone`.execute(tx)
  if (rows[0]!.gone) throw new Refused('RESERVE_RELEASED')
}

/** Mirrors every accrual of an order from a day on; the caller books those days again on what then was true. */
export async function takeBackAccruals({ tx, today, actor }: UseCaseContext, orderId: string, from: LocalDate): Promise<void> {
  const standing = await tx
    .selectFrom('interestAccrual')
    .select('accrualDate')
    .distinct()
    .where('orderId', '=', orderId)
    .where('accrualDate', '>=', from)
    .where('reversed', '=', false)
    .orderBy('accrualDate', 'desc')
    .execute()
  for (const { accrualDate } of standing)
    for (const journal of await standingJournals(tx, { sourceType: 'ORDER_DAY', sourceId: `${orderId}@${accrualDate}` }))
      await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
  await tx
    .updateTable('interestAccrual')
    .set({ reversed: true })
    .where('orderId', '=', orderId)
    .where('accrualDate', '>=', from)
    .where('reversed', '=', false)
    .execute()
}
