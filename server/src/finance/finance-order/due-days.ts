import { calendarCodesFor } from '@usance/domain/calendar'
import { type DueDays, dueDaysTaken, type TenorTerms } from '@usance/domain/due-days'
import { sql } from 'kysely'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import type { Tx } from '../../database/database.ts'

/** The terms of a product `p` that decide which due days it takes. */
export type TenorRow = TenorTerms & { calendars: string[] }
export const tenorColumns = sql.raw('p.min_tenor, p.max_tenor, p.maturity_offset, p.bd_convention, p.calendars')

/** Which due days a product takes now, in a currency, as a quote would. */
export const dueDaysOf = async (tx: Tx, terms: TenorRow, currency: string, today: string): Promise<DueDays> =>
  dueDaysTaken(terms, today, await calendarsOf(tx, calendarCodesFor(terms.calendars, currency)))
