import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a pool carries the interest of the minimum days beside the drawing that earns it, and is not short once that is paid', async () => {
  const productId = await aPoolProduct(portal)
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ minInterestDays: 10 }).where('id', '=', productId).execute(),
  )
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  const figures = async () => {
    const { pools } = await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
    return Object.fromEntries(pools[0]!.figures.map(({ key, result }) => [key, result]))
  }
  const { maxDrawing } = await figures()
  const price = (amount: string) =>
    portal.ask(portal.seats.alderMaker, poolCalls.trial, {
      body: { poolId, amount, fundingDate: openingDay, maturity: addDays(openingDay, 60) },
    })
  const [refused] = (await refusalOf(price(maxDrawing!))).data.fields
  expect(refused).toMatchObject({ field: 'amount', message: 'POOL_OVERDRAWN' })
  // 48,000.00 at 6.80 % for ten days of 360.
  expect([maxDrawing, refused.params.amount]).toEqual(['48000.00', '47909.33'])
  // A drawing is a document of its own size: its face is not what the pool could lend.
  expect((await price('10000.00')).total.face).toBe('10000.00')
  await aFundedDrawing(portal, poolId, refused.params.amount)
  expect(Number((await figures()).availability)).toBeGreaterThanOrEqual(0)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a pool on which a bank decides accepts the drawing that it offers: what it earns at once uses the bank’s figure, not the facility', async () => {
  const productId = await aPoolProduct(portal, 'DBS')
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ minInterestDays: 10 }).where('id', '=', productId).execute(),
  )
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '50000.00', buyerCode: 'CEDAR' })
  const shown = async () =>
    (await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'DBS' } })).pools.find(({ id }) => id === poolId)!
  const allow = (base: string) =>
    portal.ask(portal.seats.operations, poolCalls.bankFigures, { body: { poolId, base, asOf: openingDay } })
  const price = (amount: string) =>
    portal.ask(portal.seats.alderMaker, poolCalls.trial, {
      body: { poolId, amount, fundingDate: openingDay, maturity: addDays(openingDay, 60) },
    })
  await allow('90000000.00')
  const { maxDrawing, availability } = await shown()
  expect(Number(maxDrawing)).toBeGreaterThan(0)
  expect(Number(availability)).toBeGreaterThan(Number(maxDrawing))
  expect((await price(maxDrawing)).total.applyAmount).toBe(maxDrawing)
  await allow('48000.00')
  const [refused] = (await refusalOf(price('48000.00'))).data.fields
  expect(refused).toMatchObject({ message: 'POOL_OVERDRAWN', params: { amount: '47909.33', currency: 'USD' } })
})
