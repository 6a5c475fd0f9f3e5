import type { costCalls } from '@usance/wire/cost/calls'
import { withdrawFlow } from '../../approval/workflow/own-request.ts'
import { audit } from '../../audit/record.ts'
import { loadFee } from '../../books/servicing/load-fee.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'

/** Operations take a correction of a fee back before it is decided, or after it was sent back. */
export const withdrawFeeAdjustment: Handler<typeof costCalls.withdraw> = async (request) => {
  const { tx, body } = request
  const seen = await tx.selectFrom('feeAdjustment').selectAll().where('id', '=', body.id).executeTakeFirst()
  const fee = seen && (await loadFee(tx, seen.orderFeeId))
  if (!fee) throw new Refused('NOT_FOUND')
  const before = await withdrawFlow(request, 'FEE_ADJUSTMENT', seen)
  const saved = await tx
    .updateTable('feeAdjustment')
    .set({ status: 'WITHDRAWN' })
    .where('id', '=', seen.id)
    .where('status', '=', before)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  const no = seen.no ?? ''
  await audit(request, {
    event: 'FEE_ADJUSTMENT_WITHDRAWN',
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    objectNo: fee.orderNo,
    before: { adjustment: no, fee: fee.code, delta: seen.delta, status: before },
    after: { adjustment: no, comment: body.comment },
  })
  await notify(tx, {
    event: 'FEE_ADJUSTMENT_WITHDRAWN',
    companyIds: [fee.funderId],
    params: { no, orderNo: fee.orderNo, comment: body.comment },
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    link: `/finance/costs/details?id=${fee.id}`,
  })
  return { id: seen.id, no, status: 'WITHDRAWN' }
}
