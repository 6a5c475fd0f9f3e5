import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { signingKey } from '../auth/signing-key.ts'
import { canonical } from '../http/once.ts'

/** An entry of the audit log in the form that the chain hashes; `before` and `after` hold the change as JSON. */
export type AuditRow = Record<string, unknown> & { id: string }

/** The columns of an entry that the chain covers. */
export const entryColumns = sql`id, at, written_at, business_date, user_id, user_name, company_id, company_role, request_id, call, event, object_type, object_id, object_no, before, after, ip`

export const genesis: Buffer = Buffer.alloc(32)
const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** A digest of content that could be guessed, over a secret that its reader is not given. */
const SaltedDigest = z.string().brand<'SaltedDigest'>()
export type SaltedDigest = z.output<typeof SaltedDigest>

/** An entry in the form of a proof: `before` and `after` are SHA-256 digests (hex), so that a proof need not reveal them. */
type Provable<D extends string> = Record<string, unknown> & { beforeDigest: D | null; afterDigest: D | null }

const withDigests = <D extends string>(
  { before, after, ...row }: AuditRow,
  digest: (part: string, value: unknown) => D,
): Provable<D> => ({
  ...row,
  beforeDigest: isNone(before) ? null : digest('before', before),
  afterDigest: isNone(after) ? null : digest('after', after),
})

const isNone = (value: unknown) => value === null || value === undefined

/** A provable entry whose digests are salted with the 32 bytes of the entry. Nobody tests a guess of its content without the salt. */
const salted = (salt: Buffer, row: AuditRow): Provable<SaltedDigest> =>
  withDigests(row, (part, value) => SaltedDigest.parse(sha256(salt, `${part}\n`, canonical(value)).toString('hex')))

/** A provable entry of a link from before there were salts. Its digests are plain: a guess of the content is tried against them. */
const unsalted = (row: AuditRow): Provable<string> => withDigests(row, (_, value) => sha256(canonical(value)).toString('hex'))

/** An entry as its link covers it. */
const provable = (salt: Buffer | null, row: AuditRow): Provable<string> => (salt ? salted(salt, row) : unsalted(row))

/**
 * An entry as its link covers it, in the form that may leave. Undefined where its digests are plain and would tell what it changed: of
 * such an entry nothing but its own digest may leave.
 */
export function told(salt: Buffer | null, row: AuditRow): Provable<SaltedDigest> | undefined {
  if (salt) return salted(salt, row)
  const { before, after, ...rest } = row
  return isNone(before) && isNone(after) ? { ...rest, beforeDigest: null, afterDigest: null } : undefined
}

/** The digest of one entry: SHA-256 over a random nonce of 16 bytes and the entry as canonical JSON. */
export const digestOf = (nonce: Buffer, salt: Buffer | null, row: AuditRow): Buffer =>
  sha256(nonce, canonical(provable(salt, row)))

/** The hash of one link: SHA-256 over its place (8 bytes, big-endian), the hash before it, and the digest of its entry. */
export function hashOf(seq: bigint, previous: Buffer, digest: Buffer): Buffer {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(seq)
  return sha256(place, previous, digest)
}

/** The end of the chain at an instant (ISO, UTC); hash and signature in hex. */
export type AuditHead = { seq: string; hash: string; signedAt: string; signature: string }

const headKey = (installKey: Buffer) => signingKey(installKey, 'audit-head')

/** The public key that verifies a signed head, as PEM (SPKI). */
export const publicKeyOf = (installKey: Buffer): string =>
  createPublicKey(headKey(installKey)).export({ type: 'spki', format: 'pem' }).toString()

const signedText = ({ seq, hash, signedAt }: Omit<AuditHead, 'signature'>) =>
  Buffer.from(`usance-audit-head\n${seq}\n${hash}\n${signedAt}`)

/** Signs the end of the chain. */
export const signHead = (installKey: Buffer, head: Omit<AuditHead, 'signature'>): AuditHead => ({
  ...head,
  signature: sign(null, signedText(head), headKey(installKey)).toString('hex'),
})

/** Whether this installation signed the head. */
export const isSigned = (installKey: Buffer, head: AuditHead): boolean =>
  verify(null, signedText(head), createPublicKey(headKey(installKey)), Buffer.from(head.signature, 'hex'))
