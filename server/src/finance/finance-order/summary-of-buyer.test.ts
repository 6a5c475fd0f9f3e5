import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a buyer reads as overdue what is late of its own invoices, beside what falls due, and a loss changes nothing of it', async () => {
  const { cedarChecker, elmMaker } = portal.seats
  const summary = async () =>
    (await portal.ask(cedarChecker, financeOrderCalls.summaryCompany, { body: {} })).find(({ currency }) => currency === 'USD')!
  const body = { currency: 'USD' }
  const dashboard = async () => ({
    financing: (await portal.ask(cedarChecker, arCalls.queryFinancingBalanceAmount, { body })).amount,
    dueNext7Days: (await portal.ask(cedarChecker, arCalls.queryRepaymentDueInNext7DaysAmount, { body })).amount,
  })
  const faces = ['100000', '50000']
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', faces, tenors: [10, 40] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 37) })
  const due = { financing: '135000.00', dueNext7Days: '45000.00' }
  expect(await dashboard()).toEqual(due)
  const late = await summary()
  expect(late).toMatchObject({ ...due, used: '135000.00', overdue: '90000.00' })

  await runEndOfDay(portal.app, { through: addDays(openingDay, 135) })
  const before = await summary()
  expect(before).toMatchObject({ financing: '135000.00', overdue: '135000.00', dueNext7Days: '0.00' })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
  const after = await summary()
  expect({ ...after, ordersByStatus: {} }).toEqual({ ...before, ordersByStatus: {} })
  expect(after.ordersByStatus).toEqual({ WRITTEN_OFF: 1 })
  expect(await dashboard()).toMatchObject({ financing: '135000.00' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('who has no limit is told of none, and not of a limit of zero', async () => {
  const { cedarChecker, alderMaker } = portal.seats
  const limitsOf = async (seat: typeof cedarChecker) =>
    (await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })).map(({ currency, limit }) => ({ currency, limit }))
  expect(await limitsOf(cedarChecker)).toEqual([{ currency: 'USD', limit: null }])
  expect((await limitsOf(alderMaker)).find(({ currency }) => currency === 'USD')!.limit).toMatch(/^[1-9]\d*\.00$/)
  await portal.look((tx) =>
    tx.updateTable('creditLimit').set({ expiryDate: openingDay }).where('type', '=', 'SUPPLIER_FACILITY').execute(),
  )
  expect((await limitsOf(alderMaker)).find(({ currency }) => currency === 'USD')!.limit).toBe('0.00')
})
