import * as M from '@usance/domain/money'
import { tolerancesOf } from '../../books/servicing/tolerance.ts'
import { amountOf } from '../../database/amount.ts'
import { type Db, inTransaction } from '../../database/database.ts'

/**
 * Ends the debts of earlier losses that are reserve owed back within the tolerance: a loss leaves no such debt (decision 203). Each loss
 * is judged once, so that a tolerance which is raised later forgives nothing. Returns how many debts it ended.
 */
export async function judgeEarlierRests(db: Db): Promise<number> {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    const losses = await tx
      .selectFrom('writeOff as w')
      .innerJoin('financeOrder as o', 'o.id', 'w.orderId')
      .select(['w.id', 'w.owedBack', 'o.currency'])
      .where('w.owedBackJudged', '=', false)
      .orderBy('w.id')
      .forUpdate('w')
      .execute()
    if (losses.length === 0) return 0
    const tolerances = await tolerancesOf(tx, [...new Set(losses.map(({ currency }) => currency))])
    const within = losses.filter(
      ({ owedBack, currency }) => !M.exceeds(amountOf(owedBack, currency), tolerances.get(currency)!.total),
    )
    for (const { id } of within) await tx.updateTable('writeOff').set({ owedBack: '0' }).where('id', '=', id).execute()
    await tx.updateTable('writeOff').set({ owedBackJudged: true }).where('owedBackJudged', '=', false).execute()
    return within.length
  })
}
