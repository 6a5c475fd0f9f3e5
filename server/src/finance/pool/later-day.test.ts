import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let productId: string
let poolId: string
const dueDate = addDays(openingDay, 100)
beforeEach(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
  ;({ poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR', dueDate }))
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const maker = () => portal.seats.alderMaker
const wanted = (amount: string, fundingDate: string) => ({ poolId, amount, fundingDate, maturity: addDays(openingDay, 60) })
const price = (amount: string, fundingDate: string) => portal.ask(maker(), poolCalls.trial, { body: wanted(amount, fundingDate) })
const draw = async (amount: string, fundingDate: string) => {
  const { pricingHash } = await price(amount, fundingDate)
  return portal.ask(maker(), poolCalls.draw, {
    body: { ...wanted(amount, fundingDate), pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
}
const most = async (fundingDate: string) =>
  (await portal.ask(maker(), poolCalls.drawable, { body: { poolId, fundingDate } })).maxDrawing
const refusedWith = async (amount: string, fundingDate: string) => (await refusalOf(price(amount, fundingDate))).data.fields[0]
const paymentOf = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow())

test('all that a pool offers for a later day is drawn and paid on that day: what its drawings earn until then is off it', async () => {
  await aFundedDrawing(portal, poolId, '40000.00')
  const today = await runEndOfDay(portal.app)
  const day = addDays(today, 1)
  // 40,000.00 at 6.80 % for one night of 360, and for two.
  expect([await most(today), await most(day)]).toEqual(['7992.44', '7984.89'])
  expect(await refusedWith('7984.90', day)).toMatchObject({
    message: 'POOL_OVERDRAWN',
    params: { amount: '7984.89', currency: 'USD' },
  })
  const order = await draw('7984.89', day)
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  await runEndOfDay(portal.app)
  const payment = await paymentOf(order.id)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await payAll(portal, payment.no, 'PAYMENT')
})

test('a drawing that is paid before the day earns until then too, from its own day and at least its minimum days', async () => {
  const order = await draw('40000.00', openingDay)
  // For three nights.
  expect([await most(openingDay), await most(addDays(openingDay, 3))]).toEqual(['8000.00', '7977.33'])
  await portal.ask(maker(), financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ minInterestDays: 10 }).where('id', '=', productId).execute(),
  )
  await draw('40000.00', openingDay)
  expect(await most(addDays(openingDay, 3))).toBe('7924.44')
})

test('an invoice that is past due by the day of a drawing does not carry it, nor does a facility that has ended', async () => {
  expect([await most(openingDay), await most(dueDate), await most(addDays(dueDate, 1))]).toEqual(['48000.00', '48000.00', '0.00'])
  expect(await refusedWith('100.00', addDays(dueDate, 1))).toMatchObject({
    message: 'POOL_OVERDRAWN',
    params: { amount: '0.00' },
  })
  const ends = addDays(openingDay, 3)
  await portal.look((tx) =>
    tx.updateTable('creditLimit').set({ expiryDate: ends }).where('type', '=', 'SUPPLIER_FACILITY').execute(),
  )
  expect([await most(ends), await most(addDays(ends, 1))]).toEqual(['48000.00', '0.00'])
})

test('a drawing for a later day is approved and instructed only while the pool carries it on that day', async () => {
  const day = addDays(openingDay, 1)
  const order = await draw('8000.00', day)
  await aFundedDrawing(portal, poolId, '40000.00')
  const refused = { error: 'POOL_OVERDRAWN', data: { amount: '7992.44' } }
  expect(await refusalOf(passAll(portal, order.orderNo))).toMatchObject(refused)
})

test('a drawing for a Saturday is measured on the Monday on which it is paid', async () => {
  await aFundedDrawing(portal, poolId, '40000.00')
  const [friday, saturday, monday] = [addDays(openingDay, 4), addDays(openingDay, 5), addDays(openingDay, 7)]
  const drawableOn = (fundingDate: string) => portal.ask(maker(), poolCalls.drawable, { body: { poolId, fundingDate } })
  // 40,000.00 at 6.80 % for four nights of 360, and for seven.
  expect(await drawableOn(friday)).toEqual({ fundingDate: friday, maxDrawing: '7969.78' })
  expect(await drawableOn(saturday)).toEqual({ fundingDate: monday, maxDrawing: '7947.11' })
  expect(await refusedWith('7947.12', saturday)).toMatchObject({ message: 'POOL_OVERDRAWN', params: { amount: '7947.11' } })
  const order = await draw('7947.11', saturday)
  await passAll(portal, order.orderNo)
})
