import type { RawBuilder } from 'kysely'
import { inTransaction } from '../database/database.ts'
import type { Day } from './day.ts'

/** Reads the demo's own database across companies; its people act through calls alone. */
export const look = <T>(day: Pick<Day, 'app'>, query: RawBuilder<T>): Promise<T[]> =>
  inTransaction(day.app.db, { kind: 'system' }, 'read', async (tx) => (await query.execute(tx)).rows)
