import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, answerTask, aRepayment, balanceIn, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

// Orders of two invoices, the first of them paid, whose release was sent more than once before the loss.
let portal: Portal
let orders: { orderId: string }[]
let day = openingDay
const closeThrough = async (through: string) => {
  day = await runEndOfDay(portal.app, { through })
}
let resent: Made
beforeAll(async () => {
  portal = await openPortal()
  orders = [await anOrder(), await anOrder(), await anOrder()]
  const [twice, once, again] = orders
  await closeThrough(addDays(openingDay, 3))
  // The bank refused a release, another was paid in its place, and the bank then paid the first as well.
  const first = await release(twice!.orderId)
  await passed(first)
  const file = await aFileTaken(portal, first.id)
  await readReport(portal, report(file.no, line(first.no, 'RJCT', accountClosed)))
  await instruct(first)
  await answerTask(portal, portal.seats.settlement2, { businessId: first.id, reviewType: 'REFUSED' })
  for (const { orderId } of [twice!, once!]) {
    const made = await release(orderId)
    await passed(made)
    await markPaid(made)
  }
  await readReport(portal, report(file.no, line(first.no, 'ACSC')))
  resent = await release(again!.orderId)
  await passed(resent)
  await aFileTaken(portal, resent.id)
  await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id: resent.id, reason: 'Account closed' } })
  await passed(resent)
  await closeThrough(addDays(openingDay, 100))
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

type Made = { id: string; no: string }
async function anOrder() {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    ...{ product: 'purchaseInArrears', fundingDate: openingDay, faces: ['30000', '20000'], tenors: [10] },
  })
  await aRepayment(portal, orderId, '30000', { valueDate: openingDay, invoiceIds: [invoiceIds[0]!] })
  return { orderId }
}
const release = (orderId: string) => portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
const instruct = ({ id }: Made) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const passed = async (made: Made) => {
  await instruct(made)
  await passAll(portal, made.no, 'RELEASE')
}
const markPaid = ({ id }: Made) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
const preview = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })
const request = (orderId: string) =>
  portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })

test('reserve that went out twice is taken off a loss no further than it was held', async () => {
  const [twice, once] = orders
  const { loss } = await preview(once!.orderId)
  expect((await preview(twice!.orderId)).loss).toBe(loss)
  await request(twice!.orderId)
  const { orderNo } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: twice!.orderId } })
  await passWriteOff(portal, orderNo)
  expect(await balanceIn(portal, twice!.orderId, 'F5000')).toBe(loss)
})

test('a release that was handed out, declared failed and passed anew bars a loss, as no file holds it', async () => {
  expect((await refusalOf(request(orders[2]!.orderId))).data).toMatchObject({ error: 'RELEASE_UNDER_WAY', no: resent.no })
})
