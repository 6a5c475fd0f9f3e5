import { customerRate } from '@usance/domain/interest'
import { addDays, type LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { principalOn } from '@usance/domain/servicing/life'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { Refused } from '../../http/refused.ts'
import { fixingFor } from './funding-figures.ts'
import { type Financing, loadFinancings } from './load-order.ts'
import type { FundedTerms } from './terms.ts'

/** Whether a floating rate takes the fixing of its benchmark on a day: every day, or on the first of the month. */
export const isResetDay = ({ resetFrequency, baseRateType }: FundedTerms, day: LocalDate): boolean =>
  Boolean(baseRateType) && (resetFrequency === 'DAILY' || (resetFrequency === 'MONTHLY' && day.endsWith('-01')))

/**
 * Resets the floating rates of orders for a day, and answers how many. A fixing of another day is kept though the rate stays the same:
 * the order rests on it from now on. Orders of the older count, which counts each period apart, have one at each change of the rate
 * alone. Refused with `NO_FIXING` while the day has none.
 */
export async function resetRates(tx: Tx, financings: readonly Financing[], day: LocalDate): Promise<number> {
  const due = financings.filter(({ row, terms }) => isResetDay(terms, day) && row.fundingDate !== day)
  if (due.length === 0) return 0
  const latest = await tx
    .selectFrom('ratePeriod')
    .distinctOn('orderId')
    .select(['orderId', 'fixingDate'])
    .where('orderId', '=', anyOf(due.map(({ row }) => row.id)))
    .orderBy('orderId')
    .orderBy('fromDate', 'desc')
    .execute()
  const restsOn = new Map(latest.map(({ orderId, fixingDate }) => [orderId, fixingDate]))
  let done = 0
  for (const { row, terms, life } of due) {
    const type = terms.baseRateType!
    const fixing = await fixingFor(tx, type, day, terms)
    if (!fixing) throw new Refused('NO_FIXING', { type, date: day })
    const rate = customerRate(fixing.percentRate, Exact.parseDecimal(terms.margin), Exact.parseDecimal(terms.floor))
    const isNewFixing = restsOn.get(row.id) !== fixing.effectiveDate && !life.terms.countsApart
    if (Exact.equals(rate, life.rates.at(-1)!.rate) && !isNewFixing) continue
    await tx
      .updateTable('ratePeriod')
      .set({ toDate: day })
      .where('orderId', '=', row.id)
      .where('toDate', 'is', null)
      .where('fromDate', '<', day)
      .execute()
    await tx
      .insertInto('ratePeriod')
      .values({
        id: newId(),
        orderId: row.id,
        fromDate: day,
        baseRateType: type,
        fixingDate: fixing.effectiveDate,
        fixing: Exact.toDecimalText(fixing.percentRate, 6),
        margin: terms.margin,
        rate: Exact.toDecimalText(rate, 6),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .updateTable('financeOrder')
      .set({ rate: Exact.toDecimalText(rate, 6) })
      .where('id', '=', row.id)
      .execute()
    done++
  }
  return done
}

/**
 * Resets the rate of an order for past days, `from` to `to` inclusive, whose close did not see it running: its funding was recorded later,
 * or it had ended and is open again. A day on which nothing of it is owed, and one that has been accrued before, keeps its rate.
 */
export async function resetPastRates(tx: Tx, orderId: string, { from, to }: { from: LocalDate; to: LocalDate }): Promise<void> {
  const [financing] = (await loadFinancings(tx, [orderId])).values()
  if (!financing || financing.terms.resetFrequency === 'NONE') return
  const { ran } = await tx
    .selectFrom('interestAccrual')
    .select(({ fn }) => fn.max<LocalDate | null>('accrualDate').as('ran'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if ((ran !== null && day <= ran) || !isResetDay(financing.terms, day)) continue
    const [now] = (await loadFinancings(tx, [orderId])).values()
    if (now?.life.items.some((item) => M.isPositive(principalOn(item, day)))) await resetRates(tx, [now], day)
  }
}
