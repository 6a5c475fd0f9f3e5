import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** The platform's earnings from the order's fee per annum by the end of a day, by value date, and the unearned rest. */
const feesOn = async (orderId: string, day: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('posting')
      .select(['account', 'side', 'amount'])
      .where('orderId', '=', orderId)
      .where('book', '=', 'P')
      .where('account', 'in', ['2200', '4020'])
      .where('valueDate', '<=', day)
      .execute(),
  )
  const of = (account: string) =>
    rows.filter((row) => row.account === account).reduce((sum, row) => sum + Number(row.amount) * (row.side === 'C' ? 1 : -1), 0)
  return { unearned: of('2200').toFixed(2), earned: of('4020').toFixed(2) }
}

test('a fee per annum is income for the days that have passed, and its rest with the receipt that pays the principal', async () => {
  // 90,000.00 for 60 days at 0.50 % a year is 75.00; the other fees are income at once.
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay })
  const atOnce = Number((await feesOn(orderId, openingDay)).earned)
  expect((await feesOn(orderId, openingDay)).unearned).toBe('75.00')
  const paidOn = addDays(openingDay, 15)
  await runEndOfDay(portal.app, { through: addDays(paidOn, 2) })
  const earnedOn = async (day: string) => (Number((await feesOn(orderId, day)).earned) - atOnce).toFixed(2)
  // The journal of a day holds the following night.
  expect([await earnedOn(addDays(openingDay, 9)), await earnedOn(addDays(paidOn, 2))]).toEqual(['12.50', '22.50'])

  // The receipt is of a closed day: the days after it earn nothing any more, and its own day earns the rest.
  const repayment = await aRepayment(portal, orderId, '100000', { valueDate: paidOn })
  expect(await earnedOn(addDays(paidOn, -1))).toBe('18.75')
  expect(await earnedOn(paidOn)).toBe('75.00')
  expect((await feesOn(orderId, paidOn)).unearned).toBe('0.00')
  const { journals } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  expect(journals.filter(({ event }) => event === 'FEES_EARNED').map(({ valueDate }) => valueDate)).toEqual([paidOn])

  // After the reversal, the fee is earned by days again.
  await takeBack(portal, repayment)
  expect([await earnedOn(paidOn), await earnedOn(addDays(paidOn, 2))]).toEqual(['20.00', '22.50'])
})

test('a second receipt on the day of minimum interest leaves no unearned fee of an item paid on that day', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ minInterestDays: 7 })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
  const funded = addDays(openingDay, 18)
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: funded,
    faces: ['100000', '50000'],
    tenors: [60, 75],
  })
  await runEndOfDay(portal.app, { through: funded })
  // The funding night was booked before the first receipt with its minimum interest, and is booked again before the second.
  await aRepayment(portal, orderId, '100000', { valueDate: funded, invoiceIds: [invoiceIds[0]!] })
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, orderId, '100', { valueDate: funded, invoiceIds: [invoiceIds[1]!] })
})
