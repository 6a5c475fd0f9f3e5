import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a funder with one decider agrees to a credited fee and pays its refund', async () => {
  const { operations, settlement, elmChecker, elmChecker2 } = portal.seats
  await portal.asOwner((db) => db.deleteFrom('userCompanyRole').where('userId', '=', elmChecker2.userId).execute())
  const { orderId } = await aFundedOrder(portal)
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', 'SERVICE').executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(operations, costCalls.adjust, { body: { id: fee.id, delta: '-100.00', reason: 'Agreed' } })
  expect(await passAll(portal, no, 'FEE_ADJUSTMENT')).toContain('elmChecker')
  const refund = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', orderId).where('type', '=', 'REFUND').executeTakeFirstOrThrow(),
  )
  expect(refund).toMatchObject({ createdBy: operations.userId })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await payAll(portal, refund.no, 'REFUND')
  const asked = await portal.look((tx) =>
    tx
      .selectFrom('workflowInstance as i')
      .innerJoin('workflowHistory as h', 'h.instanceId', 'i.id')
      .select(['i.makerIds', 'h.userId'])
      .where('i.businessId', '=', refund.id)
      .where('h.operation', '=', 'PASSED')
      .execute(),
  )
  expect(asked.map(({ userId }) => userId)).toContain(elmChecker.userId)
  expect(asked[0]!.makerIds).toContain(operations.userId)
  expect(await brokenLaws(portal)).toEqual([])
})
