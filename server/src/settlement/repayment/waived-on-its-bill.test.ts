import { addDays } from '@usance/domain/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, billBuyers, billForHandling, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
  await billForHandling(portal)
})
afterAll(() => portal.close())

const billsOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('feeBill')
      .select(['id', 'amount', 'openAmount', 'waivedAmount'])
      .where('orderId', '=', orderId)
      .orderBy('no')
      .execute(),
  )

test('a cent that is waived stands on the bill that lacks it, not on a newer one that was paid by its number', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [20] })
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 19) })
  await aRepayment(portal, orderId, '1000.00', { valueDate: day })
  const newer = (await billsOf(orderId))[1]!
  await aRepayment(portal, orderId, newer.amount.slice(0, -2), { feeBillIds: [newer.id], valueDate: day })
  await aRepayment(portal, orderId, '99049.99', { valueDate: day })
  expect((await billsOf(orderId)).map(({ openAmount }) => Number(openAmount))).toEqual([0.01, 0])
  await runEndOfDay(portal.app, { through: addDays(openingDay, 26) })
  expect((await billsOf(orderId)).map((bill) => [Number(bill.openAmount), Number(bill.waivedAmount)])).toEqual([
    [0, 0.01],
    [0, 0],
  ])
  expect(await brokenLaws(portal)).toEqual([])
})
