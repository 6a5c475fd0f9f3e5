import { customerRate, latestFixingDay } from '@usance/domain/interest'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal, toShortText } from '@usance/domain/rational'
import type { RatePeriod } from '@usance/domain/servicing/life'
import { interestEndOf, type LateReset, resetTo, restatedBy } from '@usance/domain/servicing/restated'
import { sql } from 'kysely'
import { byOrder, type Financing, loadFinancings, platformIdOf } from '../../books/servicing/load-order.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { isResetDay } from '../../books/servicing/rates-ahead.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notifyAll } from '../../notify/notify.ts'

/** A fixing in its latest revision. */
type Fixing = { type: string; effectiveDate: string; percentRate: string }

/** A fixing that was corrected, or one that was added after the day on which it would have been taken. */
type Changed = Fixing & { isLate: boolean }

type Context = Pick<UseCaseContext, 'tx' | 'today'>

/** So many orders are restated at a time: other requests get their turn between. */
const atOnce = 250

/**
 * Notifies staff and funder of each order that was priced or reset by an older revision of a fixing, and of each whose rate was reset
 * without a fixing that was only added later. No order is priced again: the notice states the difference to date, to staff in the
 * client's interest, to the funder in its own. It ends where the interest of the order did. However many fixings change at once, an
 * order is restated once and told of once.
 */
export async function tellChanged({ tx, today }: Context, changed: readonly Changed[]): Promise<void> {
  await elevate(tx)
  for (const type of new Set(changed.map((one) => one.type))) {
    const own = changed.filter((one) => one.type === type)
    const revised = await restingOn(
      tx,
      own.filter(({ isLate }) => !isLate),
    )
    const late = await lateOf({ tx, today }, type, dated(own.filter(({ isLate }) => isLate)))
    const latestDay = latestDays()
    const ids = [...new Set([...revised.orderIds, ...late.orderIds])].sort()
    for (let start = 0; start < ids.length; start += atOnce) {
      const part = ids.slice(start, start + atOnce)
      const periods = await periodsOf(tx, part)
      const orders = [...(await loadFinancings(tx, part)).values()]
      const lostOn = await lossDaysOf(tx, part)
      await tell(
        tx,
        orders.map((financing) => {
          const until = interestEndOf(financing.life, today, lostOn.get(financing.row.id))
          const restated = withRevised(financing, periods(financing.row.id), { revised: revised.fixings, until })
          return late.orderIds.has(financing.row.id)
            ? withLate(restated, periods(financing.row.id), { inForce: late.inForce, first: late.first!, latestDay })
            : restated
        }),
      )
    }
  }
}

type ByDate = ReadonlyMap<LocalDate, Fixing>
const dated = (fixings: readonly Fixing[]): ByDate => new Map(fixings.map((one) => [one.effectiveDate, one]))

/** The orders whose rate rests on one of some corrected fixings of one benchmark. */
async function restingOn(tx: Tx, fixings: readonly Fixing[]): Promise<{ fixings: ByDate; orderIds: ReadonlySet<string> }> {
  if (fixings.length === 0) return { fixings: new Map(), orderIds: new Set() }
  const rows = await tx
    .selectFrom('ratePeriod')
    .select('orderId')
    .distinct()
    .where('baseRateType', '=', fixings[0]!.type)
    .where(sql<boolean>`fixing_date = any(${fixings.map(({ effectiveDate }) => effectiveDate)}::date[])`)
    .where('fixing', 'is not', null)
    .execute()
  return { fixings: dated(fixings), orderIds: new Set(rows.map(({ orderId }) => orderId)) }
}

type InForce = (day: LocalDate) => Fixing | undefined

