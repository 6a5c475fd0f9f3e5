import { inverseOf, isInversePair, isKeptPair } from '@usance/domain/fx'
import { addDays, type LocalDate } from '@usance/domain/local-date'
import { isFarFrom } from '@usance/domain/unusual-figure'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyField } from '../../http/refused.ts'
import type { Kind, ValuesOf } from './kind.ts'
import { keepRate } from './rates-in-force.ts'
import { tellChanged } from './revised-fixing.ts'
import { aloneIn, refuseStale } from './stale.ts'
import { listed, rangeOf } from './titles.ts'
import { farFromFormer } from './unusual.ts'

/** What has one fixing: a benchmark on a day. */
export const fixingOf = ({ type, effectiveDate }: Record<'type' | 'effectiveDate', string>): string => `${type} ${effectiveDate}`

/** The last day whose fixing is taken in on a day: who figures the resets of coming days goes as far as the last one (decision 286). */
export const lastFixingDay = (today: LocalDate): LocalDate => addDays(today, 31)

/** What has one exchange rate: two currencies on a day, whichever of them is named first. */
export const pairOf = ({
  fromCurrency,
  toCurrency,
  rateDate,
}: Record<'fromCurrency' | 'toCurrency' | 'rateDate', string>): string =>
  `${[fromCurrency, toCurrency].sort().join(' ')} ${rateDate}`

/** Refuses a change of which one line would silently take the place of another. */
function refuseTwice(field: string, keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw faultyField(field, 'RATE_TWICE')
}

type InForce = { inForceDate: string | null; inForce: string | null }
/**
 * What has a rate of its own on the day of a line. An older one that is in force there stays as it is; to add a day after it takes its
 * place nowhere.
 */
const ownOf = ({ inForceDate, inForce }: Partial<InForce>, day: string): string | null =>
  inForceDate === day ? (inForce ?? null) : null

/** The fixing in force on the day of each line, with its revision. */
async function fixingsNow(tx: Tx, fixings: ValuesOf<'RATE'>['fixings']) {
  const { rows } = await sql<{ type: string; effectiveDate: string; revision: number | null } & InForce>`
    select p.type, p.effective_date, f.effective_date as in_force_date, trim_scale(f.percent_rate)::text as in_force, f.revision
    from unnest(${fixings.map(({ type }) => type)}::text[], ${fixings.map((one) => one.effectiveDate)}::date[])
      with ordinality as p (type, effective_date, place)
    left join lateral (
      select effective_date, percent_rate, revision from base_rate_fixing b
      where b.type = p.type and b.effective_date <= p.effective_date
      order by effective_date desc, revision desc limit 1) f on true
    order by p.place`.execute(tx)
  return rows
}

/** Fixings of benchmarks. The value before a change is the fixing in force on each day, in percent a year. */
export const rateKind: Kind<'RATE'> = {
  permission: 'system.rate.edit',
  page: '/system/rate',
  businessType: () => 'RATE',
  async prepare(tx, { values: { fixings } }, today) {
    const known = await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'BASE_RATE_TYPE').execute()
    if (fixings.some(({ type }) => !known.some(({ dicKey }) => dicKey === type))) throw faultyField('fixings', 'NO_FIXING')
    const latest = lastFixingDay(today)
    const tooLate = fixings.findIndex(({ effectiveDate }) => effectiveDate > latest)
    if (tooLate >= 0) throw faultyField(`fixings.${tooLate}.effectiveDate`, 'DAY_TOO_LATE', { latest })
    refuseTwice('fixings', fixings.map(fixingOf))
    const before = (await fixingsNow(tx, fixings)).map(({ revision: _, ...shown }) => shown)
    const only = fixings.length === 1 ? ` = ${fixings[0]!.percentRate}%` : ''
    return {
      before,
      title: `${listed(fixings.map(({ type }) => type))} · ${rangeOf(fixings.map((one) => one.effectiveDate))}${only}`,
      concerns: [],
      warnings: farFromFormer(fixings.some(({ percentRate }, place) => isFarFrom(before[place]?.inForce, percentRate))),
    }
  },
  async apply({ tx, today }, { values: { fixings, source } }, shown) {
    await aloneIn(tx, 'RATE')
    const now = await fixingsNow(tx, fixings)
    refuseStale<Omit<(typeof now)[number], 'revision'>>(shown ?? [], now, (one) => [fixingOf(one), ownOf(one, one.effectiveDate)])
    const changed = fixings.flatMap((fixing, place) => {
      const { revision, ...standing } = now[place]!
      const own = ownOf(standing, fixing.effectiveDate)
      if (own === null) return [{ ...fixing, revision: 0 }]
      return Number(own) === Number(fixing.percentRate) ? [] : [{ ...fixing, revision: revision! + 1 }]
    })
    if (changed.length === 0) return
    await tx
      .insertInto('baseRateFixing')
      .values(
        changed.map(({ type, effectiveDate, percentRate, revision }) => ({
          id: newId(),
          type,
          effectiveDate,
          percentRate,
          source,
          revision,
        })),
      )
      .execute()
    // Once all of them are stored: each is in force until the next one. No order is priced again.
    await tellChanged(
      { tx, today },
      changed
        .map(({ revision, ...fixing }) => ({ ...fixing, isLate: revision === 0 }))
        .filter(({ isLate, effectiveDate }) => !isLate || effectiveDate < today),
    )
  },
}

