import { sql } from 'kysely'
import { Secret } from 'otpauth'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { hashToken } from './hash-token.ts'

const howMany = 10

/** However a code is typed: its letters and digits alone. */
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '')
const hashOf = (userId: string, code: string) => hashToken(`recovery ${userId} ${plain(code)}`)

/** Takes away the codes that a user has left. */
export async function endRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('recoveryCode')
    .set({ endedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ten new codes of 80 random bits in the place of those before. They are shown this once; only hashes are stored. */
export async function giveRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await endRecoveryCodes(tx, userId)
  const codes = Array.from({ length: howMany }, () => new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-'))
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ id: newId(), userId, codeHash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Uses a code up; whether it was one of the user's that were left. */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('recoveryCode')
    .set({ endedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(userId, code))
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** How many codes a user has left. */
export async function recoveryCodesLeft(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
