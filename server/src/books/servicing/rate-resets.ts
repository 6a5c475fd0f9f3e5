import { addDays, type LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { principalOn } from '@usance/domain/servicing/life'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { Refused } from '../../http/refused.ts'
import { fixingFor } from './funding-figures.ts'
import { type Financing, loadFinancings } from './load-order.ts'
import { fixingDaysOf, isResetDay, isResetOn, resetBy } from './rates-ahead.ts'

/**
 * Resets the floating rates of orders for a day, and answers how many: by the fixing that is stored now, or, of a day whose close is over,
 * by the one that its close knew (`isClosed`), so that an order that ran on it and one that did not have the same rate. A benchmark that
 * had no fixing at that close is taken as it is stored now. Refused with `NO_FIXING` while the day has none.
 */
export async function resetRates(
  tx: Tx,
  financings: readonly Financing[],
  day: LocalDate,
  { isClosed = false }: { isClosed?: boolean } = {},
): Promise<number> {
  const due = financings.filter((one) => isResetOn(one, day))
  if (due.length === 0) return 0
  const restsOn = await fixingDaysOf(
    tx,
    due.map(({ row }) => row.id),
  )
  let done = 0
  for (const financing of due) {
    const { row, terms, life } = financing
    const type = terms.baseRateType!
    const fixing = (isClosed && (await fixingFor(tx, type, day, terms, day))) || (await fixingFor(tx, type, day, terms))
    if (!fixing) throw new Refused('NO_FIXING', { type, date: day })
    const rate = resetBy(financing, { rate: life.rates.at(-1)!.rate, fixingDate: restsOn.get(row.id) ?? null }, fixing)
    if (rate === undefined) continue
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
        rate,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.updateTable('financeOrder').set({ rate }).where('id', '=', row.id).execute()
    done++
  }
  return done
}

/**
 * Resets the rate of an order for past days, `from` to `to` inclusive, whose close did not see it running: its funding was recorded later,
 * or it had ended and is open again. Each takes the fixing that its close knew. A day on which nothing of it is owed, and one that has been accrued before, keeps its rate.
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
    if (now?.life.items.some((item) => M.isPositive(principalOn(item, day)))) await resetRates(tx, [now], day, { isClosed: true })
  }
}
