import { addDays } from '@usance/domain/local-date'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Puts a stricter product in force by approval: no days of grace, and a penalty of 12 % above the rate. */
async function hardenProduct(code: string) {
  const { operations } = portal.seats
  const products = rowsOfKind('PRODUCT', await portal.ask(operations, configChangeCalls.current, { body: { kind: 'PRODUCT' } }))
  const found = products.find((row) => row.code === code)!
  const values = {
    code,
    name: found.name,
    nameCn: found.nameCn,
    advanceRate: '90',
    minTenor: 1,
    maxTenor: 120,
    margin: '2.50',
    floor: '0',
    graceDays: 0,
    penaltyMargin: '12',
    dilutionThreshold: '5',
    status: 'ENABLE',
    fees: [],
  }
  const { no } = await portal.ask(operations, configChangeCalls.propose, {
    body: { kind: 'PRODUCT', targetId: found.id, version: found.version, values } as never,
  })
  await passAll(portal, no, 'PRODUCT')
}

const detailOf = (id: string) => portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })

test('an accepted order keeps its grace and penalty when the product changes before its payment, even on a later day', async () => {
  const { settlement } = portal.seats
  const wanted = async () =>
    requestFor(portal, [await aConfirmedInvoice(portal, { dueDate: '2025-03-12' })], {
      financingProductId: portal.world.products.purchaseInArrears,
      fundingDate: openingDay,
    })
  const orders = [await aRightConfirmedOrder(portal, await wanted()), await aRightConfirmedOrder(portal, await wanted())] as const
  await hardenProduct('RP-ARR')
  const fresh = await aSubmittedOrder(portal, await wanted())
  expect((await detailOf(fresh.id)).product.graceDays).toBe(0)
  const instruct = async (id: string) => {
    const payment = await portal.look((tx) =>
      tx.selectFrom('payment').selectAll().where('orderId', '=', id).executeTakeFirstOrThrow(),
    )
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
    return payment
  }
  const payment = await instruct(orders[0].id)
  await passAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: newId() },
  })
  // The other order is priced again for its possible payment day, and keeps its terms all the same.
  await runEndOfDay(portal.app, { through: openingDay })
  await instruct(orders[1].id)
  const [paid, late] = [await detailOf(orders[0].id), await detailOf(orders[1].id)]
  expect(late.requestedFundingDate > openingDay).toBe(true)
  expect([paid.product.graceDays, late.product.graceDays]).toEqual([5, 5])
  await runEndOfDay(portal.app, { through: addDays(paid.maturity!, 4) })
  const info = await portal.ask(settlement, financeOrderCalls.repaymentInfo, { query: { id: orders[0].id } })
  expect(info.schedule).toMatchObject([{ inGrace: true, penaltyDue: '0.00' }])
  expect(await brokenLaws(portal)).toEqual([])
})
