import { sessionStore } from './store.ts'

let leaving = false
/** Whether the page is on its way to the sign-in page, so that nothing more is asked for or told. */
export const isLeaving = () => leaving

const keepers = new Set<() => unknown>()
/** Calls `keep` before the page is given up for the sign-in page; answers how to stop. */
export function whenLeaving(keep: () => unknown): () => void {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

/**
 * Gives the page up without a question, because its session is no longer the one it was opened with. What was typed is kept,
 * unless its user signs out.
 */
export function giveUp({ kept = true } = {}) {
  leaving = true
  if (kept) for (const keep of keepers) keep()
}

/** The reason for the sign-in page, which shows it. */
export const endings = ['expired', 'seat', 'guidance', 'guided'] as const
export type Ending = (typeof endings)[number]

/** Goes to the sign-in page after the end of the session, and remembers the present address. */
export function leaveForLogin(why: Ending = 'expired') {
  if (leaving || location.pathname === '/login') return
  giveUp()
  sessionStore.signOut()
  location.assign(loginAddress(location.pathname + location.search + location.hash, why))
}

/** The address of the sign-in page for a user who wanted `wanted`, with the reason that the page shows. */
export const loginAddress = (wanted: string, why?: Ending) => {
  const back = safeBackUrl(wanted)
  const query = new URLSearchParams()
  if (back !== '/') query.set('backUrl', back)
  if (why) query.set('why', why)
  return query.size === 0 ? '/login' : `/login?${query}`
}

const here = 'http://usance.invalid'
const resolved = (value: string): URL | undefined => {
  try {
    return new URL(value, here)
  } catch {
    return undefined
  }
}

/**
 * Returns the address to go back to: a path of this portal other than the sign-in page, else `/`. The resolved address is
 * checked, not the given one: `/.//host` resolves to `//host`, which a browser takes for another host.
 */
export function safeBackUrl(value: string | null | undefined): string {
  const url = value?.startsWith('/') ? resolved(value) : undefined
  if (!url || url.origin !== here || url.pathname.replace(/\/+$/, '') === '/login') return '/'
  const back = url.pathname + url.search + url.hash
  const again = resolved(back)
  return again?.origin === here && again.href === url.href ? back : '/'
}
