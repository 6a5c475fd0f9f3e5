import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { expireOrder } from './confirm-right.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const told = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params'])
      .where('event', '=', 'FINANCE_ORDER_NOTICE_ENDED')
      .where('objectId', '=', orderId)
      .execute(),
  )
const withdraw = (id: string) => portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id }, body: {} })
const aRequest = async () => requestFor(portal, [await aConfirmedInvoice(portal)])

test('a buyer that confirmed a right is told when its supplier withdraws the order, and when it expires', async () => {
  const { cedar } = portal.world.companies
  const withdrawn = await aRightConfirmedOrder(portal, await aRequest())
  await withdraw(withdrawn.id)
  expect(await told(withdrawn.id)).toEqual([{ companyId: cedar, params: { orderNo: withdrawn.orderNo } }])

  const expired = await aRightConfirmedOrder(portal, await aRequest())
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ validUntil: '2025-01-01' }).where('id', '=', expired.id).execute(),
  )
  await actAs(portal, portal.seats.settlement, (context) => expireOrder(context, expired.id))
  expect(await told(expired.id)).toEqual([{ companyId: cedar, params: { orderNo: expired.orderNo } }])
})

test('a buyer is not told of the end of an order that it has not been shown as passed', async () => {
  const { id } = await aSubmittedOrder(portal, await aRequest())
  await withdraw(id)
  expect(await told(id)).toEqual([])
})
