import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AnyTable } from '@usance/wire/list'
import { useCallback, useMemo, useRef } from 'react'
import {
  type Conditions,
  type FilterValues,
  filtersOf,
  filterValues,
  readConditions,
  strangeConditions,
  writeConditions,
} from './conditions.ts'

export type ConditionState = {
  conditions: Conditions
  /** With `replaces` the present address is not a step of its own to go back to. */
  change: (next: Conditions, replaces?: boolean) => void
  /** Replaces the search; back to page 1. */
  search: (filters: FilterValues) => void
  /** What the address asks for and the list does not have; `forget` takes one of it out of the address. */
  strange?: { conditions: Readonly<Record<string, string>>; forget: (name: string) => void }
  /** The address's isEqual, for the first query only. */
  isEqual: string | undefined
}

const inOrder = (filters: FilterValues) => JSON.stringify(Object.entries(filters).sort())

/** The list's conditions, kept in the address, so that a link or the back button brings them back. */
export function useConditions(list: AnyTable): ConditionState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const conditions = useMemo(() => readConditions(list, search), [list, search])
  const first = useRef({ conditions, isEqual: typeof search.isEqual === 'string' ? search.isEqual : undefined })
  const change = useCallback(
    (next: Conditions, replaces = false) => {
      first.current.isEqual = undefined
      void navigate({ to: '.', search: writeConditions(list, search, next), replace: replaces, resetScroll: false })
    },
    [list, search, navigate],
  )
  return {
    conditions,
    change,
    search: (filters) => {
      const isSame = conditions.page === 1 && inOrder(filters) === inOrder(filterValues(conditions.filters))
      // Who searches for the same again wants to see whether something has changed.
      if (isSame) void queries.invalidateQueries({ queryKey: ['list', list.id] })
      else change({ ...conditions, page: 1, filters: filtersOf(filters) })
    },
    strange: {
      conditions: useMemo(() => strangeConditions(list, search), [list, search]),
      forget: (name) => void navigate({ to: '.', search: { ...search, [name]: undefined }, replace: true }),
    },
    isEqual: first.current.isEqual,
  }
}
