import { decidesAboutMoney } from '@usance/domain/seats'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** Whether a user decides about money anywhere, also in the name of somebody who delegated to them. */
async function decidesSomewhere(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.selectFrom('appUser').select('signatory').where('id', '=', userId).executeTakeFirstOrThrow()
  const seats = await tx
    .selectFrom('userCompanyRole')
    .select(['role', 'userRoles'])
    .where('userId', '=', userId)
    .where('status', '=', 'ENABLE')
    .execute()
  return decidesAboutMoney({ seats, signatory: user.signatory }) || (await isDelegate(tx, userId))
}

async function isDelegate(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from delegation where to_user_id = ${userId} and ended_at is null
    and to_date >= (select business_date from business_day) limit 1`.execute(tx)
  return rows.length > 0
}

/** Until the first of the operations staff has come, nobody could be the second person: the administrator sets up alone. */
export async function isFirstSetUp(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from user_company_role r join app_user u on u.id = r.user_id
    where r.role = 'PLATFORM' and 'Operations' = any(r.user_roles) and u.status <> 'unActive' limit 1`.execute(tx)
  return rows.length === 0
}

/** Whether the name of a user, and the address that they ask for themselves, are changed by two people. */
export async function isChangedByTwo(tx: Tx, userId: string): Promise<boolean> {
  return (await decidesSomewhere(tx, userId)) && !(await isFirstSetUp(tx))
}

/**
 * Whether an address that somebody asks for is passed by a second person. Whoever moves the address of somebody else could reset
 * the password and act as both, so that takes two for everybody who has signed in, whatever they may do just now: a seat is taken
 * away and given back by one.
 */
export async function isReaddressedByTwo(tx: Tx, userId: string, askedBy: string): Promise<boolean> {
  const { status } = await tx.selectFrom('appUser').select('status').where('id', '=', userId).executeTakeFirstOrThrow()
  const isForeign = askedBy !== userId && status !== 'unActive'
  return (isForeign && !(await isFirstSetUp(tx))) || (await isChangedByTwo(tx, userId))
}
