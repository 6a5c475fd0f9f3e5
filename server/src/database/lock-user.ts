import type { Tx } from './database.ts'

/** Locks a user until the transaction ends: two that count or change what belongs to them at the same moment wait for each other. */
export const lockUser = (tx: Tx, userId: string): Promise<unknown> =>
  tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
