import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { boundProduct, drawingOffered } from '../../testing/drawing-offered.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let productId: string
let poolId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
  ;({ poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' }))
})
afterAll(() => portal.close())

const bounds = (minAmount: string | null, maxAmount: string | null) => boundProduct(portal, productId, { minAmount, maxAmount })
const maker = () => portal.seats.alderMaker
const offered = async () => {
  const { amounts, formula } = await drawingOffered(portal)
  return { amounts, formula }
}
const wanted = (amount: string) => ({ poolId, amount, fundingDate: openingDay, maturity: addDays(openingDay, 60) })
const price = (amount: string) => portal.ask(maker(), poolCalls.trial, { body: wanted(amount) })

test('a pool offers no more for a drawing than its product grants for one order', async () => {
  const whole = { amounts: ['48000.00', '48000.00', '48000.00'], formula: 'max(min(availability, facilityHeadroom), 0)' }
  expect(await offered()).toEqual(whole)
  await bounds('48000', '48000.01')
  expect((await offered()).amounts).toEqual(whole.amounts)
  await bounds(null, '20000')
  expect(await offered()).toEqual({
    amounts: ['20000.00', '20000.00', '20000.00'],
    formula: 'min(carried, greatestAmount)',
  })
  expect((await refusalOf(price('20000.01'))).data).toMatchObject({ error: 'LIMIT_EXCEEDED', limitType: 'PRODUCT' })
  expect((await price('20000.00')).total.applyAmount).toBe('20000.00')
  await bounds('48000.01', null)
  expect(await offered()).toEqual({ amounts: ['0.00', '0.00', '0.00'], formula: 'carried < leastAmount' })
})

test('a drawing that was submitted is measured by its pool, whatever the bounds of the product become', async () => {
  await bounds(null, '20000')
  const { pricingHash } = await price('20000.00')
  const order = await portal.ask(maker(), poolCalls.draw, {
    body: { ...wanted('20000.00'), pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await bounds('1', '10000')
  await passAll(portal, order.orderNo)
})