/** The orders that late fixings may reach; the first of these fixings, and which of them is in force on a day, if one is. */
async function lateOf(
  { tx, today }: Context,
  type: string,
  late: ByDate,
): Promise<{ orderIds: ReadonlySet<string>; first: LocalDate | undefined; inForce: InForce }> {
  const first = [...late.keys()].sort()[0]
  if (first === undefined) return { orderIds: new Set(), first, inForce: () => undefined }
  // The look-back takes at least as many days: a fixing that is published on time reaches no day that is over.
  const { rows } = await sql<{ id: string }>`select o.id from finance_order o where o.funded_terms ->> 'baseRateType' = ${type}
    and o.funded_terms ->> 'resetFrequency' <> 'NONE' and ${first}::date + (o.funded_terms ->> 'lookbackBd')::int < ${today}::date
    and (o.status in ${runningStatuses} or o.settled_on > ${first}
      or exists (select from write_off w where w.order_id = o.id and w.status = 'PASSED' and w.written_off_on > ${first})
      or o.status = 'CONVERTED' and exists (select from repayment r
        where r.order_id = o.id and r.status = 'POSTED' and r.value_date > ${first}))`.execute(tx)
  const stored = await tx
    .selectFrom('baseRateFixing')
    .select('effectiveDate')
    .distinct()
    .where('type', '=', type)
    .where('effectiveDate', '>=', first)
    .orderBy('effectiveDate')
    .execute()
  return {
    orderIds: new Set(rows.map(({ id }) => id)),
    first,
    inForce: remembered((day: LocalDate) => {
      const latest = stored.findLast(({ effectiveDate }) => effectiveDate <= day)
      return latest && late.get(latest.effectiveDate)
    }),
  }
}

/** A function that works each answer out once. */
function remembered<A>(work: (key: string) => A): (key: string) => A {
  const known = new Map<string, { answer: A }>()
  return (key) => {
    const kept = known.get(key) ?? { answer: work(key) }
    known.set(key, kept)
    return kept.answer
  }
}

type LatestDay = ({ life, terms }: Financing, day: LocalDate) => LocalDate

/** The latest day whose fixing a reset takes, worked out once for all orders of the same calendars and look-back. */
function latestDays(): LatestDay {
  const known = new Map<string, LocalDate>()
  return ({ life, terms }, day) => {
    const key = `${day} ${terms.lookbackBd} ${terms.calendars.join()}`
    const latest = known.get(key) ?? latestFixingDay(day, terms.lookbackBd, life.terms.calendars)
    known.set(key, latest)
    return latest
  }
}

/** The days on which some orders were written off, by order; those that were not lost have none. */
async function lossDaysOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, LocalDate>> {
  const rows = await tx
    .selectFrom('writeOff')
    .select(['orderId', 'writtenOffOn'])
    .where('orderId', '=', anyOf(orderIds))
    .where('status', '=', 'PASSED')
    .execute()
  return new Map(rows.flatMap(({ orderId, writtenOffOn }) => (writtenOffOn ? [[orderId, writtenOffOn]] : [])))
}

type Period = { orderId: string; fromDate: LocalDate; fixing: string | null; fixingDate: LocalDate | null; margin: string }

/** The rate periods of some orders, by order, the earliest first. */
async function periodsOf(tx: Tx, orderIds: readonly string[]): Promise<(orderId: string) => readonly Period[]> {
  const rows = await tx
    .selectFrom('ratePeriod')
    .select(['orderId', 'fromDate', 'fixing', 'fixingDate', 'margin'])
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('fromDate')
    .execute()
  return byOrder(rows)
}

/** An order at other rates up to the day its interest ended, with each fixing that makes them other and the one that it rests on. */
type Restated = {
  financing: Financing
  until: LocalDate
  rates: readonly RatePeriod[]
  by: readonly { fixing: Fixing; before: string }[]
}

