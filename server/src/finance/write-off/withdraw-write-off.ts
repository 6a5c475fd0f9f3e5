import type { writeOffCalls } from '@usance/wire/write-off/calls'
import { withdrawable, withdrawFlow } from '../../approval/workflow/own-request.ts'
import { audit } from '../../audit/record.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { mayAskForWriteOff } from './may-ask.ts'

/** The funder takes its request back before it is decided, or after it was sent back. */
export const withdrawWriteOff: Handler<typeof writeOffCalls.withdraw> = async (request) => {
  const { tx, actor, body } = request
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'funderId'])
    .where('id', '=', body.orderId)
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  if (!mayAskForWriteOff(actor) || order.funderId !== actor.companyId) throw new Refused('FORBIDDEN')
  const seen = await tx
    .selectFrom('writeOff')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('status', 'in', withdrawable)
    .executeTakeFirst()
  if (!seen) throw new Refused('ILLEGAL_TRANSITION')
  const before = await withdrawFlow(request, 'WRITE_OFF', seen)
  const saved = await tx
    .updateTable('writeOff')
    .set({ status: 'WITHDRAWN' })
    .where('id', '=', seen.id)
    .where('status', '=', before)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  await audit(request, {
    event: 'WRITE_OFF_WITHDRAWN',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    before: { writeOff: seen.no, reason: seen.reason, status: before },
    after: { writeOff: seen.no, comment: body.comment },
  })
  await notify(tx, {
    event: 'WRITE_OFF_ENDED',
    companyIds: [order.funderId],
    params: { orderNo: order.orderNo, no: seen.no, comment: body.comment },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  return { id: seen.id, no: seen.no, status: 'WITHDRAWN' }
}
