import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { App } from '../app.ts'

/** The data behind a keyed hash; each kind has a key of its own. */
export type HashPurpose = 'idempotency' | 'attempts' | 'approval'

/**
 * The hash of data that could be guessed, such as a document number or a typed name. It is keyed with the installation's key: a
 * copy of the database alone cannot test guesses. The key is applied to the SHA-256, so that a plain hash can be keyed later.
 */
export const keyedHash = (app: Pick<App, 'installKey'>, purpose: HashPurpose, text: string): Buffer =>
  keyPlainHash(app, purpose, createHash('sha256').update(text).digest())

/** The keyed hash of data of which an earlier version of the portal kept the plain SHA-256. */
export const keyPlainHash = ({ installKey }: Pick<App, 'installKey'>, purpose: HashPurpose, plain: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', installKey, '', `hash ${purpose}`, 32)))
    .update(plain)
    .digest()
