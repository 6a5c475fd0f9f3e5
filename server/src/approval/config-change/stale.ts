import type { ConfigKind } from '@usance/wire/config-change/values'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'

/** Until the end of the transaction, no other change of the kind is put in force. */
export const aloneIn = (tx: Tx, kind: ConfigKind): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`changes of ${kind}`}, 0))`.execute(tx)

/**
 * Refuses a change that would take the place of something other than its approvers were shown (STALE_VERSION): what is in force of a
 * line now is not what was in force when it was put forward. Lines are compared by their key.
 */
export function refuseStale<Row>(
  shown: readonly Row[],
  now: readonly Row[],
  lineOf: (row: Row) => readonly [key: string, value: unknown],
): void {
  const [was, is] = [new Map(shown.map(lineOf)), new Map(now.map(lineOf))]
  const changed = [...was.keys(), ...is.keys()].some((key) => canonical(was.get(key) ?? null) !== canonical(is.get(key) ?? null))
  if (changed) throw new Refused('STALE_VERSION')
}
