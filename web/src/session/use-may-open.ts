import { hasAnyRole } from '@usance/wire/roles'
import { pageAt } from './page-at.ts'
import { addressFor, mayOpen } from './permissions.ts'
import { useMaybeSession } from './session.ts'

/**
 * Where the user reads the page at an address; undefined when they may not open it. An address that names another of their seats is left
 * as it is: the page opens in that seat, by what that seat may.
 */
export function useAddress(): (to: string) => string | undefined {
  const { granted = new Set<string>(), pool = 'OTHER', user } = useMaybeSession() ?? {}
  return (to) => {
    const named = new URLSearchParams(to.split('?')[1]).get('__role')
    if (user && named && named !== user.companyRole && hasAnyRole(user.roles, [named], { companyId: user.companyId })) return to
    const seat = { granted, pool, user }
    const address = addressFor(seat, to)
    const page = pageAt(address)
    return page === undefined || mayOpen(seat, page) ? address : undefined
  }
}

/** Whether the user may open the page at an address, by the permission of its route and the pool mode. */
export function useMayOpen(): (to: string) => boolean {
  const addressOf = useAddress()
  return (to) => addressOf(to) !== undefined
}
