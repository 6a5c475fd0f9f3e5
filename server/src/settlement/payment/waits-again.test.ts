import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { answerTask, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// An order whose money did not arrive waits for it again.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await portal.asOwner((db) =>
    db
      .updateTable('financingProduct')
      .set({ resetFrequency: 'DAILY' })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').select(['status', 'rate']).where('id', '=', id).executeTakeFirstOrThrow())
const paymentOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('payment').select(['id', 'no', 'status']).where('orderId', '=', id).executeTakeFirstOrThrow())
const pay = (id: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `WAITS-${newId()}` } })
const didNotArrive = (id: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.takeBack, { body: { id, returnedOn: day, reason: 'Account closed' } })
const fixing = (percentRate: string, effectiveDate = day) =>
  portal.asOwner((db) =>
    db.insertInto('baseRateFixing').values({ id: newId(), type: 'SOFR', effectiveDate, percentRate, source: 'test' }).execute(),
  )

/** An order with its drafted payment, for today. */
async function waiting(product: 'purchaseInAdvance' | 'purchaseInArrears' = 'purchaseInAdvance') {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  const invoice = await aConfirmedInvoice(portal, { issueDate: addDays(day, -5), dueDate: addDays(day, 55) })
  const request = requestFor(portal, [invoice], {
    fundingDate: day,
    financingProductId: portal.world.products[product],
  })
  const { id } = await aRightConfirmedOrder(portal, request)
  return { orderId: id, payment: await paymentOf(id) }
}
async function instructed(product?: 'purchaseInArrears') {
  const one = await waiting(product)
  await instruct(one.payment.id)
  await passAll(portal, one.payment.no, 'PAYMENT')
  return one
}

test('a funding that came back is held against the rate that its supplier accepted, whatever the benchmark did meanwhile', async () => {
  const { orderId, payment } = await instructed('purchaseInArrears')
  await pay(payment.id)
  await closeDays(1)
  await fixing('5.30')
  await closeDays(7)
  expect(Number((await orderOf(orderId)).rate)).toBe(7.8)
  await didNotArrive(payment.id)
  expect(Number((await orderOf(orderId)).rate)).toBe(6.8)
  const { error, data } = await refusalOf(instruct(payment.id))
  expect([error, data.changed]).toEqual(['PRICE_CHANGED', ['rate']])
  await fixing('4.30')
  await closeDays(7)
  await instruct(payment.id)
})

describe('an order whose money comes back after the days it was valid for', () => {
  test.each(['was paid', 'was refused by the bank'])(
    'does not expire while it is sent again, when its payment %s',
    async (what) => {
      const { orderId, payment } = await instructed()
      if (what === 'was paid') await pay(payment.id)
      await closeDays(16)
      if (what === 'was paid') await didNotArrive(payment.id)
      else await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id: payment.id, reason: 'Refused' } })
      await instruct(payment.id)
      await closeDays(1)
      expect([(await orderOf(orderId)).status, (await paymentOf(orderId)).status]).toEqual(['RIGHT_CONFIRMED', 'IN_APPROVE'])
      await closeDays(18)
      expect((await orderOf(orderId)).status).toBe('EXPIRED')
    },
  )
})

test('a funding that an approver refuses waits to be sent again, like one that is sent back', async () => {
  const { orderId, payment } = await waiting()
  await instruct(payment.id)
  await answerTask(portal, portal.seats.settlement2, { businessId: payment.id, reviewType: 'REFUSED', comment: 'Not today' })
  expect([(await orderOf(orderId)).status, (await paymentOf(orderId)).status]).toEqual(['RIGHT_CONFIRMED', 'DRAFT'])
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  await pay(payment.id)
})

test('a change of a fee that was sent back leads to that fee, also after a funding that came back was priced anew', async () => {
  const { operations, settlement2 } = portal.seats
  const { orderId, payment } = await instructed()
  await pay(payment.id)
  const fees = () =>
    portal.look((tx) =>
      tx.selectFrom('orderFee').select(['id', 'code']).where('orderId', '=', orderId).orderBy('code').orderBy('id').execute(),
    )
  const agreed = await fees()
  const { no } = await portal.ask(operations, costCalls.adjust, {
    body: { id: agreed[0]!.id, delta: '-1.00', reason: 'Agreed with the supplier' },
  })
  const adjustment = await portal.look((tx) =>
    tx.selectFrom('feeAdjustment').select('id').where('no', '=', no).executeTakeFirstOrThrow(),
  )
  await answerTask(portal, settlement2, { businessId: adjustment.id, reviewType: 'REJECTED', comment: 'How much?' })
  await didNotArrive(payment.id)
  await closeDays(7)
  await instruct(payment.id)
  expect(await fees()).toEqual(agreed)
  const { link } = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('link').where('businessId', '=', adjustment.id).executeTakeFirstOrThrow(),
  )
  const id = `${link}`.split('id=')[1]!
  expect(await portal.ask(operations, costCalls.detail, { body: { id } })).toMatchObject({ id })
})

test('a funding that came back after a change of its fees was refused is priced anew, and the change keeps its history', async () => {
  const { orderId, payment } = await instructed()
  await pay(payment.id)
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select(['id', 'code']).where('orderId', '=', orderId).orderBy('code').executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta: '-1.00', reason: 'Agreed with the supplier' },
  })
  const adjustment = await portal.look((tx) =>
    tx.selectFrom('feeAdjustment').select('id').where('no', '=', no).executeTakeFirstOrThrow(),
  )
  await answerTask(portal, portal.seats.settlement2, { businessId: adjustment.id, reviewType: 'REFUSED', comment: 'Not agreed' })
  await didNotArrive(payment.id)
  await closeDays(7)
  await instruct(payment.id)
  const named = await portal.look((tx) =>
    tx
      .selectFrom('feeAdjustment as a')
      .innerJoin('orderFee as f', 'f.id', 'a.orderFeeId')
      .select(['a.status', 'f.code'])
      .where('f.orderId', '=', orderId)
      .execute(),
  )
  expect(named).toEqual([{ status: 'REFUSED', code: fee.code }])
})
