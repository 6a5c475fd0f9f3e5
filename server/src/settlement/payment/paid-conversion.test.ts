import { addDays, type LocalDate } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseUnderConversion } from '../../books/servicing/convert-order.ts'
import { newId } from '../../database/id.ts'
import { addProduct } from '../../finance/product/add-product.ts'
import { Refused } from '../../http/refused.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import {
  aConfirmedOrder,
  aFundedOrder,
  aRepayment,
  balanceIn,
  brokenLaws,
  instructFunding,
  passAll,
  takeBack,
} from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let productId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aProductResetDaily()
  await fixing('4.30')
})
afterAll(() => portal.close())

const seed = Number(process.env.LIFE_SEED ?? 20_261_123)

/** Purchase order finance in arrears whose rate follows the benchmark each day. */
const aProductResetDaily = () =>
  portal.look((tx) =>
    addProduct(tx, {
      code: 'PO-DAILY',
      name: 'Purchase order finance at the daily rate',
      nameCn: '每日浮动订单融资',
      type: 'PO_FINANCE',
      funderId: portal.world.companies.elm,
      currencies: ['USD'],
      recourse: true,
      disclosed: true,
      interestMethod: 'IN_ARREARS',
      rightConfirmParty: 'SUPPLIER',
      advanceRate: '60',
      minTenor: 1,
      maxTenor: 180,
      rateType: 'FLOATING',
      baseRateType: 'ESTR',
      resetFrequency: 'DAILY',
      lookbackBd: 0,
      margin: '2.50',
      dayCount: 'ACT_360',
      graceDays: 5,
      calendars: ['US'],
      bdConvention: 'FOLLOWING',
      maturityOffset: 15,
      arpTargetProduct: portal.world.products.purchaseInAdvance,
    }),
  )

let day = openingDay
const closeDays = async (count: number) => {
  if (count > 0) day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const reachMonday = async () => {
  do await closeDays(1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1)
}
const fixing = (percentRate: string) =>
  portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'ESTR', effectiveDate: day, percentRate, source: 'test' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** The instructed payment of a conversion of 100,000 of purchase order financing, priced for a day. */
async function anInstructedConversion(parentId: string, on: LocalDate) {
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: on, faces: ['100000'], tenors: [60] })
  await asConversion(portal, child.orderId, parentId)
  const payment = await instructFunding(portal, child.orderId)
  const { amount } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
  const paid = (valueDate: LocalDate) =>
    portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate, bankRef: newId() } })
  return { childId: child.orderId, paymentId: payment.id, amount, paid }
}

/** The payoff of an order by a conversion, as its repayment shows it. */
async function payoffBy(childId: string) {
  const { orderNo } = await orderOf(childId)
  const { id } = await portal.look((tx) =>
    tx
      .selectFrom('repayment')
      .select('id')
      .where('matchReason', '=', orderNo)
      .where('payerRole', '=', 'ARP')
      .executeTakeFirstOrThrow(),
  )
  return portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
}

const anOrder = async (face = '100000') => {
  const { orderId } = await aFundedOrder(portal, { productId, fundingDate: day, faces: [face], tenors: [90] })
  return orderId
}

test.each([
  { rate: '5.00', parent: 'PARTIALLY_REPAID', due: '1.16', surplus: '0.00' },
  { rate: '3.00', parent: 'CONVERTED', due: '0.00', surplus: '2.17' },
])('a conversion is booked as the bank was told after a reset to $rate %', async ({ rate, parent, due, surplus }) => {
  await fixing('4.30')
  await reachMonday()
  const parentId = await anOrder()
  await closeDays(1)
  const conversion = await anInstructedConversion(parentId, addDays(day, 1))
  await fixing(rate)
  await closeDays(1)
  await conversion.paid(day)
  const payment = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: conversion.paymentId } })
  expect([payment.status, payment.amount]).toEqual(['PAID', conversion.amount])
  const { amount, surplus: over } = await payoffBy(conversion.childId)
  expect(payment.makeUp.at(-1)).toEqual({ label: 'PAYOFF', amount: `-${amount}` })
  expect([over, await balance(parentId, 'F2200')]).toEqual([surplus, surplus])
  expect([(await orderOf(parentId)).status, await balance(parentId, 'F1200')]).toEqual([parent, due])
  expect((await orderOf(conversion.childId)).status).toBe('FUNDED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a supplier that pays between instruction and payment gets back what the bank withheld too much', async () => {
  await reachMonday()
  const parentId = await anOrder()
  const conversion = await anInstructedConversion(parentId, day)
  await closeDays(1)
  await aRepayment(portal, parentId, '60000.00', { valueDate: day, payerRole: 'SUPPLIER' })
  await closeDays(1)
  // The bank paid on the first day: nothing was owed any more when the supplier paid.
  await conversion.paid(addDays(day, -2))
  expect((await payoffBy(conversion.childId)).surplus).toBe('0.00')
  expect([(await orderOf(parentId)).status, await balance(parentId, 'F2200')]).toEqual(['CONVERTED', '60000.00'])
  expect(await brokenLaws(portal)).toEqual([])

  const otherId = await anOrder()
  const other = await anInstructedConversion(otherId, day)
  await aRepayment(portal, otherId, '60000.00', { valueDate: day, payerRole: 'SUPPLIER' })
  expect((await orderOf(otherId)).status).toBe('SETTLED')
  await other.paid(day)
  const { id, surplus } = await payoffBy(other.childId)
  expect([surplus, (await orderOf(otherId)).status]).toEqual(['60000.00', 'SETTLED'])
  expect(await brokenLaws(portal)).toEqual([])
  const refund = await portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: id } })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await passAll(portal, refund.no, 'REFUND')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id: refund.id, valueDate: day, bankRef: newId() } })
  const { payeeName } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: refund.id } })
  expect([payeeName, await balance(otherId, 'F2200')]).toEqual(['Alder Textiles Ltd', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
})

