import { type Db, inTransaction, type RowScope, type Tx } from './database.ts'

class RolledBack<T> extends Error {
  constructor(readonly outcome: T) {
    super('This transaction is rolled back.')
  }
}

/** Runs work in a transaction that is always rolled back. Returns its outcome: what would be, without anything of it having been. */
export async function rolledBack<T>(db: Db, scope: RowScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  let undone: RolledBack<T> | undefined
  await inTransaction(db, scope, 'write', async (tx) => {
    undone = new RolledBack(await work(tx))
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return undone!.outcome
}
