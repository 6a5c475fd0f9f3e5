import type { App } from '../app.ts'
import { foldBalanceParts, foldBookChanges } from '../books/ledger/kept-sums.ts'
import { foldAll } from './fold-all.ts'

/** Folds what has been posted since the last round into the sums and balances of the books; answers how many changes. */
export const foldBooks = async (app: App): Promise<number> =>
  (await foldAll(app, foldBookChanges)) + (await foldAll(app, foldBalanceParts))
