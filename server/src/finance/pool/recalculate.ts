import * as M from '@usance/domain/money'
import { toDecimalText } from '@usance/domain/rational'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { releaseAsset } from './assets.ts'
import { availabilityOf, loadPools, type PoolRow, poolState, storeEligibility } from './figures.ts'

/** The close of a day for one pool: paid receivables leave it, the rest are judged again, and what it carries is written down. */
async function recalculatePool(context: UseCaseContext, pool: PoolRow): Promise<void> {
  const { tx, today } = context
  const closed = await tx
    .selectFrom('poolAsset as a')
    .innerJoin('invoice as i', 'i.id', 'a.invoiceId')
    .select('a.id')
    .where('a.poolId', '=', pool.id)
    .where('a.releasedAt', 'is', null)
    .where('i.docStatus', '=', 'CLOSED')
    .orderBy('i.id')
    // Its payment may be taken back at the same moment.
    .forNoKeyUpdate('i')
    .execute()
  for (const { id } of closed) await releaseAsset(tx, id, 'SETTLED')
  const state = await poolState(tx, pool, today)
  await storeEligibility(tx, state, today)
  const { base, drawn, coming, accrued } = state
  const availability = availabilityOf(state)
  const figures = {
    grossEligible: M.toDecimal(base.grossEligible),
    excessConcentration: M.toDecimal(base.excessConcentration),
    netEligible: M.toDecimal(base.netEligible),
    advanceRate: toDecimalText(base.effectiveAdvanceRate, 6),
    // Where a bank decides, its figure covers the drawings.
    borrowingBase: pool.poolKind === 'DBS' ? (pool.bankBase ?? '0') : M.toDecimal(base.borrowingBase),
    drawn: M.toDecimal(drawn),
    accrued: M.toDecimal(accrued),
    availability: M.toDecimal(availability),
  }
  const before = await tx
    .selectFrom('poolPosition')
    .select('availability')
    .where('poolId', '=', pool.id)
    .where('businessDate', '<', today)
    .orderBy('businessDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('poolPosition')
    .values({ businessDate: today, poolId: pool.id, ...figures })
    .onConflict((conflict) => conflict.columns(['businessDate', 'poolId']).doUpdateSet(figures))
    .execute()
  // Told once, on the day on which it became short.
  if (M.isNegative(availability) && !before?.availability.startsWith('-'))
    await notify(tx, {
      event: 'POOL_SHORT',
      companyIds: [pool.supplierId, pool.funderId],
      params: {
        pool: pool.code,
        amount: M.toDecimal(M.negate(availability)),
        drawn: M.toDecimal(M.subtract(drawn, coming)),
        coming: M.toDecimal(coming),
        currency: pool.currency,
      },
      objectType: 'POOL',
      objectId: pool.id,
      link: pool.poolKind === 'DBS' ? '/finance/dbsFinance' : '/finance/poolFactoring',
    })
}

/** The open pools after a cursor, locked, so that nobody draws on one while it is worked out. */
export async function recalculatePools(
  context: UseCaseContext,
  cursor: string,
): Promise<{ done: number; cursor: string | null }> {
  const limit = 20
  const ids = await context.tx
    .selectFrom('pool')
    .select('id')
    .where('status', '=', 'ACTIVE')
    .where('id', '>', cursor || '00000000-0000-0000-0000-000000000000')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const { id } of ids) {
    const pool = await loadPools(context.tx).where('p.id', '=', id).executeTakeFirstOrThrow()
    await recalculatePool(context, pool)
  }
  return { done: ids.length, cursor: ids.length < limit ? null : ids.at(-1)!.id }
}
