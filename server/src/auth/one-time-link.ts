import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { hashToken } from './hash-token.ts'

export type LinkPurpose = 'ADDRESS' | 'INVITATION' | 'RESET' | 'GUIDANCE' | 'SETUP' | 'EXHIBITION' | 'NOTICE' | 'SPECIAL'

/** A secret that works once until it expires; only its hash is stored. A link of `ADDRESS` verifies the mail address it names. */
export async function newLink(
  tx: Tx,
  purpose: LinkPurpose,
  userId: string | null,
  hours: number,
  address: string | null = null,
  passedByTwo = false,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .insertInto('oneTimeLink')
    .values({
      id: newId(),
      secretHash: hashToken(secret),
      purpose,
      userId,
      address,
      passedByTwo,
      expiresAt: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute()
  return secret
}
