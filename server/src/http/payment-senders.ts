import type { Tx } from '../database/database.ts'
import type { Actor } from './context.ts'
import { Refused } from './refused.ts'

/** The people who sent payments to the bank: who instructed one, and who took out the file that holds it. */
export async function sendersOf(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectFrom('payment as p')
    .leftJoin('paymentFileItem as i', (join) => join.onRef('i.paymentId', '=', 'p.id').on('i.live', '=', true))
    .leftJoin('paymentFile as f', (join) => join.onRef('f.id', '=', 'i.fileId').on('f.status', '=', 'TAKEN'))
    .select(['p.instructedBy', 'f.takenBy'])
    .distinct()
    .where('p.id', 'in', paymentIds)
    .execute()
  return rows.flatMap(({ instructedBy, takenBy }) => [instructedBy, takenBy]).filter((id) => id !== null)
}

/** Refuses to let those who sent payments to the bank say what it did with them (decision 060). */
export async function refuseSender(
  { tx, actor }: { tx: Tx; actor: Pick<Actor, 'userId'> },
  paymentIds: readonly string[],
): Promise<void> {
  if ((await sendersOf(tx, paymentIds)).includes(actor.userId)) throw new Refused('MAKER_CANNOT_APPROVE')
}
