import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from './result-table.tsx'

/** Rows may be selected; a function says why one may not. */
export type Selectable<R> = boolean | ((row: R) => string | undefined)

/** The rows that are selected of those on screen. Another search or page, as `asked` tells them, begins with none. */
export function useSelection<R extends { id: string }>(
  rows: readonly R[] | undefined,
  asked: string,
  selection: Selectable<R> | undefined,
) {
  const [selected, select] = useState<ReadonlyMap<string, R>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search or page starts a new selection
  useEffect(() => select(new Map()), [asked])
  const reasonOf = typeof selection === 'function' ? selection : undefined
  const mayStay = useRef(reasonOf)
  mayStay.current = reasonOf
  useEffect(() => {
    if (rows) select((now) => stillSelected(now, rows, mayStay.current))
  }, [rows])
  const toggle = useCallback(
    (rows: readonly R[], on: boolean) =>
      select((now) => {
        const next = new Map(now)
        for (const row of rows) on ? next.set(row.id, row) : next.delete(row.id)
        return next
      }),
    [],
  )
  const choice = useMemo<Selection<R> | undefined>(
    () =>
      selection
        ? {
            ids: new Set(selected.keys()),
            toggle,
            reason: reasonOf,
          }
        : undefined,
    [selection, selected, toggle, reasonOf],
  )
  return { selected, choice }
}

/**
 * What stays selected when the rows of the page have come again: each as it is now, without those that are gone or that may no
 * longer be selected. Otherwise "Submit 3" would stay after the three were submitted.
 */
export function stillSelected<R extends { id: string }>(
  selected: ReadonlyMap<string, R>,
  rows: readonly R[],
  reasonNot: ((row: R) => string | undefined) | undefined,
): ReadonlyMap<string, R> {
  if (selected.size === 0) return selected
  return new Map(rows.filter((row) => selected.has(row.id) && !reasonNot?.(row)).map((row) => [row.id, row]))
}
