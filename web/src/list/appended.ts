import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export type Paged<T> = { page: number; size: number; total: number; rows: T[] }

/** One shape for every spelling of a page that services answer with. */
export function pagedOf<T>(answer: AnyPage<T>): Paged<T> {
  const rows = answer.list ?? answer.items ?? answer.rows ?? []
  return {
    page: Number(answer.page ?? answer.pageNum ?? 1),
    size: Number(answer.size ?? answer.pageSize ?? 20),
    total: Number(answer.total ?? answer.totalNum ?? rows.length),
    rows,
  }
}
type AnyPage<T> = Partial<
  Record<'list' | 'items' | 'rows', T[]> &
    Record<'page' | 'pageNum' | 'size' | 'pageSize' | 'total' | 'totalNum', number | string>
>

/** Whether more can be loaded after `page`, counted from 0: the next page still begins within the total. */
export const hasMorePages = (page: number, size: number, total: number): boolean => (page + 1) * size <= total

/** Pages one after the other; of two rows with one identity the newer stays in the older's place, rows without are kept. */
export function appendRows<T>(
  pages: readonly (readonly T[])[],
  idOf: (row: T) => unknown = (row) => (row as { id?: unknown }).id,
): T[] {
  const rows: T[] = []
  const place = new Map<unknown, number>()
  for (const row of pages.flat()) {
    const id = idOf(row)
    const at = id === undefined || id === null ? undefined : place.get(id)
    if (at === undefined) {
      place.set(id, rows.length)
      rows.push(row)
    } else rows[at] = row
  }
  return rows
}

/** A list that grows: each further page is appended to what is shown. `load` takes the page counted from 0. */
export function useAppended<T>(options: {
  key: readonly unknown[]
  load: (page: number, size: number, signal: AbortSignal) => Promise<Paged<T>>
  idOf?: (row: T) => unknown
  size?: number
  enabled?: boolean
}) {
  const { key, load, idOf, size = 20, enabled = true } = options
  const query = useInfiniteQuery({
    queryKey: ['appended', ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam, size, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _all, page) => (hasMorePages(page, size, last.total) && last.rows.length > 0 ? page + 1 : undefined),
    enabled,
  })
  return {
    rows: appendRows(query.data?.pages.map((page) => page.rows) ?? [], idOf),
    total: query.data?.pages.at(-1)?.total ?? 0,
    busy: query.isFetching,
    failed: query.error,
    hasMore: query.hasNextPage,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    retry: () => void query.refetch(),
  }
}

/** A value once its content has not changed for so many milliseconds; an object may be a new one with each rendering. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value)
  const content = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides, not the object that carries it
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [content, ms])
  return settled
}
/** Milliseconds after the last key: searching selects and categories, completion, bank lookup. */
export const debounces = { search: 350, category: 350, autocomplete: 500, bank: 100 } as const
