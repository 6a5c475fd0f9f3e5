import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onMessage } from './notices.ts'

const underWay = new WeakMap<QueryClient, 'once' | 'again'>()

/**
 * Asks anew for all that is on screen, but for queries whose `meta` says `isReadOnce`; what is not on screen is asked for when it is opened next. Of many calls meanwhile one
 * more round follows, so that a burst of messages neither cuts answers off nor asks for each of them.
 */
export async function refreshPages(queries: QueryClient): Promise<void> {
  if (underWay.has(queries)) return void underWay.set(queries, 'again')
  try {
    do {
      underWay.set(queries, 'once')
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isReadOnce !== true })
    } while (underWay.get(queries) === 'again')
  } finally {
    underWay.delete(queries)
  }
}

/** A message tells that a record has changed, maybe one that is on screen: the pages are read anew when one arrives. One that
 *  is read in another tab changes none. */
export function useFreshPages() {
  const queries = useQueryClient()
  useEffect(() => onMessage((what) => void (what === 'ARRIVED' && refreshPages(queries))), [queries])
}
