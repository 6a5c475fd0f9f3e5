import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const paidBy = async (id: string) =>
  (await portal.ask(portal.seats.cedarChecker, repaymentCalls.detail, { body: { id } })).allocations.map(
    ({ component, amount }) => `${component} ${amount}`,
  )

test('a receipt from before another one pays the invoice, and all of the other one goes back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 6) })
  const later = await aRepayment(portal, orderId, '100000.00', { valueDate: addDays(openingDay, 4) })
  expect(await paidBy(later.id)).toEqual(['INVOICE 100000.00'])
  const earlier = await aRepayment(portal, orderId, '100000.00', { valueDate: addDays(openingDay, 2) })
  expect(await brokenLaws(portal)).toEqual([])
  expect(await paidBy(earlier.id)).toEqual(['INVOICE 100000.00'])
  expect(await paidBy(later.id)).toEqual(['REFUND 100000.00'])
  await takeBack(portal, earlier)
  expect(await paidBy(later.id)).toEqual(['INVOICE 100000.00'])
  expect(await brokenLaws(portal)).toEqual([])
})
