import type { App } from '../app.ts'
import { foldAdvances } from '../insight/ar/advances.ts'
import { foldSums } from '../insight/ar/sums.ts'
import { foldAll } from './fold-all.ts'

/** Folds what has changed on receivables since the last round into the dashboard's sums; answers how many changes. */
export const foldReceivables = async (app: App): Promise<number> =>
  (await foldAll(app, foldSums)) + (await foldAll(app, foldAdvances))
