import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { hashToken } from './hash-token.ts'

export type LinkPurpose = 'ADDRESS' | 'INVITATION' | 'RESET' | 'GUIDANCE' | 'SETUP' | 'EXHIBITION' | 'NOTICE' | 'SPECIAL'

type More = {
  /** The mail address that a link of `ADDRESS` verifies. */
  address?: string
  passedByTwo?: boolean
  /** The seat in which a link of `GUIDANCE` opens the session. */
  seat?: { companyId: string; companyRole: string } | undefined
}

/** A secret that works once until it expires; only its hash is stored. */
export async function newLink(
  tx: Tx,
  purpose: LinkPurpose,
  userId: string | null,
  hours: number,
  { address, passedByTwo = false, seat }: More = {},
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .insertInto('oneTimeLink')
    .values({
      id: newId(),
      secretHash: hashToken(secret),
      purpose,
      userId,
      address: address ?? null,
      passedByTwo,
      companyId: seat?.companyId ?? null,
      companyRole: seat?.companyRole ?? null,
      expiresAt: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute()
  return secret
}

/** Locks the user of a link before the link is consumed, in the order in which links are ended with their user's other credentials. */
async function lockOwner(tx: Tx, secret: string): Promise<void> {
  await tx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('oneTimeLink').select('userId').where('secretHash', '=', hashToken(secret)))
    .forNoKeyUpdate()
    .execute()
}

/**
 * Consumes a link, once. Its user is locked first, so what the caller reads of the user afterwards holds until the end of the transaction.
 *
 * @returns what the link was made with, or undefined for an unknown, used or expired one and for one with another purpose.
 */
export async function takeLink<P extends LinkPurpose>(tx: Tx, secret: string, purposes: readonly P[]) {
  await lockOwner(tx, secret)
  return await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql`now()` })
    .where('secretHash', '=', hashToken(secret))
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'purpose', 'address', 'passedByTwo', 'companyId', 'companyRole'])
    .executeTakeFirst()
}
