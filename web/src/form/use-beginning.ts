import { useState } from 'react'
import type { Asked } from '../ui/answered.tsx'

/**
 * Returns the query of the record that a form page edits, with the first complete answer for `id` as its data until the page
 * closes. A later refetch of the query, after a lost connection for instance, changes neither the form nor the version that it
 * sends; the server refuses a version that somebody else has replaced. An answer from the cache counts once it is refetched.
 */
export function useBeginning<T>(query: Asked<T> & { isFetching: boolean; isError: boolean }, id = ''): Asked<T> {
  const [kept, keep] = useState<{ id: string; data: T }>()
  const first = kept?.id === id ? kept : undefined
  if (!first && query.data !== undefined && !query.isFetching && !query.isError) keep({ id, data: query.data })
  return { data: first?.data, isLoadingError: !first && query.isError, error: query.error, refetch: query.refetch }
}
