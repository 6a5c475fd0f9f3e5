import type { App } from '../app.ts'
import { hashToken } from './hash-token.ts'

const proved = new WeakMap<App, Map<string, string>>()
const mostKept = 20_000
const keyOf = (token: string) => hashToken(token).toString('latin1')

/** Records the session or key of a verified token, so that its calls are counted for it and not for its address. */
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

/** Drops a token that was refused. */
export const forgetProved = (app: App, token: string): void => void proved.get(app)?.delete(keyOf(token))

/** The session or key of a verified token, or undefined for an unknown one. It grants nothing. */
export const provedId = (app: App, token: unknown): string | undefined =>
  typeof token === 'string' && token.length <= 200 ? proved.get(app)?.get(keyOf(token)) : undefined
