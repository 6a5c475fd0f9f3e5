import { sql } from 'kysely'
import { Secret } from 'otpauth'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { hashToken } from './hash-token.ts'

const howMany = 10

/** The letters and digits of a typed code. */
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '')
const hashOf = (userId: string, code: string) => hashToken(`recovery ${userId} ${plain(code)}`)

/** Deletes the unused codes of a user. */
export async function endRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('recoveryCode')
    .set({ endedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Replaces a user's codes by ten new ones of 80 random bits. They are shown this once; only hashes are stored. */
export async function giveRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await endRecoveryCodes(tx, userId)
  const codes = Array.from({ length: howMany }, () => new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-'))
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ id: newId(), userId, codeHash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Consumes a code. Returns whether it was an unused one of the user. */
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

/** The number of unused codes of a user. */
export async function recoveryCodesLeft(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
