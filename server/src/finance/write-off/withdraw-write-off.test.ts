import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a funder withdraws its request for a write-off, hears of it and asks again', async () => {
  const { elmMaker, elmChecker, firChecker, risk, alderMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ status: 'OVERDUE' }).where('id', '=', orderId).execute()
    await tx.updateTable('financeOrderItem').set({ maturity: '2024-06-01' }).where('orderId', '=', orderId).execute()
  })
  const request = () => portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'Insolvent' } })
  const withdraw = (seat: Seat) => portal.ask(seat, writeOffCalls.withdraw, { body: { orderId, comment: 'The buyer pays' } })
  const preview = (seat: Seat) => portal.ask(seat, writeOffCalls.preview, { body: { orderId } })
  const detail = (seat: Seat) => portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })
  expect((await refusalOf(withdraw(elmMaker))).error).toBe('ILLEGAL_TRANSITION')
  const { no } = await request()
  const asked = { businessNo: no, businessType: 'WRITE_OFF' } as const
  expect((await preview(elmMaker)).writeOff).toMatchObject({ mayWithdraw: true })
  expect((await preview(risk)).writeOff).toMatchObject({ mayWithdraw: false })
  expect((await refusalOf(withdraw(firChecker))).code).toBe(404)
  expect((await refusalOf(withdraw(risk))).code).toBe(403)
  await withdraw(elmChecker)
  expect((await portal.ask(risk, workflowCalls.history, { body: asked })).status).toBe('WITHDRAWN')
  expect(await preview(elmMaker)).toMatchObject({ allowed: true, writeOff: { status: 'WITHDRAWN', mayWithdraw: false } })
  expect((await detail(elmMaker)).timeline[0]).toMatchObject({ event: 'WRITE_OFF_WITHDRAWN', comment: 'The buyer pays' })
  expect((await detail(alderMaker)).timeline.map(({ event }) => event)).not.toContain('WRITE_OFF_WITHDRAWN')
  await request()
  await passWriteOff(portal, (await detail(elmMaker)).orderNo)
  expect((await refusalOf(withdraw(elmMaker))).error).toBe('ILLEGAL_TRANSITION')
  expect(await brokenLaws(portal)).toEqual([])
})
