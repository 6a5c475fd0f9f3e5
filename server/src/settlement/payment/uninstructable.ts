import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { atOtherAmountAmong } from '../../books/servicing/bank-has.ts'
import { duesOfRemittances } from '../../books/servicing/due-to-platform.ts'
import { anyOf } from '../../database/database.ts'
import { keptByPools } from '../../finance/pool/short.ts'
import { withBankOfEach } from '../../finance/pool/with-bank.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { topUpReportedBack } from '../repayment/reported-back.ts'
import { undueAmong } from './still-due.ts'

type Judging = Pick<UseCaseContext, 'tx' | 'today'>

/**
 * Which of some drafted or failed payments `instruct` refuses as barred or not due, whatever their day, price and account. They are read
 * together, and each pool is measured once. A funding is judged by the amount that it has now. The transaction sees every company.
 */
export async function uninstructableAmong(context: Judging, ids: readonly string[]): Promise<string[]> {
  const { tx } = context
  const waiting = await tx
    .selectFrom('payment as p')
    .selectAll('p')
    .select(sql<string | null>`case when p.type = 'FUNDING' then ${topUpReportedBack(sql`p.order_id`)} end`.as('toppedUpBack'))
    .where('p.id', '=', anyOf(ids))
    .where('p.status', 'in', ['DRAFT', 'FAILED'])
    .execute()
  const fundings = waiting.filter(({ type }) => type === 'FUNDING')
  const remittances = waiting.filter(({ type }) => type === 'FEE_REMIT')
  const others = waiting.filter(({ type }) => type !== 'FUNDING' && type !== 'FEE_REMIT')
  // The bank may have financed a document of the order for another one (decision 255), or the top-up of a conversion went back.
  const withBank = await withBankOfEach(
    tx,
    fundings.flatMap(({ orderId }) => orderId ?? []),
  )
  // Of a remittance what is still owed is instructed.
  const dueOf = await duesOfRemittances(tx, remittances)
  const undue = await undueAmong(tx, others)
  const kept = await keptByPools(
    context,
    others.filter(({ id }) => !undue.has(id)),
  )
  // What was lowered or priced anew since its file went out waits until the money is back (decision 153).
  const atOther = await atOtherAmountAmong(
    tx,
    waiting.map((one) => ({ id: one.id, amount: one.type === 'FEE_REMIT' ? M.toDecimal(dueOf(one)) : one.amount })),
  )
  return [
    ...waiting.filter(({ id }) => atOther.has(id)),
    ...fundings.filter(({ orderId, toppedUpBack }) => toppedUpBack !== null || (orderId !== null && withBank.has(orderId))),
    ...remittances.filter((one) => !M.isPositive(dueOf(one))),
    ...others.filter(({ id, ofPool, orderId }) => undue.has(id) || (ofPool && orderId !== null && kept.has(orderId))),
  ].map(({ id }) => id)
}
