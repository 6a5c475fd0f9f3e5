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

/** Goes to the sign-in page and remembers where to come back to. */
export function leaveForLogin() {
  if (leaving || location.pathname === '/login') return
  giveUp()
  sessionStore.signOut()
  location.assign(loginAddress(location.pathname + location.search + location.hash))
}

/** The sign-in address for someone who wanted `wanted`. */
export const loginAddress = (wanted: string) => {
  const back = safeBackUrl(wanted)
  return back === '/' ? '/login' : `/login?backUrl=${encodeURIComponent(back)}`
}

/** Only an address inside this portal, and never the sign-in page itself, is gone back to. */
export function safeBackUrl(value: string | null | undefined): string {
  if (!value?.startsWith('/') || /^[/\\]{2}/.test(value) || value.includes('\\')) return '/'
  const url = new URL(value, 'http://usance.invalid')
  return url.host !== 'usance.invalid' || url.pathname === '/login' ? '/' : url.pathname + url.search + url.hash
}
