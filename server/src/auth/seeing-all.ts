import { elevate, narrow, type Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'
import { scopeOfSeat } from './partner.ts'

/** Lets the transaction see the rows of the caller's seat alone again. */
export const seeOwn = (tx: Tx, actor: Pick<Actor, 'staff' | 'userRoles'>) => narrow(tx, scopeOfSeat(actor))

/** Does work across companies on what the caller may see; then the transaction sees the rows of the caller's seat alone again. */
export async function seeingAll<T>(tx: Tx, actor: Pick<Actor, 'staff' | 'userRoles'>, work: () => Promise<T>): Promise<T> {
  await elevate(tx)
  try {
    return await work()
  } finally {
    await seeOwn(tx, actor)
  }
}
