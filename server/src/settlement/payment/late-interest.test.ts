import { discountBetween } from '@usance/domain/late-funding'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { amortizationList } from '@usance/wire/report/list'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aConfirmedOrder, aDraftedPayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const seed = Number(process.env.LIFE_SEED ?? 20_261_122)

test(`an interest statement is principal × rate × days of the money really out, however late a bank paid (LIFE_SEED=${seed})`, async () => {
  const { settlement, auditor } = portal.seats
  const arbitrary = fc.record({
    product: fc.constantFrom('purchaseInAdvance' as const, 'purchaseInArrears' as const),
    face: fc.integer({ min: 1000, max: 900_000 }),
    tenor: fc.integer({ min: 8, max: 18 }),
    late: fc.integer({ min: 0, max: 4 }),
  })
  const made: { id: string; paymentId: string; product: string; late: number }[] = []
  for (const { product, face, tenor, late } of fc.sample(arbitrary, { numRuns: 10, seed })) {
    const { orderId } = await aConfirmedOrder(portal, { product, faces: [String(face)], tenors: [tenor] })
    const payment = await aDraftedPayment(portal, orderId)
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
    await passAll(portal, payment.no, 'PAYMENT')
    made.push({ id: orderId, paymentId: payment.id, product, late })
  }
  let day: string = openingDay
  for (let late = 0; late <= 4; late++) {
    for (const one of made.filter((paid) => paid.late === late))
      await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
        body: { id: one.paymentId, valueDate: day, bankRef: newId() },
      })
    expect(await brokenLaws(portal)).toEqual([])
    day = await runEndOfDay(portal.app, { through: day })
  }
  // The nights up to this day are booked.
  const through = await runEndOfDay(portal.app, { through: addDays(openingDay, 20) })
  const { list = [] } = await portal.ask(auditor, listCalls(amortizationList).pageList, {
    body: { pageNum: 1, pageSize: 200 },
  })
  for (const { id, product, late } of made) {
    const order = await portal.look((tx) =>
      tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(order.fundingDate).toBe(addDays(openingDay, late))
    const rows = list.filter((row) => row.orderNo === order.orderNo)
    const booked = M.sum(
      rows.flatMap((row) => [row.accrued, row.amortised]).map((amount) => M.fromDecimal(String(amount), 'USD')),
      'USD',
    )
    const [advance, rate] = [M.fromDecimal(Number(order.financeAmount).toFixed(2), 'USD'), parseDecimal(order.rate!)]
    const interest = (from: string, to: string) =>
      discountBetween({ advance, rate, method: 'STRAIGHT', dayCount: 'ACT_360', fundLeg: null, from, to }).client
    // The deducted interest is rounded by itself, and so is the interest after the maturity.
    const due =
      product === 'purchaseInAdvance'
        ? M.add(interest(order.fundingDate!, order.maturity!), interest(order.maturity!, through))
        : interest(order.fundingDate!, through)
    expect([order.orderNo, M.toDecimal(booked)]).toEqual([order.orderNo, M.toDecimal(due)])
  }
  expect(await brokenLaws(portal)).toEqual([])
})

test('a least number of days that counts more from the day of a late payment is charged as agreed, and the books hold', async () => {
  const { settlement, settlement3, auditor } = portal.seats
  const productId = portal.world.products.purchaseInAdvance
  await portal.look((tx) =>
    tx.updateTable('financingProduct').set({ minInterestDays: 20, dayCount: '30_360' }).where('id', '=', productId).execute(),
  )
  // By 30/360 twenty calendar days are nineteen from 24 March, whose month has 31 days, and twenty from 11 April.
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 20) })
  const invoice = await aConfirmedInvoice(portal, { issueDate: day, dueDate: addDays(day, 8) })
  const { id } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [invoice], { financingProductId: productId, fundingDate: day }),
  )
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, 'PAYMENT')
  const late = await runEndOfDay(portal.app, { through: addDays(day, 17) })
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: late, bankRef: newId() } })
  const { balances } = await portal.ask(auditor, ledgerCalls.order, { body: { orderId: id } })
  expect(balances.find((one) => one.book + one.account === 'F4000')?.balance).toBe('323.00')
  expect(await brokenLaws(portal)).toEqual([])
})
