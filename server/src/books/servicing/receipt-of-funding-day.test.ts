import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { anInstructedPayment, aRepayment, balanceIn, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// A bank pays an order with minimum interest at the end of its grace or after it, and money comes in on the same day.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ minInterestDays: 20 })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  while (isWeekend(day)) await closeTo(addDays(day, 1))
})
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
const closeTo = async (date: string) => {
  if (day < date) day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
}
const statusOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })).status
/** An order that was due after five days, and paid out by its bank some days after the end of its grace. */
async function paidOutLate(daysAfterGrace: number): Promise<string> {
  const { orderId, payment } = await anInstructedPayment(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    tenors: [5],
  })
  let paidOn = addDays(day, 10)
  while (isWeekend(paidOn)) paidOn = addDays(paidOn, 1)
  for (let left = daysAfterGrace; left > 0 || isWeekend(paidOn); left--) paidOn = addDays(paidOn, 1)
  await closeTo(paidOn)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: paidOn, bankRef: newId() },
  })
  return orderId
}

test('the penalty of the first night is that of what is left after the receipts of the funding day', async () => {
  const inPart = await paidOutLate(1)
  await aRepayment(portal, inPart, '60000', { valueDate: day })
  expect(await brokenLaws(portal)).toEqual([])
  const receipt = await aRepayment(portal, inPart, '10000', { valueDate: day })
  expect(await brokenLaws(portal)).toEqual([])
  const penalty = Number(await balanceIn(portal, inPart, 'F1210'))
  await closeTo(addDays(day, 1))
  expect(Number(await balanceIn(portal, inPart, 'F1210'))).toBe(penalty)
  await takeBack(portal, receipt)
  expect(Number(await balanceIn(portal, inPart, 'F1210'))).toBeGreaterThan(penalty)
})

test('an order that its bank pays on the last day of its grace is not overdue on that day', async () => {
  const orderId = await paidOutLate(0)
  await aRepayment(portal, orderId, '1000', { valueDate: day })
  expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
  await closeTo(addDays(day, 1))
  expect(await statusOf(orderId)).toBe('OVERDUE')
})