type Pair = { rate: string; inverse?: string | undefined }
const inverseKept = ({ rate, inverse }: Pair) => inverse ?? inverseOf(rate)

/** The exchange rate in force on the day of each line, in its direction. */
async function pairsNow(tx: Tx, rates: ValuesOf<'FX'>['rates']) {
  const { rows } = await sql<{ fromCurrency: string; toCurrency: string; rateDate: string } & InForce>`
    select p.from_currency, p.to_currency, p.rate_date, r.rate_date as in_force_date,
      trim_scale(case when r.from_currency = p.from_currency then r.rate else r.inverse end)::text as in_force
    from unnest(${rates.map((one) => one.fromCurrency)}::text[], ${rates.map((one) => one.toCurrency)}::text[],
      ${rates.map((one) => one.rateDate)}::date[]) with ordinality as p (from_currency, to_currency, rate_date, place)
    left join lateral (
      select from_currency, rate_date, rate, inverse from fx_rate f
      where f.rate_date <= p.rate_date
        and ((f.from_currency = p.from_currency and f.to_currency = p.to_currency)
          or (f.from_currency = p.to_currency and f.to_currency = p.from_currency))
      order by rate_date desc limit 1) r on true
    order by p.place`.execute(tx)
  return rows
}

/** Exchange rates. The value before a change is the rate in force on each day, in whichever direction it was entered. */
export const fxKind: Kind<'FX'> = {
  permission: 'system.rate.edit',
  page: '/system/rate',
  businessType: () => 'RATE',
  async prepare(tx, { values: { rates } }) {
    for (const one of rates) {
      if (one.fromCurrency === one.toCurrency) throw faultyField('rates', 'CURRENCY_MISMATCH')
      if (!isKeptPair(one.rate, one.inverse)) throw faultyField('rates', 'FX_RATE_MIN')
      if (one.inverse !== undefined && !isInversePair(one.rate, one.inverse)) throw faultyField('rates', 'FX_RATE_PAIR')
    }
    refuseTwice('rates', rates.map(pairOf))
    const before = await pairsNow(tx, rates)
    const only = rates.length === 1 ? ` = ${rates[0]!.rate}` : ''
    return {
      before,
      title: `${listed(rates.map((one) => `${one.fromCurrency}/${one.toCurrency}`))} · ${rangeOf(rates.map((one) => one.rateDate))}${only}`,
      concerns: [],
      warnings: farFromFormer(rates.some(({ rate }, place) => isFarFrom(before[place]?.inForce, rate, true))),
    }
  },
  async apply({ tx }, { values: { rates } }, shown) {
    await aloneIn(tx, 'FX')
    refuseStale(shown ?? [], await pairsNow(tx, rates), (one) => [pairOf(one), ownOf(one, one.rateDate)])
    for (const row of rates) await keepRate(tx, newId(), { ...row, inverse: inverseKept(row) })
  },
}
