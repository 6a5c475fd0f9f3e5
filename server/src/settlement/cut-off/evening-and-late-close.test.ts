import { cutOffCalls } from '@usance/wire/cut-off/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

// The close of a day in its evening moves the business date before the bank's own day ends, and one that waits moves it after.
let portal: Portal
let instant = new Date('2025-03-03T12:00:00Z')
beforeAll(async () => {
  portal = await openPortal({}, [], () => instant)
})
afterAll(() => portal.close())

test('a cut-off is read against the day of the bank, in the evening after the close and while a close waits', async () => {
  const { settlement } = portal.seats
  await portal.ask(settlement, cutOffCalls.save, { body: { currency: 'USD', time: '15:00', zone: 'Etc/GMT-8' } })
  await portal.setBusinessDate('2025-03-04')
  const { orderId } = await aConfirmedOrder(portal, { product: 'purchaseInArrears', fundingDate: '2025-03-04' })
  const { id } = await aDraftedPayment(portal, orderId)
  const timingAt = async (at: string) => {
    instant = new Date(`${at}:00+08:00`)
    const { timing } = await portal.ask(settlement, paymentCalls.detail, { body: { id } })
    return timing && [timing.executionDate, timing.isPastCutOff]
  }
  // Monday was closed in its evening: the bank takes payments for Tuesday until Tuesday afternoon.
  expect(await timingAt('2025-03-03T20:00')).toEqual(['2025-03-04', false])
  expect(await timingAt('2025-03-04T09:00')).toEqual(['2025-03-04', false])
  expect(await timingAt('2025-03-04T15:00')).toEqual(['2025-03-05', true])
  // The close of Tuesday waits: that day is over at the bank, and Wednesday ends there in its afternoon.
  expect(await timingAt('2025-03-05T09:00')).toEqual(['2025-03-05', true])
  expect(await timingAt('2025-03-05T16:00')).toEqual(['2025-03-06', true])
})
