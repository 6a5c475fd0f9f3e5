import type { LocalDate } from '@usance/domain/local-date'
import type { CashRow } from '@usance/wire/report/calls'
import { type RawBuilder, sql } from 'kysely'

/** A movement with its currency; the amount as it is stored. */
export type Found = CashRow & { currency: string }

/** Orders that are applied for and not funded. */
export const onTheirWay = sql`('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING')`

/**
 * Whose movements are asked for, of an order `o`: whether the caller's company lends, whether it reads the order as who lends, and whether it sells or
 * owes, each as far as the seat reads that side (decision 295).
 */
export type Sides = Record<'isLender' | 'reads' | 'sells' | 'owes', RawBuilder<boolean>>

/** The currency and the days that are asked for, on a business date. */
export type Asked = { currency: string; from: LocalDate; to: LocalDate; today: LocalDate }

/** SQL: whether what is expected on a day, or today where that is past, falls on the days that are asked for. */
export const isExpected = (day: RawBuilder<unknown>, { from, to, today }: Asked): RawBuilder<boolean> =>
  sql`greatest(${day}, ${today}::date) between ${from} and ${to}`
