import { type RawBuilder, sql } from 'kysely'

/** The calendar date of an instant where the clock is ahead of UTC by so many minutes. */
export const dayInZone = (instant: Date, zoneMinutes: number) =>
  new Date(instant.getTime() + zoneMinutes * 60_000).toISOString().slice(0, 10)

/** The same of a column with an instant, as SQL. */
export const dayInZoneSql = (instant: RawBuilder<unknown>, zoneMinutes: number): RawBuilder<string> =>
  sql<string>`(${instant} at time zone 'UTC' + make_interval(mins => ${zoneMinutes}::int))::date`
