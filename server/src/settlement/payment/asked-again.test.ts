import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { actAs, anInstructedPayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('whoever sends a payment while they record it as paid is no second person', async () => {
  const { settlement, settlement3 } = portal.seats
  const { payment } = await anInstructedPayment(portal)
  const body = { id: payment.id, valueDate: openingDay, bankRef: 'AGAIN-1' }
  let answer: Promise<{ error: string }> | undefined
  await portal.look(async (tx) => {
    await tx.updateTable('payment').set({ instructedBy: settlement3.userId }).where('id', '=', payment.id).execute()
    answer = refusalOf(portal.ask(settlement3, paymentCalls.markPaid, { body }))
    await untilSomebodyWaits(portal)
  })
  expect((await answer)?.error).toBe('MAKER_CANNOT_APPROVE')
  const { status } = await portal.ask(settlement, paymentCalls.detail, { body: { id: payment.id } })
  expect(status).toBe('INSTRUCTED')
  const other = portal.seats.settlement
  expect(await portal.ask(other, paymentCalls.markPaid, { body })).toEqual({ status: 'PAID' })
})

test('whoever changes an order while they confirm it is no second person', async () => {
  const { cedarChecker } = portal.seats
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  const confirm = () =>
    portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })
  let answer: Promise<{ error: string }> | undefined
  await actAs(portal, cedarChecker, async (context) => {
    await elevate(context.tx)
    await context.tx.selectFrom('financeOrder').select('id').where('id', '=', order.id).forNoKeyUpdate().execute()
    await audit(context, { event: 'FINANCE_ORDER_UPDATED', objectType: 'FINANCE_ORDER', objectId: order.id })
    answer = refusalOf(confirm())
    await untilSomebodyWaits(portal)
  })
  expect((await answer)?.error).toBe('MAKER_CANNOT_APPROVE')
  const { status } = await portal.ask(cedarChecker, financeOrderCalls.detail, { query: { id: order.id } })
  expect(status).toBe('PASSED')
})
