import { actOf, isNamed, ofOneMatter } from '@usance/wire/act'
import type { Call } from '@usance/wire/call'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Actor } from './context.ts'
import { type Input, valuesAt } from './input-values.ts'
import { Refused } from './refused.ts'

// Within one matter – an order with its documents, contracts, payments and approvals – a person acts for one party. Migration 1101
// says what belongs to a matter, and reads from the audit who acted in it for which company.

/** Refuses an act on records in whose matter the caller has acted for another company. */
export async function proveOneParty(tx: Tx, call: Pick<Call, 'names' | 'act'>, actor: Actor, input: Input): Promise<void> {
  if (!actOf(call)) return
  const ids = Object.entries(call.names ?? {}).flatMap(([path, named]) =>
    isNamed(named) && ofOneMatter.includes(named.kind) ? valuesAt(input, path) : [],
  )
  await refuseOtherParties(tx, actor, ids)
}

/** The same for records that a handler finds by itself, such as by the numbers in a sheet. */
export async function refuseOtherParties(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'companyId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ acts: boolean }>`
    select acts_for_another(${actor.userId}, ${actor.companyId}, ${[...new Set(ids)]}::uuid[]) as acts`.execute(tx)
  if (rows[0]!.acts) throw new Refused('ACTED_FOR_ANOTHER_PARTY')
}

/**
 * The record that a row of a sheet, a document or a mail names by its number, to be changed or built upon: it is asked about like one
 * that a call names by its id. `query` finds it.
 */
export async function recordNamed<Row extends { id: string }>(
  { tx, actor }: { tx: Tx; actor: Pick<Actor, 'userId' | 'companyId'> },
  query: { executeTakeFirst(): Promise<Row | undefined> },
): Promise<Row | undefined> {
  const found = await query.executeTakeFirst()
  if (found) await refuseOtherParties(tx, actor, [found.id])
  return found
}

/** SQL: whether somebody has acted for another company in the matter of a record. */
export const actedForAnother = (userId: RawBuilder<unknown>, companyId: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<boolean>`acted_for_another(${userId}, ${companyId}, ${id})`

/** SQL for a list: whether the caller has, by the column with the id. For most callers one look at their seats answers all rows. */
export const callerActedForAnother = (id: string) =>
  sql<boolean>`case when exists (select from user_company_role x where x.user_id = app_user() and x.company_id <> app_company())
    then acted_for_another(app_user(), app_company(), ${sql.ref(id)}) else false end`
