import { z } from 'zod'
import type { Tx } from '../database/database.ts'

/** The setting that holds how the last fetch of benchmark fixings went. */
export const refRatesKey = 'refRates'

const State = z.object({
  at: z.string(),
  ok: z.boolean(),
  added: z.number(),
  error: z.string().nullable(),
  /** The days of the last answer that were still to come, which were left out: how many, and the first of them. */
  ahead: z.object({ count: z.number(), type: z.string(), effectiveDate: z.string() }).nullable().default(null),
})
export type RefRatesState = z.infer<typeof State>

/** How the last fetch went; null before the first one. */
export async function refRatesState(tx: Tx): Promise<RefRatesState | null> {
  const row = await tx.selectFrom('setting').select('value').where('key', '=', refRatesKey).executeTakeFirst()
  return row ? State.parse(row.value) : null
}
