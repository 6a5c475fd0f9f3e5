import type { Tx } from '../database/database.ts'

/** The name of a benchmark in both languages; one that the dictionary has no more is known by its code. */
export async function benchmarkName(tx: Tx, code: string): Promise<{ en: string; cn: string }> {
  const named = await tx
    .selectFrom('dictionaryEntry')
    .select(['enValue', 'cnValue'])
    .where('grp', '=', 'BASE_RATE_TYPE')
    .where('dicKey', '=', code)
    .executeTakeFirst()
  return { en: named?.enValue ?? code, cn: named?.cnValue ?? code }
}
