import { type FeeCharge, isClientFee } from '@usance/domain/ledger/fee-lines'
import { chargeFees, creditFee } from '@usance/domain/ledger/templates'
import { isPositive, isZero, type Money, toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { NoFacts } from '../../approval/workflow/facts.ts'
import type { Instance } from '../../approval/workflow/instance.ts'
import { companyOfMaker } from '../../approval/workflow/makers-side.ts'
import { post } from '../../books/ledger/post.ts'
import { draftPayment } from '../../books/servicing/draft-payment.ts'
import { billBuyer } from '../../books/servicing/issue-bill.ts'
import { type LoadedFee, loadFee } from '../../books/servicing/load-fee.ts'
import { dealOf, platformIdOf } from '../../books/servicing/load-order.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import { accountToPay } from '../../books/servicing/paying-account.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import { endFeeWaivers, waiveSmall } from '../../books/servicing/waive-crumbs.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { adjustmentOf, feeAdjustmentHash } from './adjust-fee.ts'
import { billsOf, tellBillsChanged } from './changed-bill.ts'
import { takeFeeRefundsBack } from './refund-taken-back.ts'

/** The adjustment and its order, both locked; order first like everybody. */
async function lockAdjustment(tx: Tx, id: string) {
  await elevate(tx)
  const seen = await tx
    .selectFrom('feeAdjustment')
    .select(['orderId', 'orderFeeId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx.selectFrom('financeOrder').select('id').where('id', '=', seen.orderId).forNoKeyUpdate().execute()
  const adjustment = await tx.selectFrom('feeAdjustment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (adjustment.status !== 'IN_APPROVE') throw new Refused('STALE_VERSION')
  return { adjustment, fee: (await loadFee(tx, seen.orderFeeId))! }
}

/** L15: a passed adjustment is booked where the fee is; what was paid already goes back to its payer. */
async function pass(context: UseCaseContext, id: string): Promise<void> {
  const { tx, today } = context
  const { adjustment, fee } = await lockAdjustment(tx, id)
  const { currency } = fee
  const { made, waiversEnded } = await withoutWaivers(context, fee, amountOf(adjustment.delta, currency))
  // Another adjustment may have passed since; then tax would be another, and somebody has to look again.
  if (toDecimal(made.taxDelta) !== toDecimal(amountOf(adjustment.taxDelta, currency))) throw new Refused('STALE_VERSION')
  await tx
    .updateTable('feeAdjustment')
    .set({ status: 'PASSED', passedOn: today, refunded: toDecimal(made.refund) })
    .where('id', '=', id)
    .execute()
  const bills = await billsOf(tx, fee.orderId)
  if (fee.charged) await book(context, fee, adjustment.id, made)
  // A new bill says what of it is open once the refunds of its buyer have paid their part.
  if (fee.charged && isPositive(made.delta)) await takeFeeRefundsBack(context, fee.orderId)
  // A fee that came to nothing when it was charged is on no bill.
  if (fee.charged && fee.payer === 'BUYER' && !fee.billId) await billBuyer(context, { ...fee, id: fee.orderId }, [fee.id], today)
  if (isPositive(made.refund)) await sendBack(context, fee, adjustment, made.refund)
  if (waiversEnded) await waiveSmall(context, fee.orderId, today)
  await restateOrder(context, fee.orderId, 'day')
  await tellBillsChanged(context, fee, bills)
  await notify(tx, {
    event: 'FEE_ADJUSTMENT_PASSED',
    companyIds: [isClientFee(fee) ? fee.supplierId : null, fee.funderId],
    params: { no: adjustment.no ?? '', orderNo: fee.orderNo, amount: toDecimal(made.delta), currency },
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    link: `/finance/costs/details?id=${fee.id}`,
  })
}

/**
 * What an adjustment does. Only money goes back: a credit beyond the fees due first ends what was waived of the payer's fees. What
 * is then left of a waiver is waived anew.
 */
async function withoutWaivers(context: UseCaseContext, fee: LoadedFee, delta: Money) {
  const made = await adjustmentOf(context.tx, fee, delta)
  if (!isPositive(made.refund) || !isClientFee(fee)) return { made, waiversEnded: false }
  const component = fee.payer === 'BUYER' ? 'BUYER_FEE' : 'FEE'
  const waiversEnded = await endFeeWaivers(context, fee.orderId, { component, upTo: made.refund })
  return { made: waiversEnded ? await adjustmentOf(context.tx, fee, delta) : made, waiversEnded }
}

async function book(
  { tx, today, actor }: UseCaseContext,
  fee: LoadedFee,
  adjustmentId: string,
  { delta, taxDelta, refund }: { delta: Money; taxDelta: Money; refund: Money },
): Promise<void> {
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', fee.orderId).executeTakeFirstOrThrow()
  const deal = dealOf(order, await platformIdOf(tx))
  const charge: FeeCharge = {
    code: fee.code as FeeCharge['code'],
    payer: fee.payer,
    beneficiary: fee.beneficiary as FeeCharge['beneficiary'],
    amount: delta,
    tax: taxDelta,
  }
  const key = { eventType: 'FEE_ADJUSTMENT', sourceType: 'FEE_ADJUSTMENT', sourceId: adjustmentId, seq: 0 }
  const journal = isZero(refund) ? chargeFees(key, deal, [charge]) : creditFee(key, deal, { fee: charge, refund })
  await post(tx, journal, { valueDate: today, postedOn: today, orderId: fee.orderId, by: actor.userId })
}

/** Money that was paid for a fee and is not owed any more waits among the refunds for settlement. */
async function sendBack(
  context: UseCaseContext,
  fee: LoadedFee,
  { id, createdBy }: { id: string; createdBy: string | null },
  refund: Money,
): Promise<void> {
  const { tx } = context
  const order = await tx
    .selectFrom('financeOrder')
    .select(['supplierId', 'buyerId', 'funderId', 'payeeBankAccountId'])
    .where('id', '=', fee.orderId)
    .executeTakeFirstOrThrow()
  const toBuyer = fee.payer === 'BUYER' && order.buyerId !== null
  const payeeCompanyId = toBuyer ? order.buyerId! : order.supplierId
  await draftPayment(context, {
    type: 'REFUND',
    orderId: fee.orderId,
    feeAdjustmentId: id,
    createdBy,
    supplierId: toBuyer ? null : order.supplierId,
    buyerId: toBuyer ? order.buyerId : null,
    funderId: order.funderId,
    payeeCompanyId,
    toAccountId: await accountToPay(tx, {
      companyId: payeeCompanyId,
      currency: fee.currency,
      agreed: toBuyer ? null : order.payeeBankAccountId,
    }),
    amount: refund,
  })
}

async function end({ tx }: UseCaseContext, instance: Instance, status: 'REJECTED' | 'REFUSED', comment: string): Promise<void> {
  const { adjustment, fee } = await lockAdjustment(tx, instance.businessId)
  await tx.updateTable('feeAdjustment').set({ status }).where('id', '=', adjustment.id).execute()
  await notify(tx, {
    event: `FEE_ADJUSTMENT_${status}`,
    userIds: adjustment.createdBy ? [adjustment.createdBy] : [],
    inCompany: await companyOfMaker(tx, instance),
    params: { no: adjustment.no ?? '', orderNo: fee.orderNo, comment },
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    link: `/finance/costs/details?id=${fee.id}`,
  })
}

/** What becomes of a correction of a fee when its approval ends. */
const feeAdjustmentDecision: Decision<NoFacts> = {
  concerned: (id) => partiesOf(sql`select order_id from fee_adjustment where id = ${id}`),
  facts: { without: 'The call of the proposed fee tells what becomes of it.' },
  lock: lockAdjustment,
  contentHash: feeAdjustmentHash,
  passed: (context, { businessId }) => pass(context, businessId),
  rejected: (context, instance, comment) => end(context, instance, 'REJECTED', comment),
  refused: (context, instance, comment) => end(context, instance, 'REFUSED', comment),
}

export const costApprovals = {
  FEE_ADJUSTMENT: feeAdjustmentDecision,
} satisfies Approvals
