import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
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

const limitOfFunder = (amount: string) =>
  portal.asOwner((db) => sql`update credit_limit set amount = ${amount}::numeric where type = 'FUNDER'`.execute(db))
const bounds = (minAmount: string | null) => boundProduct(portal, productId, { minAmount })
const maker = () => portal.seats.alderMaker
const offered = async () => {
  const { amounts, formula, inputs } = await drawingOffered(portal)
  return { amounts, formula, ofFunder: inputs.find(({ name }) => name === 'funderFree')?.value }
}
const wanted = (amount: string) => ({ poolId, amount, fundingDate: openingDay, maturity: addDays(openingDay, 60) })
const price = (amount: string) => portal.ask(maker(), poolCalls.trial, { body: wanted(amount) })

test('a pool offers no more for a drawing than the own limit of its funder leaves, tells that amount, and accepts it', async () => {
  // A limit that leaves more is not told.
  expect(await offered()).toEqual({
    amounts: ['48000.00', '48000.00', '48000.00'],
    formula: 'max(min(availability, facilityHeadroom), 0)',
    ofFunder: undefined,
  })
  await limitOfFunder('5000')
  const least = ['5000.00', '5000.00', '5000.00']
  expect(await offered()).toEqual({ amounts: least, formula: 'min(carried, funderFree)', ofFunder: '5000.00' })
  expect((await refusalOf(price('5000.01'))).data.fields).toMatchObject([
    { field: 'amount', message: 'POOL_OVERDRAWN', params: { amount: '5000.00', currency: 'USD' } },
  ])
  await bounds('5000.01')
  expect(await offered()).toMatchObject({ amounts: ['0.00', '0.00', '0.00'], formula: 'funderFree < leastAmount' })
  await bounds(null)
  const { pricingHash } = await price('5000.00')
  const order = await portal.ask(maker(), poolCalls.draw, {
    body: { ...wanted('5000.00'), pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await passAll(portal, order.orderNo)
  expect((await offered()).amounts).toEqual(['0.00', '0.00', '0.00'])
})