/** An order with the corrected values of the fixings that it rests on. */
function withRevised(
  financing: Financing,
  periods: readonly Period[],
  { revised, until }: { revised: ByDate; until: LocalDate },
): Restated {
  const floor = parseDecimal(financing.terms.floor)
  const by = new Map<LocalDate, { fixing: Fixing; before: string }>()
  const periodFrom = new Map(periods.map((one) => [one.fromDate, one]))
  const rates = financing.life.rates.map((rate) => {
    const period = periodFrom.get(rate.from)
    const fixing = period?.fixing && period.fixingDate ? revised.get(period.fixingDate) : undefined
    if (!period?.fixing || !fixing) return rate
    if (!by.has(fixing.effectiveDate)) by.set(fixing.effectiveDate, { fixing, before: period.fixing })
    return { ...rate, rate: customerRate(parseDecimal(fixing.percentRate), parseDecimal(period.margin), floor) }
  })
  return { financing, until, rates, by: [...by.values()] }
}

type Late = { inForce: InForce; first: LocalDate; latestDay: LatestDay }

/** The same with the late fixings on the days on which they would have been taken; the accepted rate of a funding stands. */
function withLate(restated: Restated, periods: readonly Period[], { inForce, first, latestDay }: Late): Restated {
  const { until } = restated
  const { row, terms } = restated.financing
  const [margin, floor] = [parseDecimal(terms.margin), parseDecimal(terms.floor)]
  const by = new Map<LocalDate, { fixing: Fixing; before: string }>()
  const resets: LateReset[] = []
  let at = -1
  for (let day = maxDate(addDays(row.fundingDate!, 1), first); day < until; day = addDays(day, 1)) {
    if (!isResetDay(terms, day)) continue
    while ((periods[at + 1]?.fromDate ?? until) <= day) at++
    const fixing = inForce(latestDay(restated.financing, day))
    const isTaken = fixing !== undefined && periods[at]?.fixingDate !== fixing.effectiveDate
    if (isTaken && !by.has(fixing.effectiveDate)) by.set(fixing.effectiveDate, { fixing, before: periods[at]?.fixing ?? '0' })
    const rate = isTaken ? customerRate(parseDecimal(fixing.percentRate), margin, floor) : undefined
    resets.push({ on: day, late: fixing && rate ? { rate, fixingDate: fixing.effectiveDate } : null })
  }
  return by.size === 0 ? restated : { ...restated, rates: resetTo(restated.rates, resets), by: [...restated.by, ...by.values()] }
}

/** What a notice says of the fixings by which an order is restated. */
function fixingsTold(by: Restated['by']) {
  const { fixing, before } = by[0]!
  const { type } = fixing
  if (by.length === 1) {
    const [was, is] = [before, fixing.percentRate].map((text) => toShortText(parseDecimal(text)))
    return { isOne: true, params: { type, date: fixing.effectiveDate, before: was!, after: is! } } as const
  }
  const days = by.map((one) => one.fixing.effectiveDate).sort()
  return { isOne: false, params: { type, count: by.length, fromDate: days[0]!, toDate: days.at(-1)! } } as const
}

/** Tells the difference to date, or to their end, of orders at other rates. */
async function tell(tx: Tx, orders: readonly Restated[]): Promise<void> {
  const platformId = await platformIdOf(tx)
  const notices = orders.flatMap(({ financing: { row, terms, life }, until, rates, by }) => {
    if (by.length === 0) return []
    const { isOne, params } = fixingsTold(by)
    const { client, fund } = restatedBy(life, rates, until, terms.discountMethod)
    const [ofRate, ofIncome] = isOne
      ? (['FINANCE_ORDER_RATE_REVISED', 'FINANCE_ORDER_INCOME_REVISED'] as const)
      : (['FINANCE_ORDER_RATES_REVISED', 'FINANCE_ORDER_INCOMES_REVISED'] as const)
    const told = [
      { event: ofRate, companyId: platformId, difference: client },
      { event: ofIncome, companyId: row.funderId, difference: fund },
    ]
    return told
      .filter(({ difference }) => !M.isZero(difference))
      .map(({ event, companyId, difference }) => ({
        event,
        companyIds: [companyId],
        params: { ...params, orderNo: row.orderNo, amount: M.toDecimal(difference), currency: row.currency },
        objectType: 'FINANCE_ORDER',
        objectId: row.id,
        link: `/finance/finance-order/${row.id}/detail`,
      }))
  })
  await notifyAll(tx, notices)
}
