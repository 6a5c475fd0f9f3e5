import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from '../app.ts'

/** What lies sealed; each has a key of its own, so that one kind of text never opens as another. */
export type SealPurpose = 'totp' | 'webhook' | 'identity' | 'mail' | 'signIn'

const keyOf = ({ installKey }: Pick<App, 'installKey'>, purpose: SealPurpose) =>
  Buffer.from(hkdfSync('sha256', installKey, '', purpose, 32))

/** Text that must be read again but must not lie open in the database: AES-256-GCM under a key of the installation, base64. */
export function sealText(app: Pick<App, 'installKey'>, purpose: SealPurpose, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(app, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The text behind a sealed one; throws when it was sealed elsewhere or changed. */
export function openText(app: Pick<App, 'installKey'>, purpose: SealPurpose, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
