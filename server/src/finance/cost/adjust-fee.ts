import { createHash } from 'node:crypto'
import { type PayingParty, payingParties } from '@usance/domain/approval'
import { adjustFee, type FeeAdjustment, netFee } from '@usance/domain/fee-adjustment'
import { isClientFee } from '@usance/domain/ledger/fee-lines'
import { isPositive, type Money, parseAmount, toDecimal, zero } from '@usance/domain/money'
import { toDecimalText } from '@usance/domain/rational'
import type { costCalls } from '@usance/wire/cost/calls'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { adjustable, chargeableStatuses, isAdjustable, type LoadedFee, loadFee } from '../../books/servicing/load-fee.ts'
import { funderBalances } from '../../books/servicing/load-order.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

/** What an adjustment would do to a fee as both stand now. A charge needs an order that still runs: one that has ended stays as it is. */
export async function adjustmentOf(tx: Tx, fee: LoadedFee, delta: Money) {
  if (!isAdjustable(fee)) throw new Refused('ILLEGAL_TRANSITION')
  if (isPositive(delta) && !chargeableStatuses.includes(fee.orderStatus)) throw faultyField('delta', 'FEE_OF_ENDED_ORDER')
  const feesDue = await dueOf(tx, fee)
  const outcome = adjustFee(adjustable(fee, feesDue), delta)
  if (!outcome.ok) throw faultyField('delta', outcome.refusal)
  return outcome.value
}

/**
 * The fees still due of this fee's payer. Funder and platform settle their fees in one account, so none of those is refunded by a
 * payment.
 */
async function dueOf(tx: Tx, fee: LoadedFee): Promise<Money> {
  if (fee.payer === 'FUNDER' || fee.payer === 'PLATFORM') return netFee(adjustable(fee, zero(fee.currency)))
  return (await funderBalances(tx, fee.orderId, fee.currency))(fee.payer === 'BUYER' ? '1230' : '1220')
}

/** Operations put a correction of a fee forward, or correct the one that came back to any of them. */
export const adjustFeeCall: Handler<typeof costCalls.adjust> = async (request) => {
  const { tx, actor, body, today } = request
  const seen = await loadFee(tx, body.id)
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await tx.selectFrom('financeOrder').select('id').where('id', '=', seen.orderId).forNoKeyUpdate().execute()
  const fee = (await loadFee(tx, body.id))!
  const parsed = parseAmount(body.delta, fee.currency)
  if (!parsed.ok) throw faultyAmount('delta', parsed.refusal, fee.currency)
  const made = await adjustmentOf(tx, fee, parsed.value)
  if (body.adjustmentId) await ofFee(tx, body.adjustmentId, fee)
  const facts = { delta: toDecimal(made.delta), taxDelta: toDecimal(made.taxDelta), reason: body.reason }
  const saved = body.adjustmentId
    ? await tx
        .updateTable('feeAdjustment')
        .set({ ...facts, status: 'IN_APPROVE', createdBy: actor.userId })
        .where('id', '=', body.adjustmentId)
        .where('orderFeeId', '=', fee.id)
        .where('status', '=', 'REJECTED')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('feeAdjustment as x')
                .select('x.id')
                .where('x.orderFeeId', '=', fee.id)
                .where('x.status', '=', 'IN_APPROVE'),
            ),
          ),
        )
        .returning(['id', 'no'])
        .executeTakeFirst()
    : await tx
        .insertInto('feeAdjustment')
        .values({
          id: newId(),
          no: await nextNumber(tx, 'FA', today),
          orderFeeId: fee.id,
          orderId: fee.orderId,
          createdBy: actor.userId,
          ...facts,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'no'])
        .executeTakeFirst()
  if (!saved) throw new Refused(body.adjustmentId ? 'STALE_VERSION' : 'FEE_ADJUSTMENT_OPEN')
  await putForward(request, fee, { id: saved.id, no: saved.no!, ...facts }, made)
  return { id: saved.id, no: saved.no!, status: 'IN_APPROVE' }
}

/** Throws NOT_FOUND where an adjustment is one of another fee. */
async function ofFee(tx: Tx, id: string, fee: LoadedFee): Promise<void> {
  const own = await tx
    .selectFrom('feeAdjustment')
    .select('id')
    .where('id', '=', id)
    .where('orderFeeId', '=', fee.id)
    .executeTakeFirst()
  if (!own) throw new Refused('NOT_FOUND')
}

/** The party that bears a fee and is asked before it is raised; what the platform bears itself needs nobody else. */
const payingParty = ({ payer }: Pick<LoadedFee, 'payer'>): PayingParty | undefined => payingParties.find((one) => one === payer)

async function putForward(
  context: UseCaseContext,
  fee: LoadedFee,
  adjustment: { id: string; no: string; delta: string; reason: string },
  made: FeeAdjustment,
): Promise<void> {
  const { tx } = context
  await audit(context, {
    event: 'FEE_ADJUSTMENT_SUBMITTED',
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    objectNo: fee.orderNo,
    after: { adjustment: adjustment.no, fee: fee.code, delta: adjustment.delta, comment: adjustment.reason },
  })
  const supplier = await tx.selectFrom('company').select('name').where('id', '=', fee.supplierId).executeTakeFirstOrThrow()
  await startFlow(context, {
    businessType: 'FEE_ADJUSTMENT',
    businessId: adjustment.id,
    businessNo: adjustment.no,
    title: `${supplier.name} · ${fee.orderNo} · ${adjustment.delta} ${fee.currency}`,
    contentHash: await feeAdjustmentHash(tx, adjustment.id),
    amount: adjustment.delta.replace('-', ''),
    currency: fee.currency,
    // What funder and platform settle between them is theirs; a party of an approval reads its history.
    supplierId: isClientFee(fee) ? fee.supplierId : null,
    buyerId: fee.payer === 'BUYER' ? fee.buyerId : null,
    funderId: fee.funderId,
    sharePercent: toDecimalText(made.sharePercent, 6, 'UP'),
    paysMore: isPositive(made.delta) ? payingParty(fee) : undefined,
    link: `/finance/costs/details?id=${fee.id}`,
  })
  await notify(tx, {
    event: 'FEE_ADJUSTMENT_SUBMITTED',
    companyIds: [fee.funderId],
    params: { no: adjustment.no, orderNo: fee.orderNo, amount: adjustment.delta, currency: fee.currency },
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    link: `/finance/costs/details?id=${fee.id}`,
  })
}

/** Everything the approvers of an adjustment judge. */
export async function feeAdjustmentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('feeAdjustment')
    .select(['orderFeeId', 'orderId', 'delta', 'taxDelta', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}
