import type { Tx } from '../database/database.ts'

/** The setting that holds how the last fetch of benchmark fixings went. */
export const refRatesKey = 'refRates'

export type RefRatesState = { at: string; ok: boolean; added: number; error: string | null }

/** How the last fetch went; null before the first one. */
export const refRatesState = async (tx: Tx): Promise<RefRatesState | null> =>
  ((await tx.selectFrom('setting').select('value').where('key', '=', refRatesKey).executeTakeFirst())?.value as RefRatesState) ??
  null
