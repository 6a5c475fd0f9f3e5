import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, answerTask, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('whoever put a credit of a fee forward, in whichever round, does not decide on its refund', async () => {
  const { operations, operations2, settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', 'SERVICE').executeTakeFirstOrThrow(),
  )
  const credit = { id: fee.id, delta: '-1.00', reason: 'Agreed' }
  const { id, no } = await portal.ask(operations, costCalls.adjust, { body: credit })
  await answerTask(portal, settlement, { businessId: id, reviewType: 'REJECTED', comment: 'Two, not one' })
  await portal.ask(operations2, costCalls.adjust, { body: { ...credit, delta: '-2.00', adjustmentId: id } })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
  const refund = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('feeAdjustmentId', '=', id).executeTakeFirstOrThrow(),
  )
  expect(refund).toMatchObject({ type: 'REFUND', createdBy: operations2.userId })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: refund.id } })
  const { makerIds } = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('makerIds').where('businessId', '=', refund.id).executeTakeFirstOrThrow(),
  )
  for (const { userId } of [operations, operations2, settlement]) expect(makerIds).toContain(userId)
  expect(await brokenLaws(portal)).toEqual([])
})
