import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../app.ts'
import { openText } from './sealed-text.ts'

const make = (secret: string, label = '') =>
  new TOTP({ issuer: 'Usance', label, digits: 6, period: 30, algorithm: 'SHA1', secret: Secret.fromBase32(secret) })
export const newTotpSecret = () => new Secret({ size: 20 }).base32
export const totpUri = (secret: string, userName: string) => make(secret, userName).toString()

/** The time step of a right code, or undefined. One step of clock drift either way is accepted. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = make(secret).validate({ token: code, window: 1, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 30_000) + delta
}

/** Accepts a code once: the same code, or an older one, is refused afterwards. */
export async function acceptTotp(app: App, userId: string, code: string): Promise<boolean> {
  const user = await app.asideDb.selectFrom('appUser').select(['mfaSecret']).where('id', '=', userId).executeTakeFirst()
  if (!user?.mfaSecret) return false
  const step = totpStep(openText(app, 'totp', user.mfaSecret), code, app.clock().getTime())
  if (step === undefined) return false
  const taken =
    await sql`update app_user set mfa_last_step = ${step} where id = ${userId} and coalesce(mfa_last_step, 0) < ${step} returning id`.execute(
      app.asideDb,
    )
  return taken.rows.length === 1
}
