import { useEffect } from 'react'
import type { ConditionState } from './use-conditions.ts'

type Page = { total: number; rows: readonly unknown[] }

/**
 * Goes to the last page of a list where the address asks for one behind it, as after the last row of a page was taken away. Returns
 * whether the rows of that page are still on their way: a list with rows is not told to be empty meanwhile.
 */
export function useLastPage(
  { conditions, change }: ConditionState,
  {
    shown,
    isFetching,
    isPlaceholderData,
    isError,
  }: { shown: Page | undefined } & Record<'isFetching' | 'isPlaceholderData' | 'isError', boolean>,
): boolean {
  const total = shown?.total ?? 0
  const last = Math.max(1, Math.ceil(total / conditions.size))
  const isBehind = total > 0 && conditions.page > last
  const isKnown = !isFetching && !isPlaceholderData && !isError
  useEffect(() => {
    if (isBehind && isKnown) change({ ...conditions, page: last }, true)
  }, [isBehind, isKnown, last, conditions, change])
  return total > 0 && shown?.rows.length === 0 && !isError && (isBehind || isPlaceholderData)
}