test('the money of a conversion on its way cannot be taken from under it', async () => {
  await reachMonday()
  const parentId = await anOrder()
  const { paymentId } = await anInstructedConversion(parentId, day)
  const payment = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: paymentId } })
  const refusals = await portal.look((tx) =>
    Promise.all(
      [{ parentId }, { childId: payment.orderId! }].map((of) =>
        refuseUnderConversion(tx, of).catch((error: unknown) => (error instanceof Refused ? [error.refusal, error.data] : error)),
      ),
    ),
  )
  expect(refusals).toEqual(Array(2).fill(['CONVERSION_UNDER_WAY', { no: payment.no }]))
})

test('a conversion that was priced on a repaid loan is not sent once the repayment is taken back, and is measured again', async () => {
  await reachMonday()
  const parentId = await anOrder()
  const repaid = await aRepayment(portal, parentId, '60000', { valueDate: day, payerRole: 'SUPPLIER' })
  const { paymentId, amount } = await anInstructedConversion(parentId, day)
  const { settlement } = portal.seats
  const make = () => portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [paymentId] } })
  const { files } = await make()
  await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
  await takeBack(portal, repaid)
  const take = portal.ask(settlement, paymentFileCalls.take, { body: { id: files[0]!.id } })
  expect((await refusalOf(take)).error).toBe('PAYOFF_HAS_RISEN')
  await portal.ask(portal.seats.settlement2, paymentFileCalls.void, { body: { id: files[0]!.id, reason: 'The loan runs again' } })
  const { payments } = await portal.ask(settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.find(({ id }) => id === paymentId)?.blockedBy).toBe('PAYOFF_HAS_RISEN')
  expect((await refusalOf(make())).error).toBe('PAYOFF_HAS_RISEN')

  await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id: paymentId, reason: 'Priced anew' } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: paymentId } })
  const again = await portal.ask(settlement, paymentCalls.detail, { body: { id: paymentId } })
  expect(Number(amount) - Number(again.amount)).toBeCloseTo(60000, 0)
  await passAll(portal, again.no, 'PAYMENT')
  expect((await make()).files).toHaveLength(1)
})

test('the money of a conversion that failed stays with it until its bank has refused it', async () => {
  await reachMonday()
  const { paymentId, childId } = await anInstructedConversion(await anOrder(), day)
  const { id, no } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: paymentId } })
  const file = await aFileTaken(portal, id)
  await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id, reason: 'The bank is silent' } })
  const bar = () =>
    portal.look((tx) =>
      refuseUnderConversion(tx, { childId }).catch((error: unknown) => (error instanceof Refused ? error.refusal : error)),
    )
  expect(await bar()).toBe('CONVERSION_UNDER_WAY')
  await readReport(portal, bankReport(file.no, bankLine(no, 'RJCT', accountClosed)))
  expect(await bar()).toBeUndefined()
})

test(`what a bank has paid for a conversion is booked whatever came between (LIFE_SEED=${seed})`, async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('fixing' as const), rate: fc.constantFrom('0.10', '3.00', '5.00', '9.75') }),
    fc.record({
      kind: fc.constant('receipt' as const),
      cents: fc.integer({ min: 1, max: 7_500_000 }),
      ago: fc.integer({ min: 0, max: 1 }),
    }),
    fc.record({ kind: fc.constant('night' as const) }),
  )
  const lives = fc.record({
    face: fc.constantFrom('100000', '200000'),
    children: fc.integer({ min: 1, max: 2 }),
    age: fc.integer({ min: 1, max: 2 }),
    ahead: fc.integer({ min: 0, max: 1 }),
    steps: fc.array(step, { minLength: 2, maxLength: 5 }),
    lag: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 }),
  })
  for (const life of fc.sample(lives, { numRuns: 10, seed })) {
    await reachMonday()
    const parentId = await anOrder(life.face)
    const fundedOn = day
    await closeDays(life.age)
    const pricedFor = addDays(day, life.ahead)
    const conversions = []
    for (let child = 0; child < life.children; child++) conversions.push(await anInstructedConversion(parentId, pricedFor))
    await closeDays(life.ahead)
    for (const one of life.steps) {
      if (one.kind === 'night') await closeDays(1)
      else if (one.kind === 'fixing') await fixing(one.rate)
      else {
        const valueDate = addDays(day, -one.ago) < fundedOn ? day : addDays(day, -one.ago)
        await aRepayment(portal, parentId, (one.cents / 100).toFixed(2), { valueDate, payerRole: 'SUPPLIER' })
      }
    }
    for (const [index, conversion] of conversions.entries()) {
      const late = addDays(day, -life.lag[index]!)
      await conversion.paid(late < pricedFor ? pricedFor : late)
      const payment = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: conversion.paymentId } })
      expect([payment.status, payment.amount]).toEqual(['PAID', conversion.amount])
      expect({ life, laws: await brokenLaws(portal) }).toEqual({ life, laws: [] })
    }
    await closeDays(3)
    expect({ life, laws: await brokenLaws(portal) }).toEqual({ life, laws: [] })
  }
})
