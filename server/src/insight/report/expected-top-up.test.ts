import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aReceipt, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aShortOneAppliedFor } from '../../testing/short-conversion.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('what a conversion paid late lacks is expected on the day of its new price, as its page and the receipt tell it', async () => {
  const { settlement, alderMaker, elmMaker } = portal.seats
  const { child } = await aShortOneAppliedFor(portal, openingDay)
  const today = await runEndOfDay(portal.app)
  const { needed, terms } = await portal.ask(alderMaker, financeOrderCalls.repricing, { body: { id: child.id } })
  const payable = terms.find(({ key }) => key === 'fundingDate')?.after
  expect([needed, payable]).toEqual([true, addDays(today, 1)])
  const receipt = await aReceipt(portal, '50000.00')
  const { topUps } = await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  const expected = async (seat: Seat, from: string) => {
    const { rows } = await portal.ask(seat, reportCalls.cashflow, {
      body: { currency: 'USD', from, to: addDays(today, 30), step: 'DAY' },
    })
    return rows
      .filter(({ done, no, kind }) => !done && no === child.orderNo && kind === 'REPAYMENT')
      .map(({ date, direction, amount }) => `${date} ${direction} ${amount}`)
  }
  const missing = topUps.map((one) => one.missing)
  for (const from of [today, payable!]) {
    expect(await expected(alderMaker, from)).toEqual(missing.map((amount) => `${payable} OUT ${amount}`))
    expect(await expected(elmMaker, from)).toEqual(missing.map((amount) => `${payable} IN ${amount}`))
  }
  expect(missing).toHaveLength(1)
  expect(await brokenLaws(portal)).toEqual([])
})
