import { randomBytes } from 'node:crypto'
import { isApiKey } from './api-key.ts'

/**
 * Returns a new session token: 32 random bytes in base64url. One that begins like an API key is drawn again, because it would be
 * looked up among the keys and refused.
 */
export function newSessionToken(draw: () => string = () => randomBytes(32).toString('base64url')): string {
  for (;;) {
    const token = draw()
    if (!isApiKey(token)) return token
  }
}
