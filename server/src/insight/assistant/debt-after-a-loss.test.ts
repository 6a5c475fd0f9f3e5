import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
const orderNo = 'FO-2025-009001'
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal, { tenors: [10], faces: ['100000'] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  const lost = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  await passWriteOff(portal, lost.orderNo)
  await portal.look((tx) => tx.updateTable('financeOrder').set({ orderNo }).where('id', '=', orderId).execute())
}, 240_000)
afterAll(() => portal.close())

const ask = (seat: Seat, question: string) => portal.ask(seat, assistantCalls.ask, { body: { question } })

test('a buyer hears of what it owes on an order that its funder has lost, wherever the assistant tells of debts', async () => {
  const { cedarChecker } = portal.seats
  const body = { currency: 'USD', buyerCode: 'ALL' }
  expect((await portal.ask(cedarChecker, arCalls.queryFinancingBalanceAmount, { body })).amount).toBe('90000.00')
  for (const question of [
    'What is the financing balance?',
    'What is the financing balance in USD with Alder?',
    'What is the financing balance by supplier?',
    'Which repayments are overdue?',
    `Status of ${orderNo}`,
  ])
    expect((await ask(cedarChecker, question)).text, question).toContain('USD 90,000.00')
  const { links } = await ask(cedarChecker, 'Which repayments are overdue?')
  expect(links.map(({ to }) => to)).toContain('/finance/finance-order?status=OVERDUE&status=WRITTEN_OFF')
})

test('supplier and funder hear of no principal that was given up', async () => {
  for (const seat of [portal.seats.alderMaker, portal.seats.elmMaker]) {
    expect((await ask(seat, 'What is the financing balance?')).text).toBe('No principal is outstanding.')
    const late = await ask(seat, 'Which repayments are overdue?')
    expect(late.text).toBe('No repayment is overdue.')
    expect(late.links.map(({ to }) => to)).toEqual(['/finance/finance-order?status=OVERDUE'])
  }
})
