import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'

/** Queries on screen whose last refetch failed, so that the page still shows the answer before. */
const staleQueries = (cache: QueryCache) =>
  cache
    .findAll({ type: 'active' })
    .filter(({ state, meta }) => state.status === 'error' && state.data !== undefined && !meta?.tellsItself)

/** Tells that a part of the page could not be refetched, and offers to try again; forms stay as they are. */
export function StaleBanner() {
  const text = useText()
  const cache = useQueryClient().getQueryCache()
  const isStale = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => staleQueries(cache).length > 0,
  )
  return isStale ? (
    <div className="offline" role="status">
      {text('common.error.stale')}{' '}
      <Button
        small
        icon="reload"
        onClick={() => void Promise.all(staleQueries(cache).map((query) => query.fetch().catch(() => undefined)))}
      >
        {text('common.retry')}
      </Button>
    </div>
  ) : null
}
