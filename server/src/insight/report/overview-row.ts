import type { OverviewFigure } from '@usance/wire/report/calls'

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
