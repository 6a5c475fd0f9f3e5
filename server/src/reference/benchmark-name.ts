import type { Tx } from '../database/database.ts'

export type BenchmarkName = { en: string; cn: string }

/** The names of benchmarks in both languages, by their codes; one that the dictionary has no more is known by its code. */
export async function benchmarkNames(tx: Tx, codes: readonly string[]): Promise<(code: string) => BenchmarkName> {
  const named = await tx
    .selectFrom('dictionaryEntry')
    .select(['dicKey', 'enValue', 'cnValue'])
    .where('grp', '=', 'BASE_RATE_TYPE')
    .where('dicKey', 'in', [...codes, ''])
    .execute()
  const names = new Map(named.map(({ dicKey, enValue, cnValue }) => [dicKey, { en: enValue, cn: cnValue }]))
  return (code) => names.get(code) ?? { en: code, cn: code }
}

/** The name of one benchmark. */
export const benchmarkName = async (tx: Tx, code: string): Promise<BenchmarkName> => (await benchmarkNames(tx, [code]))(code)
