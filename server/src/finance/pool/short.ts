import * as M from '@usance/domain/money'
import { anyOf } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { loadPools, poolState, uncoveredOf } from './figures.ts'

type Paid = { ofPool: boolean; orderId: string | null }

/**
 * What the pool lacks whose surplus a payment pays to its supplier; undefined for every other payment, and for a pool whose drawings
 * are covered. The transaction sees every company.
 */
export async function shortBehind(
  { tx, today }: Pick<UseCaseContext, 'tx' | 'today'>,
  { ofPool, orderId }: Paid,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ pool: string; short: M.Money } | undefined> {
  if (!ofPool || !orderId) return undefined
  const order = await tx.selectFrom('financeOrder').select('poolId').where('id', '=', orderId).executeTakeFirst()
  if (!order?.poolId) return undefined
  if (lock) await tx.selectFrom('pool').select('id').where('id', '=', order.poolId).forUpdate().executeTakeFirst()
  const pool = await loadPools(tx).where('p.id', '=', order.poolId).executeTakeFirst()
  if (!pool) return undefined
  const short = uncoveredOf(await poolState(tx, pool, today))
  return M.isPositive(short) ? { pool: pool.code, short } : undefined
}

/** What the pools lack whose surpluses some payments pay, by the drawing of each; each pool is measured once. */
export async function shortPools(
  { tx, today }: Pick<UseCaseContext, 'tx' | 'today'>,
  paid: readonly Paid[],
): Promise<Map<string, { pool: string; short: M.Money }>> {
  const drawingIds = paid.flatMap(({ ofPool, orderId }) => (ofPool && orderId ? [orderId] : []))
  const drawings = await tx.selectFrom('financeOrder').select(['id', 'poolId']).where('id', '=', anyOf(drawingIds)).execute()
  const poolIds = [...new Set(drawings.flatMap(({ poolId }) => poolId ?? []))]
  const found = new Map<string, { pool: string; short: M.Money }>()
  for (const pool of await loadPools(tx).where('p.id', '=', anyOf(poolIds)).execute()) {
    const short = uncoveredOf(await poolState(tx, pool, today))
    if (!M.isPositive(short)) continue
    for (const { id, poolId } of drawings) if (poolId === pool.id) found.set(id, { pool: pool.code, short })
  }
  return found
}

/**
 * Refuses with `POOL_SHORT` to pay a surplus out of a pool while its drawings are not covered. The pool is locked, so that nobody
 * draws on it meanwhile.
 */
export async function refuseShort(context: Pick<UseCaseContext, 'tx' | 'today'>, payment: Paid): Promise<void> {
  const found = await shortBehind(context, payment, { lock: true })
  if (found)
    throw new Refused('POOL_SHORT', { pool: found.pool, amount: M.toDecimal(found.short), currency: found.short.currency })
}
