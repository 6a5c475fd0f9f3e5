import * as M from '@usance/domain/money'
import { lossIsOpen } from '../../books/servicing/losses.ts'
import { anyOf, mustSeeAll, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { loadPools, type PoolRow, poolState, uncoveredNow } from './figures.ts'

type Paid = { ofPool: boolean; orderId: string | null }

/** Why a pool keeps its surplus: a drawing on it is overdue or lost, or its receivables do not cover what is out on it. */
export type KeptByPool = { error: 'POOL_IN_ARREARS'; pool: string } | { error: 'POOL_SHORT'; pool: string; short: M.Money }

async function whatKeeps({ tx, today }: Pick<UseCaseContext, 'tx' | 'today'>, pool: PoolRow): Promise<KeptByPool | undefined> {
  if (await isInArrears(tx, pool.id)) return { error: 'POOL_IN_ARREARS', pool: pool.code }
  const short = uncoveredNow(await poolState(tx, pool, today))
  return M.isPositive(short) ? { error: 'POOL_SHORT', pool: pool.code, short } : undefined
}

/** Whether a drawing on a pool is overdue, or something of its loss has not come back. */
async function isInArrears(tx: Tx, poolId: string): Promise<boolean> {
  const drawings = await tx
    .selectFrom('financeOrder')
    .select(['id', 'status'])
    .where('poolId', '=', poolId)
    .where('status', 'in', ['OVERDUE', 'WRITTEN_OFF'])
    .execute()
  for (const { id, status } of drawings) if (status === 'OVERDUE' || (await lossIsOpen(tx, id))) return true
  return false
}

/**
 * What keeps a payment that pays a pool's surplus to its supplier; undefined for every other payment, and where nothing keeps it. The
 * transaction sees every company.
 */
export async function keptByPool(
  context: Pick<UseCaseContext, 'tx' | 'today'>,
  { ofPool, orderId }: Paid,
  { lock = false }: { lock?: boolean } = {},
): Promise<KeptByPool | undefined> {
  const { tx } = context
  mustSeeAll(tx)
  if (!ofPool || !orderId) return undefined
  const order = await tx.selectFrom('financeOrder').select('poolId').where('id', '=', orderId).executeTakeFirst()
  if (!order?.poolId) return undefined
  if (lock) await tx.selectFrom('pool').select('id').where('id', '=', order.poolId).forUpdate().executeTakeFirst()
  const pool = await loadPools(tx).where('p.id', '=', order.poolId).executeTakeFirst()
  return pool && whatKeeps(context, pool)
}

/**
 * What keeps the surpluses that some payments pay, by the drawing of each; each pool is measured once. The transaction sees every company.
 */
export async function keptByPools(
  context: Pick<UseCaseContext, 'tx' | 'today'>,
  paid: readonly Paid[],
): Promise<Map<string, KeptByPool>> {
  const { tx } = context
  mustSeeAll(tx)
  const drawingIds = paid.flatMap(({ ofPool, orderId }) => (ofPool && orderId ? [orderId] : []))
  const drawings = await tx.selectFrom('financeOrder').select(['id', 'poolId']).where('id', '=', anyOf(drawingIds)).execute()
  const poolIds = [...new Set(drawings.flatMap(({ poolId }) => poolId ?? []))]
  const found = new Map<string, KeptByPool>()
  for (const pool of await loadPools(tx).where('p.id', '=', anyOf(poolIds)).execute()) {
    const kept = await whatKeeps(context, pool)
    if (!kept) continue
    for (const { id, poolId } of drawings) if (poolId === pool.id) found.set(id, kept)
  }
  return found
}

/**
 * Refuses to pay a surplus out of a pool while a drawing on it is overdue or lost (`POOL_IN_ARREARS`), or what is paid on it, or with the
 * bank, is not covered (`POOL_SHORT`). The pool is locked, so that nobody draws on it meanwhile.
 */
export async function refuseKeptByPool(context: Pick<UseCaseContext, 'tx' | 'today'>, payment: Paid): Promise<void> {
  const kept = await keptByPool(context, payment, { lock: true })
  if (kept?.error === 'POOL_SHORT')
    throw new Refused('POOL_SHORT', { pool: kept.pool, amount: M.toDecimal(kept.short), currency: kept.short.currency })
  if (kept) throw new Refused(kept.error, { pool: kept.pool })
}
