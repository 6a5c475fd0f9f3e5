import { createPublicKey, sign } from 'node:crypto'
import { signingKey } from '../../auth/signing-key.ts'

/** The format of a close pack. A change of what is hashed or signed needs another number. */
export const packFormat = 'usance-close-pack/1'

/** The SHA-256 (hex) of each part of a pack, over its canonical JSON: sorted keys, no blanks. */
export type PackHashes = { header: string; journals: string; trialBalance: string }

const signedText = ({ header, journals, trialBalance }: PackHashes) =>
  Buffer.from(`${packFormat}\n${header}\n${journals}\n${trialBalance}`)

/** Signs the hashes of a pack; hex. */
export const signPack = (installKey: Buffer, hashes: PackHashes): string =>
  sign(null, signedText(hashes), signingKey(installKey, 'close-pack')).toString('hex')

/** The key that checks the packs of this installation: SPKI in base64, on one line. */
export const packKey = (installKey: Buffer): string =>
  createPublicKey(signingKey(installKey, 'close-pack')).export({ type: 'spki', format: 'der' }).toString('base64')
