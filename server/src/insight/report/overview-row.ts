import * as M from '@usance/domain/money'
import type { OverviewFigure } from '@usance/wire/report/calls'
import type { DueClaim } from '../../books/servicing/claims.ts'

export type Row = {
  figure: OverviewFigure
  currency: string
  kind: 'LIMIT' | 'ORDER' | 'CLAIM' | 'PAYMENT' | 'POOL' | 'RECEIPT'
  id: string
  no: string
  partyName: string | null
  amount: string
  date: string | null
  /** What settles a claim today. */
  settles?: string
}

/** The claims of an order as rows, one for each day on which some of them are due. */
export const claimRows = (row: Row, days: ReadonlyMap<string, readonly DueClaim[]>): Row[] =>
  (days.get(row.id) ?? []).map(({ dueDate, amount }) => ({ ...row, amount: M.toDecimal(amount), date: dueDate }))
