import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from '../app.ts'

const prefix = 'whsec_'
/** A signing secret in the form receivers' libraries take it. */
export const newSigningSecret = () => prefix + randomBytes(32).toString('base64')

/** The signature of a message as Standard Webhooks has it: HMAC-SHA256 of `id.timestamp.body` under the secret's bytes. */
export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

const keyOf = (app: Pick<App, 'installKey'>) => Buffer.from(hkdfSync('sha256', app.installKey, '', 'webhook', 32))
/** Signing needs the secret itself, so it lies encrypted (AES-256-GCM under the install key), not hashed. */
export function sealSigningSecret(app: Pick<App, 'installKey'>, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(app), iv)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}
/** The secret behind a sealed one. */
export function openSigningSecret(app: Pick<App, 'installKey'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
