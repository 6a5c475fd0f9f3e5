import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { senderAddress } from '../../http/sender-address.ts'

/** The most rows of a day that are kept of a user, and of those who have not signed in: of a visitor, an address, and all of them. */
export const mostOfDay = { user: 5_000, visitor: 500, address: 2_000, visitors: 20_000 }

type Teller = { actor: Pick<Actor, 'userId'> | null; ip: string; anonymous: readonly string[] }

/**
 * Whether so many rows are kept, which are then counted. Anybody may tell the portal of a visit: beyond the most of a day nothing is
 * kept, and the caller is answered as if it were.
 */
export async function isKept(tx: Tx, { actor, ip, anonymous }: Teller, rows: number): Promise<boolean> {
  const tellers: [string, number][] = actor
    ? [[`user:${actor.userId}`, mostOfDay.user]]
    : [
        ['visitors', mostOfDay.visitors],
        [`address:${senderAddress(ip)}`, mostOfDay.address],
        ...[...new Set(anonymous)].map((one): [string, number] => [`visitor:${one}`, mostOfDay.visitor]),
      ]
  const { rows: found } = await sql<{ kept: boolean }>`
    select count_visits(${tellers.map(([teller]) => teller)}::text[], ${tellers.map(([, most]) => most)}::int[], ${rows}::int) as kept`.execute(
    tx,
  )
  return found[0]!.kept
}
