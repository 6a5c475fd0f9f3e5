import type { AdjustableFee } from '@usance/domain/fee-adjustment'
import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/** Orders whose fees may still change: money is out, or everything has been paid and something goes back. */
export const chargeableStatuses = ['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE']
export const creditableStatuses = [...chargeableStatuses, 'SETTLED']

/** A fee with its order and what its passed adjustments come to; undefined when the transaction may not see it. */
export async function loadFee(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('orderFee as f')
    .innerJoin('financeOrder as o', 'o.id', 'f.orderId')
    .selectAll('f')
    .select(['o.orderNo', 'o.status as orderStatus', 'o.currency', 'o.supplierId', 'o.buyerId', 'o.funderId', 'o.fundingDate'])
    .where('f.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, ...(await adjustedBy(tx, id, row.currency)) }
}
export type LoadedFee = NonNullable<Awaited<ReturnType<typeof loadFee>>>

/** The sum of the adjustments of a fee that have passed. */
export async function adjustedBy(tx: Tx, feeId: string, currency: string): Promise<{ adjusted: M.Money; adjustedTax: M.Money }> {
  const sums = await tx
    .selectFrom('feeAdjustment')
    .select(({ fn }) => [fn.sum<string | null>('delta').as('delta'), fn.sum<string | null>('taxDelta').as('taxDelta')])
    .where('orderFeeId', '=', feeId)
    .where('status', '=', 'PASSED')
    .executeTakeFirstOrThrow()
  return { adjusted: amountOf(sums.delta ?? '0', currency), adjustedTax: amountOf(sums.taxDelta ?? '0', currency) }
}

/** The same as the rule takes it. */
export const adjustable = (fee: LoadedFee, feesDue: M.Money): AdjustableFee => ({
  amount: amountOf(fee.amount, fee.currency),
  tax: amountOf(fee.tax, fee.currency),
  adjusted: fee.adjusted,
  adjustedTax: fee.adjustedTax,
  charged: fee.charged,
  feesDue,
})

/** What a fee comes to when it is charged: as agreed, with every adjustment that has passed. */
export async function feeToCharge(
  tx: Tx,
  fee: { id: string; amount: string; tax: string },
  currency: string,
): Promise<{ amount: M.Money; tax: M.Money }> {
  const { adjusted, adjustedTax } = await adjustedBy(tx, fee.id, currency)
  return { amount: M.add(amountOf(fee.amount, currency), adjusted), tax: M.add(amountOf(fee.tax, currency), adjustedTax) }
}

/** A fee that a repayment caused goes away with it, so it is corrected by taking the repayment back. */
export const isAdjustable = (fee: Pick<LoadedFee, 'fundingDate' | 'repaymentId' | 'orderStatus'>): boolean =>
  fee.fundingDate !== null && fee.repaymentId === null && creditableStatuses.includes(fee.orderStatus)
