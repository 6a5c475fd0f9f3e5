import type { CashRow } from '@usance/wire/report/calls'
import { type RawBuilder, sql } from 'kysely'

/** A movement with its currency; the amount as it is stored. */
export type Found = CashRow & { currency: string }

/** Orders that are applied for and not funded. */
export const onTheirWay = sql`('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING')`

/** Whose movements are asked for, of an order `o`: the caller's company, whether it lends, and whether it reads the order as who lends. */
export type Sides = { me: string; isLender: RawBuilder<boolean>; reads: RawBuilder<boolean> }
