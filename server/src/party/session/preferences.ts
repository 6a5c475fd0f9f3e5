import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { lockUser } from '../../database/lock-user.ts'
import type { Context, Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'

type Scope = Pick<Context, 'tx'> & { actor: { userId: string } }
/** The most preferences of one user; a page has a handful. */
export const mostPreferences = 300

async function save(scope: Scope, key: string, value: string): Promise<void> {
  const { tx, actor } = scope
  if ((await read(scope, key)) === null) {
    // Concurrent calls wait here for each other, so that the count is exact.
    await lockUser(tx, actor.userId)
    const { n } = await tx
      .selectFrom('userPreference')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('userId', '=', actor.userId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= mostPreferences) throw faultyField('key', 'KEPT_ENOUGH', { count: mostPreferences })
  }
  await tx
    .insertInto('userPreference')
    .values({ userId: actor.userId, key, value })
    .onConflict((c) => c.columns(['userId', 'key']).doUpdateSet({ value, updatedAt: sql`now()` }))
    .execute()
}
const read = async ({ tx, actor }: Scope, key: string) =>
  (
    await tx
      .selectFrom('userPreference')
      .select('value')
      .where('userId', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirst()
  )?.value ?? null

/** Preferences hold any text under any key; what is no list of columns counts as none. */
function columnsIn(text: string) {
  try {
    return sessionCalls.columns.answer.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

export const preferenceEdit: Handler<typeof sessionCalls.preferenceEdit> = async (request) => {
  await save(request, request.body.key, request.body.value)
  return {}
}
export const preferenceDetail: Handler<typeof sessionCalls.preferenceDetail> = async (request) => ({
  key: request.query.key,
  valueLong: await read(request, request.query.key),
})
export const readColumns: Handler<typeof sessionCalls.columns> = async (request) =>
  columnsIn((await read(request, `columns:${request.params.tableId}`)) ?? '[]')
export const saveColumns: Handler<typeof sessionCalls.saveColumns> = async (request) => {
  await save(request, `columns:${request.params.tableId}`, JSON.stringify(request.body))
  return {}
}
