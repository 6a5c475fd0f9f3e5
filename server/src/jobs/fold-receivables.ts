import type { App } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { foldAdvances } from '../insight/ar/advances.ts'
import { foldSums } from '../insight/ar/sums.ts'

/** Folds what has changed on receivables since the last round into the dashboard's sums; answers how many changes. */
export async function foldReceivables(app: App): Promise<number> {
  let all = 0
  for (const fold of [foldSums, foldAdvances])
    for (let folded = 50_000; folded === 50_000; all += folded)
      folded = await inTransaction(app.db, { kind: 'system' }, 'write', fold)
  return all
}
