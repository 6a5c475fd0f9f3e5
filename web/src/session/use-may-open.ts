import { pageAt } from './page-at.ts'
import { mayOpen } from './permissions.ts'
import { useMaybeSession } from './session.ts'

/** Whether the user may open the page at an address, by the permission of its route and the pool mode. */
export function useMayOpen(): (to: string) => boolean {
  const { granted = new Set<string>(), pool = 'OTHER', user } = useMaybeSession() ?? {}
  return (to) => {
    const page = pageAt(to)
    return page === undefined || mayOpen({ granted, pool, user }, page)
  }
}
