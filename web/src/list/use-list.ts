import type { AnyList } from '@usance/wire/list'
import { useColumns } from './use-columns.ts'
import { useConditions } from './use-conditions.ts'
import { useConfigured } from './use-configured.ts'
import { useLastPage } from './use-last-page.ts'
import { type Fixed, useRows, useTotals } from './use-rows.ts'
import { useViews } from './use-views.ts'

/** A list as it is on screen: its conditions, views and columns, and the rows and totals that they bring. */
export function useList<L extends AnyList>(declared: L, fixed: Fixed | undefined) {
  const list = useConfigured(declared)
  const state = useConditions(list)
  const views = useViews(list, fixed !== undefined)
  const columns = useColumns(list, declared, views.current, views.openings)
  const answer = useRows(list, state, fixed, views.isWaiting)
  const isTurning = useLastPage(state, answer)
  const totals = useTotals(list, state, fixed, (answer.shown?.total ?? 0) > 0)
  return { list, fixed, state, views, columns, answer, isTurning, totals }
}

export type ListState<L extends AnyList> = ReturnType<typeof useList<L>>
