import { customerRate, latestFixingDay } from '@usance/domain/interest'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import * as Exact from '@usance/domain/rational'
import type { OrderLife, RatePeriod } from '@usance/domain/servicing/life'
import { anyOf, type Tx } from '../../database/database.ts'
import { fixingFor, storedAtClose } from './funding-figures.ts'
import type { FundedTerms } from './terms.ts'

/** A funded order as far as its rate is reset. */
export type Floating = {
  row: { id: string; fundingDate: LocalDate | null }
  terms: FundedTerms
  life: Pick<OrderLife, 'rates' | 'terms'>
}

/** Whether a floating rate takes the fixing of its benchmark on a day: every day, or on the first of the month. */
export const isResetDay = ({ resetFrequency, baseRateType }: FundedTerms, day: LocalDate): boolean =>
  Boolean(baseRateType) && (resetFrequency === 'DAILY' || (resetFrequency === 'MONTHLY' && day.endsWith('-01')))

/** Whether the rate of an order is reset on a day. The day of its funding has the rate that was accepted. */
export const isResetOn = ({ row, terms }: Floating, day: LocalDate): boolean => isResetDay(terms, day) && row.fundingDate !== day

/** A rate, and the day of the fixing that it rests on. */
type Standing = { rate: Exact.Rational; fixingDate: LocalDate | null }
type Fixing = NonNullable<Awaited<ReturnType<typeof fixingFor>>>

/**
 * What the reset of an order by a fixing makes of its rate, as it is stored; undefined where no period begins. A fixing of another day is
 * kept though the rate stays the same: the order rests on it from now on. Orders of the older count, which counts each period apart, have
 * one at each change of the rate alone.
 */
export function resetBy({ terms, life }: Floating, { rate: before, fixingDate }: Standing, fixing: Fixing): string | undefined {
  const rate = customerRate(fixing.percentRate, Exact.parseDecimal(terms.margin), Exact.parseDecimal(terms.floor))
  const isNewFixing = fixingDate !== fixing.effectiveDate && !life.terms.countsApart
  return Exact.equals(rate, before) && !isNewFixing ? undefined : Exact.toDecimalText(rate, 6)
}

/** The fixings that the latest rates of some orders rest on, by order; the latest up to a day where one is given. */
export async function fixingDaysOf(
  tx: Tx,
  orderIds: readonly string[],
  upTo?: LocalDate,
): Promise<ReadonlyMap<string, LocalDate | null>> {
  const rows = await tx
    .selectFrom('ratePeriod')
    .distinctOn('orderId')
    .select(['orderId', 'fixingDate'])
    .where('orderId', '=', anyOf(orderIds))
    .$if(upTo !== undefined, (query) => query.where('fromDate', '<=', upTo!))
    .orderBy('orderId')
    .orderBy('fromDate', 'desc')
    .execute()
  return new Map(rows.map(({ orderId, fixingDate }) => [orderId, fixingDate]))
}

/**
 * The rates of some orders with those of the coming resets, by order: what the closes of the coming days make of them if no other fixing is
 * published (decision 323). Of a day that is over they are what was known at its close.
 */
export async function ratesAhead(
  tx: Tx,
  orders: readonly Floating[],
  asOf?: LocalDate,
): Promise<(order: Floating) => readonly RatePeriod[]> {
  const floating = orders.filter(({ terms }) => terms.baseRateType && ['DAILY', 'MONTHLY'].includes(terms.resetFrequency))
  const found = new Map<string, readonly RatePeriod[]>()
  if (floating.length > 0) {
    const { businessDate } = await tx
      .selectFrom('businessDay')
      .select('businessDate')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const from = asOf ?? businessDate
    const known = await fixingsKnown(tx, floating, from < businessDate ? from : undefined)
    const days = await fixingDaysOf(
      tx,
      floating.map(({ row }) => row.id),
      from,
    )
    for (const order of floating)
      found.set(order.row.id, await withResets(order, { from, fixingDate: days.get(order.row.id) ?? null, known }))
  }
  return (order) => found.get(order.row.id) ?? order.life.rates
}

type Known = { last: ReadonlyMap<string, LocalDate>; on: (order: Floating, day: LocalDate) => Promise<Fixing | undefined> }

/** The fixings that some orders reset by, with the last of each benchmark. Each is read once, however many orders take it. */
async function fixingsKnown(tx: Tx, orders: readonly Floating[], onceClosed: LocalDate | undefined): Promise<Known> {
  const types = [...new Set(orders.flatMap(({ terms }) => terms.baseRateType ?? []))]
  const rows = await tx
    .selectFrom('baseRateFixing')
    .select(({ fn }) => ['type', fn.max('effectiveDate').as('on')])
    .where('type', 'in', types)
    .$if(onceClosed !== undefined, (query) => query.where(storedAtClose(onceClosed!)))
    .groupBy('type')
    .execute()
  const read = new Map<string, Promise<Fixing | undefined>>()
  return {
    last: new Map(rows.map(({ type, on }) => [type, on])),
    on: ({ terms }, day) => {
      const type = terms.baseRateType ?? ''
      const key = `${type} ${day} ${terms.lookbackBd} ${terms.calendars.join()}`
      const fixing = read.get(key) ?? fixingFor(tx, type, day, terms, onceClosed)
      read.set(key, fixing)
      return fixing
    },
  }
}

/** The rates of an order with its resets from a day on, up to the one that takes the last fixing: later ones change nothing. */
async function withResets(
  order: Floating,
  { from, fixingDate, known }: { from: LocalDate; fixingDate: LocalDate | null; known: Known },
): Promise<readonly RatePeriod[]> {
  const { terms, life } = order
  const rates = life.rates.filter((one, index) => index === 0 || one.from <= from)
  const latest = rates.at(-1)
  const lastFixing = known.last.get(terms.baseRateType ?? '')
  if (!latest || lastFixing === undefined) return rates
  let standing: Standing = { rate: latest.rate, fixingDate }
  for (let day = maxDate(from, addDays(latest.from, 1)); ; day = addDays(day, 1)) {
    if (!isResetOn(order, day)) continue
    const fixing = await known.on(order, day)
    const text = fixing && resetBy(order, standing, fixing)
    if (fixing && text !== undefined) {
      standing = { rate: Exact.parseDecimal(text), fixingDate: fixing.effectiveDate }
      rates.push({ from: day, rate: standing.rate })
    }
    if (latestFixingDay(day, terms.lookbackBd, life.terms.calendars) >= lastFixing) return rates
  }
}
