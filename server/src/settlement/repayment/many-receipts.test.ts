import { addDays } from '@usance/domain/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { askedBy } from '../../testing/rows-read.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let paidOn = openingDay
const orders: string[] = []
beforeAll(async () => {
  portal = await openPortal()
  for (let index = 0; index < 2; index++) {
    const wanted = { product: 'purchaseInArrears' as const, faces: ['100000', '50000'], tenors: [60, 50] }
    orders.push((await aFundedOrder(portal, wanted)).orderId)
  }
  paidOn = await runEndOfDay(portal.app, { through: addDays(openingDay, 1) })
})
afterAll(() => portal.close())

test('a receipt of an earlier day asks the same of an order once, however many receipts are booked again after it', async () => {
  const [few, many] = [2, 10]
  const asked: number[] = []
  for (const [index, later] of [few, many].entries()) {
    const orderId = orders[index]!
    for (let receipt = 0; receipt < later; receipt++)
      await aRepayment(portal, orderId, `${1000 + receipt}.00`, { valueDate: paidOn })
    const backdated = () => aRepayment(portal, orderId, '500.00', { valueDate: openingDay })
    asked.push((await askedBy(backdated)).statements)
  }
  const [forFew, forMany] = asked
  // Of each receipt: its journals and what it leaves of the order, taken back and booked anew.
  const each = (forMany! - forFew!) / (many - few)
  expect(each).toBeLessThan(28)
  expect(await brokenLaws(portal)).toEqual([])
})
