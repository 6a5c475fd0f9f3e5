import type { App } from '../app.ts'
import { foldBookChanges } from '../books/ledger/kept-sums.ts'
import { foldAll } from './fold-all.ts'

/** Folds what has been posted since the last round into the sums of the books; answers how many changes. */
export const foldBooks = (app: App): Promise<number> => foldAll(app, foldBookChanges)
