import type { referenceCalls } from '@usance/wire/reference/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { isoCurrencies } from '../../reference/codes.ts'

const columns = ['id', 'grp', 'dicKey', 'enValue', 'cnValue', 'description', 'seq', 'status', 'version', 'updatedAt'] as const

/** The whole dictionary for the people who keep it. */
export const listDictionary: Handler<typeof referenceCalls.staffDictionary> = async ({ tx }) =>
  await tx.selectFrom('dictionaryEntry').select(columns).orderBy('grp').orderBy('seq').orderBy('dicKey').execute()

/** Adds or changes one entry. Every select in the portal offers it from the next reading on. */
export const saveEntry: Handler<typeof referenceCalls.saveEntry> = async (request) => {
  const { tx, body } = request
  const { grp, dicKey, version, idempotencyKey: _, ...words } = body
  // Amounts need the decimals of their currency, so one that ISO 4217 does not know cannot be offered.
  if (grp === 'CURRENCY' && !isoCurrencies().some((one) => one.code === dicKey && one.minorUnits !== null))
    throw faultyField('dicKey', 'CURRENCY_MISMATCH')
  const before = await tx
    .selectFrom('dictionaryEntry')
    .select(columns)
    .where('grp', '=', grp)
    .where('dicKey', '=', dicKey)
    .forUpdate()
    .executeTakeFirst()
  if ((before?.version ?? undefined) !== version) throw new Refused(before ? 'STALE_VERSION' : 'NOT_FOUND')
  const { last } = await tx
    .selectFrom('dictionaryEntry')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const saved = before
    ? await tx
        .updateTable('dictionaryEntry')
        .set({ ...words, version: before.version + 1, updatedAt: sql`app_now()` })
        .where('id', '=', before.id)
        .returning(columns)
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('dictionaryEntry')
        .values({ id: newId(), grp, dicKey, ...words, seq: Number(last) + 1 })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  await audit(request, {
    event: before ? 'DICTIONARY_CHANGED' : 'DICTIONARY_ADDED',
    objectType: 'DICTIONARY',
    objectId: saved.id,
    objectNo: `${grp}.${dicKey}`,
    before,
    after: saved,
  })
  return saved
}
