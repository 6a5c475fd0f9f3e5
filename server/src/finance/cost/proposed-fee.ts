import { netFee } from '@usance/domain/fee-adjustment'
import * as M from '@usance/domain/money'
import type { costCalls } from '@usance/wire/cost/calls'
import { instancesSeen } from '../../approval/workflow/instances-seen.ts'
import { adjustable, loadFee } from '../../books/servicing/load-fee.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'

/**
 * What an adjustment in approval makes of its fee. Whoever may read the approval reads it, so that a payer knows what it agrees to; a
 * buyer has no page of fees. Throws NOT_FOUND to everybody else.
 */
export const proposedFee: Handler<typeof costCalls.proposed> = async (request) => {
  const { tx, body } = request
  const [instance] = await instancesSeen(request, { businessNo: body.no, businessType: 'FEE_ADJUSTMENT' })
  if (instance.status !== 'IN_APPROVE') return { adjustment: null }
  await elevate(tx)
  const { orderFeeId, delta, taxDelta, reason } = await tx
    .selectFrom('feeAdjustment')
    .select(['orderFeeId', 'delta', 'taxDelta', 'reason'])
    .where('id', '=', instance.businessId)
    .executeTakeFirstOrThrow()
  const fee = (await loadFee(tx, orderFeeId))!
  const supplier = await tx.selectFrom('company').select('name').where('id', '=', fee.supplierId).executeTakeFirstOrThrow()
  const { code, payer, beneficiary, timing, charged, orderNo, currency } = fee
  const before = netFee(adjustable(fee, M.zero(currency)))
  const change = amountOf(delta, currency)
  const taxChange = amountOf(taxDelta, currency)
  return {
    adjustment: {
      code,
      payer,
      beneficiary,
      timing,
      charged,
      orderNo,
      supplierName: supplier.name,
      currency,
      before: M.toDecimal(before),
      delta: M.toDecimal(change),
      taxDelta: M.toDecimal(taxChange),
      after: M.toDecimal(M.sum([before, change, taxChange], currency)),
      reason,
    },
  }
}
