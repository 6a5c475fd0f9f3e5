import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
/** A signing secret in the form receivers' libraries take it. */
export const newSigningSecret = () => prefix + randomBytes(32).toString('base64')

/** The signature of a message as Standard Webhooks has it: HMAC-SHA256 of `id.timestamp.body` under the secret's bytes. */
export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`
