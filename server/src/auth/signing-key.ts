import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'

/** What an installation signs for others to check; each purpose has a key of its own, so that no signature passes for another. */
type SigningPurpose = 'audit-head' | 'close-pack'

// The DER frame of a raw Ed25519 private key (RFC 8410).
const frame = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key of a purpose, derived from the installation's key, which lies outside the database. */
export function signingKey(installKey: Buffer, purpose: SigningPurpose): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', installKey, '', purpose, 32))
  return createPrivateKey({ key: Buffer.concat([frame, seed]), format: 'der', type: 'pkcs8' })
}
