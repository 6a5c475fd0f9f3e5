import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { anInstructedPayment, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const usd = (text: string | undefined) => M.fromDecimal(text ?? '0', 'USD')

test.each(['purchaseInAdvance', 'purchaseInArrears'] as const)(
  'an order (%s) whose bank paid late shows interest and reserve as they are booked, and what was agreed beside them',
  async (product) => {
    const { alderMaker, cedarMaker, elmMaker, settlement, settlement3 } = portal.seats
    const { orderId, payment } = await anInstructedPayment(portal, { product, tenors: [60] })
    const detail = (seat = alderMaker) => portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })
    const before = await detail()
    expect(before.agreedBefore).toBe(null)
    const reserve = before.items[0]?.reserve
    const [asked, day] = [before.requestedFundingDate, await runEndOfDay(portal.app, { through: addDays(openingDay, 2) })]
    await portal.ask(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: day, bankRef: newId() } })

    const after = await detail()
    expect([asked < day, after.fundingDate]).toEqual([true, day])
    expect(after.agreedBefore).toEqual({ interestAmount: before.interestAmount, reserveAmount: reserve })
    const lower = M.subtract(usd(before.interestAmount), usd(after.interestAmount))
    expect(M.isPositive(lower)).toBe(true)
    if (product === 'purchaseInAdvance') {
      expect(M.subtract(usd(after.reserveAmount), usd(reserve))).toEqual(lower)
      expect(await balanceIn(portal, orderId, 'F2000')).toBe(after.reserveAmount)
    } else {
      expect(after.reserveAmount).toBe(reserve)
      const { total } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId, asOf: after.maturity! } })
      expect(after.interestAmount).toBe(M.toDecimal(M.subtract(usd(total), usd(after.financeAmount))))
    }
    expect(after.items[0]).toMatchObject({ interest: after.interestAmount, reserve: after.reserveAmount })
    // What was paid out was reckoned with the interest that was agreed.
    expect(await portal.ask(elmMaker, financeOrderCalls.fundingInfo, { params: { id: orderId } })).toMatchObject({
      interest: before.interestAmount,
      net: before.netAmount,
    })
    expect(Object.keys(await detail(cedarMaker))).not.toContain('agreedBefore')
    // The assistant tells the page's figure, not the agreed one alone.
    const orderNo = 'FO-2025-000901'
    await portal.look((tx) => tx.updateTable('financeOrder').set({ orderNo }).where('id', '=', orderId).execute())
    const question = `What does ${orderNo} cost?`
    const { text } = await portal.ask(alderMaker, assistantCalls.ask, { body: { question } })
    expect(text.replaceAll(',', '')).toContain(`the interest is USD ${after.interestAmount} since`)
  },
)
