import type { App } from '../app.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction } from '../database/database.ts'
import { buildAdvances, chooseRates, markSince } from '../insight/ar/advances.ts'

/**
 * Keeps sums of advances for suppliers with at least so many open invoices, at the rates they are offered today. Each step
 * commits by itself, because the next one relies on everybody knowing it.
 */
export async function keepAdvances(app: App, atLeast?: number): Promise<void> {
  const today = await businessDate(app)
  const step = (work: Parameters<typeof inTransaction<unknown>>[3]) => inTransaction(app.db, { kind: 'system' }, 'write', work)
  await step((tx) => chooseRates(tx, today, atLeast))
  await step(markSince)
  await step(buildAdvances)
}
