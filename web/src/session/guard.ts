import { hasAnyRole } from '@usance/wire/roles'
import type { Principal } from '@usance/wire/session/calls'
import { addressFor, mayOpen, type PoolMode } from './permissions.ts'

/** What the guard knows when somebody opens an address. */
export type Entry = {
  path: string
  query: Readonly<Record<string, string | undefined>>
  hasToken: boolean
  /** A visitor's token from an earlier page of this visit. */
  exhibitionToken: string
  /** Undefined while it is not loaded. */
  user: Pick<Principal, 'companyId' | 'companyRole' | 'roles'> | undefined
  /** Whether the user was loaded in the role of the address, after the server has confirmed that role. */
  enteredRole: boolean
  granted: ReadonlySet<string>
  pool: PoolMode
  /** The permission the page asks for, if any. */
  permission: string | undefined
}
export type Decision =
  | { do: 'show' }
  | { do: 'exchange-guidance'; guidance: string }
  | { do: 'keep-exhibition-token'; token: string }
  | { do: 'sign-in' }
  | { do: 'load-user' }
  /** Switches the session to the role of the address, then reloads the page without it. */
  | { do: 'switch-role'; role: string }
  | { do: 'drop-role-parameter' }
  | { do: 'go'; to: string; notice: boolean }
  /** The page stands at another address for this seat; what the address asks besides is kept. */
  | { do: 'move'; to: string }

const publicPath = /^\/(login|reset-pwd)$|^\/error(\/|$)/
const exhibitionPaths = ['/buyer-outlook-exhibition']
const noticePaths = ['/notice/news', '/notice/utilize', '/limite-time-event']
const isOnboarding = (path: string) => path === '/onboarding' || path.startsWith('/onboarding/')

/** Where an address leads, in the order the specification gives: public, visitor, session, role, permission. */
export function decide(entry: Entry): Decision {
  const { path, query } = entry
  if (publicPath.test(path)) return { do: 'show' }
  if (query.guidance) return { do: 'exchange-guidance', guidance: query.guidance }

  if (query.exhibitionToken && exhibitionPaths.includes(path) && query.exhibitionToken !== entry.exhibitionToken)
    return { do: 'keep-exhibition-token', token: query.exhibitionToken }
  // The link opens its own page and no other; another session stays unchanged.
  if (entry.exhibitionToken && exhibitionPaths.includes(path)) return { do: 'show' }
  if (!entry.hasToken && query.notice && noticePaths.includes(path)) return { do: 'show' }
  if (!entry.hasToken && query.specialAccess && isOnboarding(path)) return { do: 'show' }

  if (!entry.hasToken) return { do: 'sign-in' }
  if (!entry.user) return { do: 'load-user' }
  return roleStep(entry, entry.user) ?? permissionStep(entry)
}

function roleStep({ query, granted, enteredRole }: Entry, user: NonNullable<Entry['user']>): Decision | undefined {
  if (query.__role === user.companyRole)
    return enteredRole ? { do: 'switch-role', role: user.companyRole } : { do: 'drop-role-parameter' }
  const wanted = query.__role ?? automaticRole(query, granted, user.companyRole)
  if (!wanted) return undefined
  if (hasAnyRole(user.roles, [wanted], { companyId: user.companyId })) return { do: 'switch-role', role: wanted }
  // A role that is not held is dropped from the address; nobody is ever switched to it, so this never loops.
  return query.__role ? { do: 'drop-role-parameter' } : undefined
}

/** A guided reader of news, and whoever may not see financing payments, works as supplier where that role is held. */
function automaticRole(query: Entry['query'], granted: ReadonlySet<string>, role: string): string | undefined {
  if (role === 'SUPPLIER' || role === 'PLATFORM') return undefined
  const isGuidedReader = role === 'COMPANY' && query.news && query.wasGuided
  return isGuidedReader || !granted.has('payment.financing.view') ? 'SUPPLIER' : undefined
}

function permissionStep({ path, granted, pool, user, permission }: Entry): Decision {
  if (path === '/' || path === '') return { do: 'go', to: firstPage(granted), notice: false }
  const seat = { granted, pool, user }
  const to = addressFor(seat, path)
  if (to !== path) return { do: 'move', to }
  if (mayOpen(seat, { path, permission })) return { do: 'show' }
  return { do: 'go', to: firstPage(granted), notice: true }
}

/** Where somebody lands without an address: home, else the own company, else the refusal page. */
function firstPage(granted: ReadonlySet<string>): string {
  if (granted.has('home.view')) return '/home'
  if (granted.has('org.company.detail') || granted.has('org.company.view')) return '/org/company/detail'
  return '/error/403'
}
