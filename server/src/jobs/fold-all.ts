import type { App } from '../app.ts'
import { inTransaction, type Tx } from '../database/database.ts'

/** The most changes that a fold takes at once. */
const mostFolded = 50_000

/** Folds kept changes until fewer than a fold takes at once are left, each time in a transaction of its own; answers how many changes. */
export async function foldAll(app: App, fold: (tx: Tx) => Promise<number>): Promise<number> {
  let all = 0
  for (let folded = mostFolded; folded === mostFolded; all += folded)
    folded = await inTransaction(app.db, { kind: 'system' }, 'write', fold)
  return all
}
