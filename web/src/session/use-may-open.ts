import { pageAt } from './page-at.ts'
import { mayOpen } from './permissions.ts'
import { useMaybeSession } from './session.ts'

/** Whether the page at an address of the portal opens for the user, by the permission that its route declares. */
export function useMayOpen(): (to: string) => boolean {
  const granted = useMaybeSession()?.granted ?? new Set<string>()
  return (to) => {
    const page = pageAt(to)
    return page === undefined || mayOpen(granted, page)
  }
}
