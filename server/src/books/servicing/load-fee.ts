import type { AdjustableFee } from '@usance/domain/fee-adjustment'
import * as M from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import { outstandingStatuses } from '@usance/domain/states/finance-order'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'

/** Orders whose fees may still change: money is out, or everything has been paid and something goes back. */
export const chargeableStatuses: readonly string[] = outstandingStatuses
const creditableStatuses = [...chargeableStatuses, 'SETTLED']
/** Orders that have ended besides: a bill of their buyer is owed beside the loss or the older loan, and may still be credited. */
const billedStatuses = ['WRITTEN_OFF', 'CONVERTED']

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

type Adjusted = { adjusted: M.Money; adjustedTax: M.Money }

/** The sums of the adjustments of some fees that have passed, by fee; one without any is missing. */
async function adjustmentsOf(tx: Tx, feeIds: readonly string[]): Promise<Map<string, { delta: string; taxDelta: string }>> {
  const sums = await tx
    .selectFrom('feeAdjustment')
    .select(({ fn }) => ['orderFeeId', fn.sum<string>('delta').as('delta'), fn.sum<string>('taxDelta').as('taxDelta')])
    .where('orderFeeId', '=', anyOf(feeIds))
    .where('status', '=', 'PASSED')
    .groupBy('orderFeeId')
    .execute()
  return new Map(sums.map(({ orderFeeId, ...sum }) => [orderFeeId, sum]))
}

const adjustedIn = (sum: { delta: string; taxDelta: string } | undefined, currency: string): Adjusted => ({
  adjusted: amountOf(sum?.delta ?? '0', currency),
  adjustedTax: amountOf(sum?.taxDelta ?? '0', currency),
})

/** The sum of the adjustments of a fee that have passed. */
const adjustedBy = async (tx: Tx, feeId: string, currency: string): Promise<Adjusted> =>
  adjustedIn((await adjustmentsOf(tx, [feeId])).get(feeId), currency)

/** The same as the rule takes it. */
export const adjustable = (fee: LoadedFee, feesDue: M.Money): AdjustableFee => ({
  amount: amountOf(fee.amount, fee.currency),
  tax: amountOf(fee.tax, fee.currency),
  taxPct: fee.taxPct === null ? null : parseDecimal(fee.taxPct),
  adjusted: fee.adjusted,
  adjustedTax: fee.adjustedTax,
  charged: fee.charged,
  feesDue,
})

type Agreed = { id: string; amount: string; tax: string; currency: string }

/** What some fees come to when they are charged: as agreed, with every adjustment that has passed. In their order. */
export async function feesToCharge<F extends Agreed>(
  tx: Tx,
  fees: readonly F[],
): Promise<{ fee: F; amount: M.Money; tax: M.Money }[]> {
  const sums = await adjustmentsOf(
    tx,
    fees.map(({ id }) => id),
  )
  return fees.map((fee) => {
    const { adjusted, adjustedTax } = adjustedIn(sums.get(fee.id), fee.currency)
    return {
      fee,
      amount: M.add(amountOf(fee.amount, fee.currency), adjusted),
      tax: M.add(amountOf(fee.tax, fee.currency), adjustedTax),
    }
  })
}

/** What a fee comes to when it is charged. */
export async function feeToCharge(
  tx: Tx,
  fee: { id: string; amount: string; tax: string },
  currency: string,
): Promise<{ amount: M.Money; tax: M.Money }> {
  const [found] = await feesToCharge(tx, [{ ...fee, currency }])
  return { amount: found!.amount, tax: found!.tax }
}

/**
 * A fee that a repayment caused goes away with it, so it is corrected by taking the repayment back. Of an order that was lost or converted
 * only fees of the buyer are corrected: those of its supplier are part of the loss, or were paid with the payoff.
 */
export const isAdjustable = (fee: Pick<LoadedFee, 'fundingDate' | 'repaymentId' | 'orderStatus' | 'payer'>): boolean =>
  fee.fundingDate !== null &&
  fee.repaymentId === null &&
  [...creditableStatuses, ...(fee.payer === 'BUYER' ? billedStatuses : [])].includes(fee.orderStatus)
