import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, answerTask, aRepayment, balanceIn, brokenLaws, passAll } from '../../testing/financing.ts'
import { aFileTaken } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeThrough = async (through: string) => {
  day = await runEndOfDay(portal.app, { through })
}
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const statusOf = async (id: string) => (await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })).status
const request = (orderId: string) =>
  portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
const preview = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })
const lossOf = async (orderId: string) => Number((await preview(orderId)).loss)
const writeOff = async (orderId: string) => {
  await request(orderId)
  const { orderNo } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
  return orderNo
}

/** An order of two invoices, the first of them paid, and the release of its reserve in draft. */
async function aDraft() {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: openingDay,
    faces: ['30000', '20000'],
    tenors: [10],
  })
  await aRepayment(portal, orderId, '30000', { valueDate: openingDay, invoiceIds: [invoiceIds[0]!] })
  return orderId
}

test('a release that nobody sent is cancelled with the loss that its reserve bears, and what the bank was told is paid', async () => {
  const orders = [await aDraft(), await aDraft(), await aDraft(), await aDraft()] as const
  await closeThrough(addDays(openingDay, 3))
  const aRelease = async (orderId: string) => ({
    orderId,
    ...(await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })),
  })
  const [drafted, failed] = [await aRelease(orders[0]), await aRelease(orders[1])]
  const [waiting, sent] = [await aRelease(orders[2]), await aRelease(orders[3])]
  for (const { id } of [failed, waiting, sent]) await instruct(id)
  for (const { no } of [failed, sent]) await passAll(portal, no, 'RELEASE')
  await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id: failed.id, reason: 'Account closed' } })
  await aFileTaken(portal, sent.id)
  await closeThrough(addDays(openingDay, 100))

  // The reserve of the one that the bank was told of bears nothing.
  const released = Number((await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: sent.id } })).amount)
  const [loss, most] = [await lossOf(drafted.orderId), await lossOf(sent.orderId)]
  expect(most - loss).toBeCloseTo(released, 2)
  for (const one of [drafted, failed]) {
    const orderNo = await writeOff(one.orderId)
    expect(await statusOf(one.id)).toBe('CANCELLED')
    expect([await balanceIn(portal, one.orderId, 'F5000'), await balanceIn(portal, one.orderId, 'F2000')]).toEqual([
      loss.toFixed(2),
      '0.00',
    ])
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['params', 'companyId', 'link'])
        .where('event', '=', 'PAYMENT_RELEASE_LOST')
        .where('objectId', '=', one.id)
        .execute(),
    )
    expect(told.map(({ companyId }) => companyId).sort()).toEqual(
      [portal.world.companies.alder, portal.world.companies.elm].sort(),
    )
    expect(told[0]).toMatchObject({ params: { no: one.no, orderNo }, link: `/payment/release-refund?no=${one.no}` })
  }

  const bar = { error: 'RELEASE_UNDER_WAY', no: waiting.no }
  expect((await refusalOf(request(waiting.orderId))).data).toMatchObject(bar)
  await answerTask(portal, portal.seats.settlement2, {
    businessId: waiting.id,
    reviewType: 'REFUSED',
    comment: 'The order is written off',
  })
  await writeOff(waiting.orderId)
  expect(await balanceIn(portal, waiting.orderId, 'F5000')).toBe(loss.toFixed(2))

  await writeOff(sent.orderId)
  expect(await balanceIn(portal, sent.orderId, 'F5000')).toBe(most.toFixed(2))
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id: sent.id, valueDate: day, bankRef: newId() } })
  expect([await statusOf(sent.id), await balanceIn(portal, sent.orderId, 'F2000')]).toEqual(['PAID', '0.00'])
})

test('a loss is offered while nothing bars it, and not while a release of its order is in approval', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    ...{ product: 'purchaseInArrears', fundingDate: day, faces: ['30000', '20000'], tenors: [10] },
  })
  await aRepayment(portal, orderId, '30000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  await closeThrough(addDays(day, 3))
  const release = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
  await instruct(release.id)
  await closeThrough(addDays(day, 98))
  /** By the page of the loss, by the order's and by its row in the list alike. */
  const isOffered = async () => {
    const { elmMaker } = portal.seats
    const { operations, orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
    const body = { filterFields: { orderNo } }
    const { list } = await portal.ask(elmMaker, listCalls(financeOrderList).pageList, { body })
    const { allowed } = await preview(orderId)
    expect(operations.includes('WRITE_OFF')).toBe(allowed)
    const some = expect.arrayContaining(['WRITE_OFF'])
    expect(list).toMatchObject([{ operations: allowed ? some : expect.not.arrayContaining(['WRITE_OFF']) }])
    return allowed
  }
  expect(await isOffered()).toBe(false)
  expect((await refusalOf(request(orderId))).error).toBe('RELEASE_UNDER_WAY')
  await answerTask(portal, portal.seats.settlement2, { businessId: release.id, reviewType: 'REFUSED' })
  expect(await isOffered()).toBe(true)
  await request(orderId)
  expect(await isOffered()).toBe(false)
})
