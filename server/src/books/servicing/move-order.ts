import { type FinanceOrderEvent, type FinanceOrderStatus, nextFinanceOrderStatus } from '@usance/domain/states/finance-order'
import { audit } from '../../audit/record.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'

type Patch = Partial<{
  fundingDate: string | null
  maturity: string
  fundedAt: string | null
  settledOn: string | null
  principalOutstanding: string
  rate: string
  validUntil: string
  fundedTerms: string | null
}>

/** Moves a locked order by an event of its life, with what changes beside the status. An event its status does not list is
 *  refused; somebody who was faster makes it stale. */
export async function moveOrder(
  context: UseCaseContext,
  order: { id: string; orderNo: string; status: FinanceOrderStatus },
  event: FinanceOrderEvent,
  patch: Patch = {},
): Promise<FinanceOrderStatus> {
  const status = accepted(nextFinanceOrderStatus(order.status, event))
  await storeStatus(context, order, status, event, patch)
  return status
}

/** The same where the money and not an event decides the status, as after a repayment is taken back. */
export async function storeStatus(
  context: UseCaseContext,
  order: { id: string; orderNo: string; status: FinanceOrderStatus },
  status: FinanceOrderStatus,
  event: string,
  patch: Patch = {},
): Promise<void> {
  const moved = await context.tx
    .updateTable('financeOrder')
    .set((eb) => ({
      status,
      ...patch,
      version: eb('version', '+', 1),
      updatedAt: context.now.toISOString(),
      updatedBy: context.actor.userId,
    }))
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .executeTakeFirst()
  if (Number(moved.numUpdatedRows) !== 1) throw new Refused('STALE_VERSION')
  if (status !== order.status)
    await audit(context, {
      event: `FINANCE_ORDER_${status}`,
      objectType: 'FINANCE_ORDER',
      objectId: order.id,
      objectNo: order.orderNo,
      before: { status: order.status },
      after: { status, by: event },
    })
}
