import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { anInstructedPayment, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a release is expected on the day on which it may be paid, before the order is funded and until its invoice is paid', async () => {
  const wanted = { product: 'purchaseInArrears' as const, tenors: [4] }
  const { orderId, payment } = await anInstructedPayment(portal, wanted)
  const expected = async () => {
    const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 60), step: 'DAY' as const }
    const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, { body })
    return rows.filter(({ done, kind, link }) => !done && kind === 'RELEASE' && link?.includes(orderId)).map(({ date }) => date)
  }
  // Two business days after Friday, 7 March.
  const told = ['2025-03-11']
  expect(await expected()).toEqual(told)
  const paid = { id: payment.id, valueDate: openingDay, bankRef: newId() }
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: paid })
  expect(await expected()).toEqual(told)
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 3) })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  expect(await expected()).toEqual(told)
  const { releases } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
  expect(releases.filter((one) => one.orderId === orderId).map(({ from }) => from)).toEqual(told)
  expect(await brokenLaws(portal)).toEqual([])
})
