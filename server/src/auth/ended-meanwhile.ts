import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'

/**
 * Refuses a write whose session or key was ended while it was under way. A stop or reset of a user ends what the user made, and does not
 * see what is not committed yet. The session or key stays locked until the commit: a stop waits for it, and then sees all that was made.
 * A session that this transaction itself ended does not count as ended.
 *
 * @throws Refused SESSION_EXPIRED.
 */
export async function refuseIfEnded(tx: Tx, { sessionId, apiKey }: Pick<Actor, 'sessionId' | 'apiKey'>): Promise<void> {
  const { rows } = apiKey
    ? await sql`select from api_key where id = ${apiKey} and revoked_at is null for share`.execute(tx)
    : await sql`select from session where id = ${sessionId} and (ended_at is null or ended_at = now()) for share`.execute(tx)
  if (rows.length === 0) throw new Refused('SESSION_EXPIRED')
}

/**
 * Locks the seat of an actor until the transaction ends: what ends with the seat or with a role in it is made before these are taken away,
 * or not at all.
 *
 * @throws Refused SEAT_LOST where the seat, or a role in it, was taken away meanwhile.
 */
export async function lockSeat(tx: Tx, actor: Pick<Actor, 'userId' | 'companyId' | 'companyRole' | 'userRoles'>): Promise<void> {
  const seat = await tx
    .selectFrom('userCompanyRole')
    .select('id')
    .where('userId', '=', actor.userId)
    .where('companyId', '=', actor.companyId)
    .where('role', '=', actor.companyRole)
    .where('status', '=', 'ENABLE')
    .where(sql<boolean>`user_roles @> ${[...actor.userRoles]}::text[]`)
    .forShare()
    .executeTakeFirst()
  if (!seat) throw new Refused('SEAT_LOST')
}
