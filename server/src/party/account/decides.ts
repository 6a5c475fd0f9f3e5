import { decidesAboutMoney } from '@usance/domain/seats'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** Whether a user decides about money in any company, as a delegate too. */
async function decidesSomewhere(tx: Tx, userId: string): Promise<boolean> {
  const rights = await tx.selectFrom('signingRight').select('companyId').where('userId', '=', userId).limit(1).execute()
  const seats = await tx
    .selectFrom('userCompanyRole')
    .select(['role', 'userRoles'])
    .where('userId', '=', userId)
    .where('status', '=', 'ENABLE')
    .execute()
  return decidesAboutMoney({ seats, signatory: rights.length > 0 }) || (await isDelegate(tx, userId))
}

async function isDelegate(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from delegation where to_user_id = ${userId} and ended_at is null
    and to_date >= (select business_date from business_day) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Whether the first set-up is still under way: no user of operations has joined yet, so the administrator has no second person. The
 * database notes its end once, and nothing takes it back (decision 134).
 */
export async function isFirstSetUp(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from first_set_up`.execute(tx)
  return rows.length === 0
}

/** Whether a second person must pass a new name of the user, and a new address that the user requests. */
export async function isChangedByTwo(tx: Tx, userId: string): Promise<boolean> {
  return (await decidesSomewhere(tx, userId)) && !(await isFirstSetUp(tx))
}

/**
 * Whether a second person must pass a requested address. A person who moves the address of another user could reset the password
 * and act as both. For users who have signed in it always takes two people, whatever seats they hold just now, since one person
 * can remove a seat and restore it.
 */
export async function isReaddressedByTwo(tx: Tx, userId: string, askedBy: string): Promise<boolean> {
  const { status } = await tx.selectFrom('appUser').select('status').where('id', '=', userId).executeTakeFirstOrThrow()
  const isForeign = askedBy !== userId && status !== 'unActive'
  return (isForeign && !(await isFirstSetUp(tx))) || (await isChangedByTwo(tx, userId))
}
