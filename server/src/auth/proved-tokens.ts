import type { App } from '../app.ts'
import { hashToken } from './hash-token.ts'

const proved = new WeakMap<App, Map<string, string>>()
const mostKept = 20_000
const keyOf = (token: string) => hashToken(token).toString('latin1')

/** Remembers which session or key a token was proved to be, so that its calls are counted for it and not for its address. */
export function rememberProved(app: App, token: string, id: string): void {
  const kept = proved.get(app) ?? new Map<string, string>()
  proved.set(app, kept)
  const key = keyOf(token)
  kept.delete(key)
  kept.set(key, id)
  if (kept.size > mostKept) {
    const [oldest = key] = kept.keys()
    kept.delete(oldest)
  }
}

/** Forgets a token that turned out to be none, or no longer one. */
export const forgetProved = (app: App, token: string): void => void proved.get(app)?.delete(keyOf(token))

/** The session or key a token was proved to be, or undefined for one that was made up. It grants nothing. */
export const provedId = (app: App, token: unknown): string | undefined =>
  typeof token === 'string' && token.length <= 200 ? proved.get(app)?.get(keyOf(token)) : undefined
