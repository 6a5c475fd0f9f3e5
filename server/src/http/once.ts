import type { App } from '../app.ts'
import { keyedHash } from '../auth/keyed-hash.ts'
import { alongside, type Tx } from '../database/database.ts'
import { Refused } from './refused.ts'

/** Object keys in one order, so that the same input always reads the same. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  ) ?? 'null'

type Request = {
  app: Pick<App, 'installKey'>
  companyId: string
  userId: string
  key: string
  call: string
  input: unknown
  /** What a repetition is answered; the whole answer when left out. */
  kept?: (value: unknown) => unknown
}

/** The first request under a key is still at work after the longest time one waits for a lock. Whoever meets it waits on. */
export class TwinUnderWay extends Refused {
  constructor() {
    super('UNAVAILABLE')
  }
}

/**
 * Does the work once per key and company, in the caller's transaction. The same key with the same input gets the first
 * answer back; with another input it is refused. A concurrent twin waits for the first one to commit or roll back. The hash of the
 * input is keyed, so that a copy of the database cannot test guesses of what was sent. A secret is never kept: a repetition is
 * told `null` in its place.
 */
export async function once<T>(tx: Tx, request: Request, work: () => Promise<T>): Promise<T> {
  const { app, companyId, userId, key, call, input, kept: keptOf = (value) => value } = request
  const inputHash = keyedHash(app, 'idempotency', canonical([call, input]))
  const first = await tx
    .insertInto('idempotency')
    .values({ companyId, userId, key, call, inputHash })
    .onConflict((c) => c.doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      throw error.code === '55P03' ? new TwinUnderWay() : error
    })
  if (!first) {
    const earlier = await tx
      .selectFrom('idempotency')
      .select(['inputHash', 'answer', 'userId'])
      .where('companyId', '=', companyId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!earlier || !earlier.inputHash?.equals(inputHash) || earlier.userId !== userId) throw new Refused('IDEMPOTENCY_MISMATCH')
    return (earlier.answer as { value: T }).value
  }
  const value = await work()
  const kept = tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify({ value: keptOf(value) }) })
    .where('companyId', '=', companyId)
    .where('key', '=', key)
    .execute()
  await alongside(tx, kept)
  return value
}
