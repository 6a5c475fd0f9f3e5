import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, payDrafted, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const usd = (text: string) => M.fromDecimal(text, 'USD')

test('reserve that is owed back is expected once, so that funder and supplier expect what is owed at the end', async () => {
  const { settlement, elmMaker, alderMaker } = portal.seats
  const order = { product: 'purchaseInArrears' as const, fundingDate: openingDay, faces: ['25000', '15000'], tenors: [28, 28] }
  const { orderId } = await aFundedOrder(portal, order)
  let day = await runEndOfDay(portal.app, { through: addDays(openingDay, 27) })
  const receipt = await aRepayment(portal, orderId, '25000', { valueDate: day })
  day = await runEndOfDay(portal.app, { through: addDays(day, 3) })
  const release = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await payDrafted(portal, release, 'RELEASE', day)
  await takeBack(portal, receipt)

  const { total } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId } })
  const expected = async (seat: Seat) => {
    const body = { currency: 'USD', from: day, to: addDays(day, 60), step: 'DAY' as const }
    const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
    return rows.filter((row) => !row.done && row.kind !== 'FEE_REMIT')
  }
  const net = (rows: Awaited<ReturnType<typeof expected>>) =>
    M.toDecimal(
      M.sum(
        rows.map((row) => (row.direction === 'IN' ? usd(row.amount) : M.negate(usd(row.amount)))),
        'USD',
      ),
    )
  expect(net(await expected(elmMaker))).toBe(total)
  expect(net(await expected(alderMaker))).toBe(M.toDecimal(M.subtract(usd('40000'), usd(total))))
})
