import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import { sql } from 'kysely'

import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { reverseJournal, standingJournals } from '../ledger/post.ts'
import { accrueDays } from './accrue.ts'
import { applyRepayment, type RepaymentRow } from './apply-repayment.ts'
import { keepClaims } from './claims.ts'
import { loadFinancings } from './load-order.ts'
import { paidOutOf } from './paid-out.ts'
import { unwind } from './unwind.ts'
import { endWaiver, isWaiver, waiveSmall } from './waive-crumbs.ts'

/**
 * Puts a receipt into the life of an order, or takes one out, as of its value date: everything booked since is mirrored and
 * booked again on what then was true. The order is locked by the caller; `change.remove` is no longer POSTED. A remainder that
 * was let go since is owed again; answers whether there was one, which the caller then has judged anew, and which receipts
 * were booked again.
 */
export async function replay(
  context: UseCaseContext,
  orderId: string,
  change: { add: RepaymentRow } | { remove: RepaymentRow },
): Promise<{ waiverEnded: boolean; again: string[] }> {
  const { tx, today } = context
  const changed = 'add' in change ? change.add : change.remove
  if (await isWrittenOff(context, orderId)) {
    return { waiverEnded: false, again: await changeRecovery(context, change) }
  }
  const from = changed.valueDate
  const through = await closedThrough(context, orderId)
  const later = await tx
    .selectFrom('repayment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'POSTED')
    .where('id', '<>', changed.id)
    .where((eb) =>
      eb.or([
        eb('valueDate', '>', from),
        // A remainder is let go at the close of its day, after every receipt of it.
        eb.and([eb('valueDate', '=', from), eb('payerRole', 'in', ['WAIVER', 'RESERVE'])]),
        // Of two receipts of one day the one posted first came first.
        ...('remove' in change && changed.postedAt
          ? [eb.and([eb('valueDate', '=', from), eb('postedAt', '>', changed.postedAt)])]
          : []),
      ]),
    )
    .orderBy('valueDate')
    .orderBy('postedAt')
    .orderBy('no')
    .execute()
  const unwound = 'remove' in change ? [changed, ...later] : later
  await refuseWhenPaidOut(context, orderId, unwound)
  for (const repayment of [...unwound].reverse()) await unwind(context, repayment)
  for (const waiver of later.filter(isWaiver)) await endWaiver(context, waiver)
  await takeBackAccruals(context, orderId, from)
  if (unwound.length > 0) {
    const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
    await keepClaims(tx, financing, { on: today, reason: 'REPAYMENT_REVERSED' })
  }

  let next = from
  const accrueTo = async (day: LocalDate) => {
    if (day < next) return
    const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
    await accrueDays(tx, [financing], { from: next, to: day, postedOn: today })
    next = addDays(day, 1)
  }
  // A least interest is earned with the funding, so that it stands before even a receipt of that very day.
  const leastOn = await dayOfLeastInterest(context, orderId)
  const again = later.filter((one) => !isWaiver(one))
  for (const repayment of 'add' in change ? [changed, ...again] : again) {
    await accrueTo(repayment.valueDate === leastOn ? leastOn : addDays(repayment.valueDate, -1))
    await applyRepayment(context, repayment)
  }
  await accrueTo(through)
  return { waiverEnded: again.length < later.length, again: again.map((one) => one.id) }
}

/** Takes back what was let go of an order since a day, so that something can be recorded for that day. The next close judges
 *  what is left. */
export async function endWaiversSince(context: UseCaseContext, orderId: string, from: LocalDate): Promise<void> {
  const waivers = await context.tx
    .selectFrom('repayment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'POSTED')
    .where('payerRole', 'in', ['WAIVER', 'RESERVE'])
    .where('valueDate', '>=', from)
    .orderBy('valueDate', 'desc')
    .orderBy('no', 'desc')
    .execute()
  for (const waiver of waivers) {
    await unwind(context, waiver)
    await endWaiver(context, waiver)
  }
}

/** What a replay has left of an order whose remainder had been let go: let go again today where the tolerance covers it, else
 *  at the next close. */
export async function judgeAgain(context: UseCaseContext, orderId: string): Promise<void> {
  if ((await closedThrough(context, orderId)) < context.today) await waiveSmall(context, orderId)
}

const isWrittenOff = async ({ tx }: UseCaseContext, orderId: string) =>
  (await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status ===
  'WRITTEN_OFF'

// Nothing accrues on a loss, but what a receipt leaves of it is what the next one finds: those posted after one that is taken
// back are booked again. What was paid before the loss is part of it for good.
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
  const lost = await tx
    .selectFrom('journal')
    .select('createdAt')
    .where('orderId', '=', orderId)
    .where('event', '=', 'WRITE_OFF')
    .executeTakeFirstOrThrow()
  const since = await tx
    .selectFrom('repayment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('postedAt', '>', lost.createdAt)
    .where((eb) =>
      eb.or([
        eb('id', '=', remove.id),
        ...(remove.postedAt ? [eb.and([eb('status', '=', 'POSTED'), eb('postedAt', '>', remove.postedAt)])] : []),
      ]),
    )
    .orderBy('postedAt')
    .orderBy('no')
    .execute()
  if (!since.some(({ id }) => id === remove.id)) throw new Refused('ILLEGAL_TRANSITION')
  await refuseWhenPaidOut(context, orderId, since)
  for (const repayment of [...since].reverse()) await unwind(context, repayment)
  const again = since.filter(({ id }) => id !== remove.id)
  for (const repayment of again) await applyRepayment(context, repayment)
  return again.map(({ id }) => id)
}

/** The funding date of an order that agreed on a least number of interest days; null for every other. */
async function dayOfLeastInterest({ tx }: UseCaseContext, orderId: string): Promise<LocalDate | null> {
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  return financing?.life.items.some((item) => item.leastTo !== undefined) ? financing.row.fundingDate : null
}

/** The last day that has been accrued: yesterday, or today while the end of day is under way. */
export async function closedThrough({ tx, today }: UseCaseContext, orderId: string): Promise<LocalDate> {
  const last = await tx
    .selectFrom('interestAccrual')
    .select(({ fn }) => fn.max('accrualDate').as('date'))
    .where('orderId', '=', orderId)
    .where('reversed', '=', false)
    .executeTakeFirst()
  return maxDate(addDays(today, -1), last?.date ?? '0001-01-01')
}

// Money that has left for the supplier or the payer rests on these receipts; it is collected back before they go.
async function refuseWhenPaidOut({ tx }: UseCaseContext, orderId: string, unwound: readonly RepaymentRow[]): Promise<void> {
  if (unwound.length === 0) return
  if (unwound.some((one) => one.payerRole === 'ARP')) throw new Refused('RESERVE_RELEASED')
  const ids = unwound.map((one) => one.id)
  const { rows } = await sql<{ gone: boolean }>`select ${paidOutOf(sql`${orderId}::uuid`, anyOf(ids))} as gone`.execute(tx)
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
