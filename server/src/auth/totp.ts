import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../app.ts'

const make = (secret: string, label = '') =>
  new TOTP({ issuer: 'Usance', label, digits: 6, period: 30, algorithm: 'SHA1', secret: Secret.fromBase32(secret) })
export const newTotpSecret = () => new Secret({ size: 20 }).base32
export const totpUri = (secret: string, userName: string) => make(secret, userName).toString()

const keyOf = (app: App) => Buffer.from(hkdfSync('sha256', app.installKey, '', 'totp', 32))
/** Second-factor secrets lie encrypted in the database (AES-256-GCM under the install key). */
export function sealSecret(app: App, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(app), iv)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}
export function openSecret(app: App, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The time step of a right code, or undefined. One step of clock drift either way is accepted. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = make(secret).validate({ token: code, window: 1, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 30_000) + delta
}

/** Accepts a code once: the same code, or an older one, is refused afterwards. */
export async function acceptTotp(app: App, userId: string, code: string): Promise<boolean> {
  const user = await app.db.selectFrom('appUser').select(['mfaSecret']).where('id', '=', userId).executeTakeFirst()
  if (!user?.mfaSecret) return false
  const step = totpStep(openSecret(app, user.mfaSecret), code, app.clock().getTime())
  if (step === undefined) return false
  const taken =
    await sql`update app_user set mfa_last_step = ${step} where id = ${userId} and coalesce(mfa_last_step, 0) < ${step} returning id`.execute(
      app.db,
    )
  return taken.rows.length === 1
}
