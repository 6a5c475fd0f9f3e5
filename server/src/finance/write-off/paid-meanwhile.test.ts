import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, answerTask, aRepayment, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { ordersOwedReserve } from '../../testing/owed-reserve.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const detailOf = (id: string) => portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })

/** An overdue order whose supplier owes reserve back. */
async function anOrderWithClaim(): Promise<{ orderId: string; owed: string }> {
  const { day: on, orders } = await ordersOwedReserve(portal, { from: day, count: 1 })
  day = on
  return orders[0]!
}

test('a write-off by an unpaid claim does not pass once the claim was paid', async () => {
  const { orderId, owed } = await anOrderWithClaim()
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'It does not pay its claim.' } })
  // Penalty of the principal is paid before the claim; the principal that the approvers judge stays as it was.
  await aRepayment(portal, orderId, String(Number(owed) + 300), { valueDate: day, payerRole: 'SUPPLIER' })
  const claims = await portal.look((tx) =>
    tx.selectFrom('recourseClaim').select('status').where('orderId', '=', orderId).execute(),
  )
  const { orderNo, ...before } = await detailOf(orderId)
  expect([claims, before.status, before.principalOutstanding]).toEqual([[{ status: 'PAID' }], 'OVERDUE', '90000.00'])
  expect(await refusalOf(passWriteOff(portal, orderNo))).toMatchObject({ error: 'WRITE_OFF_TOO_SOON' })
  expect((await detailOf(orderId)).status).toBe('OVERDUE')
  expect(await brokenLaws(portal)).toEqual([])
})

test('who decides on a write-off of an order that was paid meanwhile reads so, and the request is refused or withdrawn', async () => {
  const { elmMaker, elmChecker, risk } = portal.seats
  const asked: { orderId: string; id: string; no: string }[] = []
  const fundingDate = day
  const orders = [
    await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, tenors: [10] }),
    await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, tenors: [10] }),
  ]
  await closeDays(103)
  for (const { orderId } of orders) {
    const reason = 'The buyer does not answer.'
    asked.push({ orderId, ...(await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason } })) })
    await aRepayment(portal, orderId, '100000', { valueDate: day })
  }
  const [first, second] = [asked[0]!, asked[1]!]
  const preview = (orderId: string) => portal.ask(elmMaker, writeOffCalls.preview, { body: { orderId } })
  expect(await preview(first.orderId)).toMatchObject({ parts: [], loss: '0.00', writeOff: { mayWithdraw: true } })
  const { orderNo, status } = await detailOf(first.orderId)
  expect(status).toBe('SETTLED')
  expect(await refusalOf(passWriteOff(portal, orderNo))).toMatchObject({ error: 'WRITE_OFF_NOTHING_LEFT', data: { orderNo } })
  await answerTask(portal, risk, { businessId: first.id, reviewType: 'REFUSED', comment: 'It was paid.' })
  expect((await preview(first.orderId)).writeOff?.status).toBe('REFUSED')
  await portal.ask(elmChecker, writeOffCalls.withdraw, { body: { orderId: second.orderId, comment: 'It was paid.' } })
  expect((await preview(second.orderId)).writeOff?.status).toBe('WITHDRAWN')
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order whose reserve covers what is owed on it is not written off, and it reads so', async () => {
  const { elmMaker } = portal.seats
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  const faces = ['100000', '10000']
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    tenors: [10, 10],
    faces,
  })
  await closeDays(10)
  await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  await closeDays(92)
  const { status, orderNo } = await detailOf(orderId)
  expect(status).toBe('OVERDUE')
  const preview = await portal.ask(elmMaker, writeOffCalls.preview, { body: { orderId } })
  expect(preview).toMatchObject({ nothingLost: 'COVERED', allowed: false, parts: [], loss: '0.00' })
  const asked = portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'It does not pay.' } })
  expect(await refusalOf(asked)).toMatchObject({ error: 'WRITE_OFF_COVERED', data: { orderNo } })
  expect(await brokenLaws(portal)).toEqual([])
})

test('who decides on a write-off of an order that was paid in part since reads so, and it is asked for anew', async () => {
  const { elmMaker, risk } = portal.seats
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [10] })
  await closeDays(103)
  const body = { orderId, reason: 'The buyer does not answer.' }
  const { id } = await portal.ask(elmMaker, writeOffCalls.request, { body })
  await aRepayment(portal, orderId, '50000', { valueDate: day })
  const { orderNo } = await detailOf(orderId)
  expect(await refusalOf(passWriteOff(portal, orderNo))).toMatchObject({ error: 'WRITE_OFF_PAID_IN_PART', data: { orderNo } })
  await answerTask(portal, risk, { businessId: id, reviewType: 'REJECTED', comment: 'It was paid in part.' })
  await portal.ask(elmMaker, writeOffCalls.request, { body })
  await passWriteOff(portal, orderNo)
  expect((await detailOf(orderId)).status).toBe('WRITTEN_OFF')
  expect(await brokenLaws(portal)).toEqual([])
})

test('reserve that is owed back within the tolerance is a fee of the loss, and no debt beside it', async () => {
  const { orderId } = await anOrderWithClaim()
  const due = async (account: string) => Number(await balanceIn(portal, orderId, account))
  const back = (await due('F1210')) + (await due('F1220'))
  await aRepayment(portal, orderId, (back - 0.01).toFixed(2), { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await due('F1220')).toBe(0.01)
  await closeDays(92)
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'It does not pay.' } })
  await passWriteOff(portal, (await detailOf(orderId)).orderNo)
  const lost = await portal.look((tx) =>
    tx.selectFrom('writeOff').select('owedBack').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  expect(Number(lost.owedBack)).toBe(0)
  expect(await brokenLaws(portal)).toEqual([])
})
