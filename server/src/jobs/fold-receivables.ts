import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { foldSums } from '../modules/ar/sums.ts'

/** Folds what has changed on receivables since the last round into the dashboard's sums; answers how many changes. */
export async function foldReceivables(app: App): Promise<number> {
  let all = 0
  for (;;) {
    const folded = await inTransaction(app.db, { kind: 'system' }, 'write', foldSums)
    all += folded
    if (folded < 50_000) return all
  }
}
