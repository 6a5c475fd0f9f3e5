import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const reason = 'The bank asks for its money back'
const told = async (seat: Seat, id: string) => {
  const { reversalInApproval, reversalReason } = await portal.ask(seat, repaymentCalls.detail, { body: { id } })
  return [reversalInApproval, reversalReason]
}
const history = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'REPAYMENT_REVERSAL' } })

test('a supplier reads of a reversal, and its reason, once it has passed: in every seat, on the page and by its approval', async () => {
  const { alderChecker, alderDirector, elmChecker, settlement, settlement2 } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const repayment = await aRepayment(portal, orderId, '30000')
  await portal.ask(settlement, repaymentCalls.reverse, { body: { id: repayment.id, reason } })
  for (const seat of [alderChecker, alderDirector]) {
    expect(await told(seat, repayment.id)).toEqual([false, null])
    expect((await refusalOf(history(seat, repayment.no))).error).toBe('NOT_FOUND')
  }
  for (const seat of [elmChecker, settlement2]) {
    expect(await told(seat, repayment.id)).toEqual([true, reason])
    expect((await history(seat, repayment.no)).title.text).toBe(reason)
  }
  await passAll(portal, repayment.no, 'REPAYMENT_REVERSAL')
  for (const seat of [alderChecker, alderDirector]) {
    expect(await told(seat, repayment.id)).toEqual([false, reason])
    expect((await history(seat, repayment.no)).status).toBe('PASSED')
  }
})
