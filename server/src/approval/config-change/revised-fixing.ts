import { customerRate, latestFixingDay } from '@usance/domain/interest'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal, type Rational, toShortText } from '@usance/domain/rational'
import type { RatePeriod } from '@usance/domain/servicing/life'
import { resetTo, restatedBy } from '@usance/domain/servicing/restated'
import { sql } from 'kysely'
import { type Financing, loadFinancings, platformIdOf } from '../../books/servicing/load-order.ts'
import { isResetDay } from '../../books/servicing/rate-resets.ts'
import { anyOf, elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notifyAll } from '../../notify/notify.ts'

/** A fixing in its latest revision. */
export type Fixing = { type: string; effectiveDate: string; percentRate: string }

/**
 * Notifies staff and funder of each order that was priced or reset by an older revision of a fixing. No order is priced again:
 * the notice states its rate, the rate by the new revision, and the difference to date: to staff in the client's interest, to
 * the funder in its own.
 */
export async function tellRevised({ tx, today }: UseCaseContext, fixing: Fixing): Promise<void> {
  const { type, effectiveDate, percentRate } = fixing
  await elevate(tx)
  const periods = await tx
    .selectFrom('ratePeriod')
    .select(['orderId', 'fromDate', 'fixing', 'margin'])
    .where('baseRateType', '=', type)
    .where('fixingDate', '=', effectiveDate)
    .where('fixing', 'is not', null)
    .execute()
  const orders = await loadFinancings(tx, [...new Set(periods.map(({ orderId }) => orderId))])
  const now = parseDecimal(percentRate)
  await tell(
    { tx, today },
    fixing,
    [...orders.values()].map((financing) => {
      const own = periods.filter(({ orderId }) => orderId === financing.row.id)
      const rates = financing.life.rates.map((rate) => {
        const fixed = own.find(({ fromDate }) => fromDate === rate.from)
        return fixed
          ? { ...rate, rate: customerRate(now, parseDecimal(fixed.margin), parseDecimal(financing.terms.floor)) }
          : rate
      })
      return { financing, rates, before: own[0]!.fixing! }
    }),
  )
}

/**
 * Notifies staff and funder of each order whose rate was reset without a fixing that was only added later, on days on which it would have
 * been taken. No order is priced again, and the accepted rate of a funding stands.
 */
export async function tellLate({ tx, today }: Pick<UseCaseContext, 'tx' | 'today'>, fixing: Fixing): Promise<void> {
  await elevate(tx)
  const { type, effectiveDate } = fixing
  const next = await tx
    .selectFrom('baseRateFixing')
    .select('effectiveDate')
    .where('type', '=', type)
    .where('effectiveDate', '>', effectiveDate)
    .orderBy('effectiveDate')
    .limit(1)
    .executeTakeFirst()
  // The look-back takes at least as many days: a fixing that is published on time reaches no day that is over.
  const { rows } = await sql<{ id: string }>`select id from finance_order where funded_terms ->> 'baseRateType' = ${type}
    and funded_terms ->> 'resetFrequency' <> 'NONE' and ${effectiveDate}::date + (funded_terms ->> 'lookbackBd')::int < ${today}::date
    and (status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') or settled_on > ${effectiveDate})`.execute(tx)
  const orders = await loadFinancings(
    tx,
    rows.map(({ id }) => id),
  )
  const periods = await tx
    .selectFrom('ratePeriod')
    .select(['orderId', 'fromDate', 'fixing', 'fixingDate'])
    .where('orderId', '=', anyOf([...orders.keys()]))
    .orderBy('fromDate')
    .execute()
  const found = [...orders.values()].flatMap((financing) => {
    const { row, terms, life } = financing
    const rate = customerRate(parseDecimal(fixing.percentRate), parseDecimal(terms.margin), parseDecimal(terms.floor))
    const own = periods.filter(({ orderId }) => orderId === row.id)
    const standsOn = (day: LocalDate) => own.filter(({ fromDate }) => fromDate <= day).at(-1)
    const isTaken = (day: LocalDate) => {
      const latest = latestFixingDay(day, terms.lookbackBd, life.terms.calendars)
      return (
        latest >= effectiveDate &&
        (next === undefined || latest < next.effectiveDate) &&
        standsOn(day)?.fixingDate !== effectiveDate
      )
    }
    const resets: { on: LocalDate; rate: Rational | null }[] = []
    for (let day = maxDate(addDays(row.fundingDate!, 1), effectiveDate); day < today; day = addDays(day, 1))
      if (isResetDay(terms, day)) resets.push({ on: day, rate: isTaken(day) ? rate : null })
    const first = resets.find((one) => one.rate !== null)
    return first ? [{ financing, rates: resetTo(life.rates, resets), before: standsOn(first.on)?.fixing ?? '0' }] : []
  })
  await tell({ tx, today }, fixing, found)
}

type Told = { financing: Financing; rates: readonly RatePeriod[]; before: string }

/** Tells the difference to date of orders at other rates. */
async function tell({ tx, today }: Pick<UseCaseContext, 'tx' | 'today'>, fixing: Fixing, orders: readonly Told[]): Promise<void> {
  const platformId = await platformIdOf(tx)
  const notices = orders.flatMap(({ financing: { row, terms, life }, rates, before }) => {
    const { client, fund } = restatedBy(life, rates, today, terms.discountMethod)
    const told = [
      { event: 'FINANCE_ORDER_RATE_REVISED' as const, companyIds: [platformId], difference: client },
      { event: 'FINANCE_ORDER_INCOME_REVISED' as const, companyIds: [row.funderId], difference: fund },
    ]
    return told
      .filter(({ difference }) => !M.isZero(difference))
      .map(({ event, companyIds, difference }) => ({
        event,
        companyIds,
        params: {
          type: fixing.type,
          date: fixing.effectiveDate,
          orderNo: row.orderNo,
          before: toShortText(parseDecimal(before)),
          after: toShortText(parseDecimal(fixing.percentRate)),
          amount: M.toDecimal(difference),
          currency: row.currency,
        },
        objectType: 'FINANCE_ORDER',
        objectId: row.id,
        link: `/finance/finance-order/${row.id}/detail`,
      }))
  })
  await notifyAll(tx, notices)
}
