import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a pool keeps the terms with which it was opened, whatever its product says later, until it is unused', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const productId = await aPoolProduct(portal)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  const pool = async (id = poolId, seat = alderMaker) => {
    const { pools } = await portal.ask(seat, poolCalls.pools, { body: { kind: 'OWN' } })
    return pools.find((one) => one.id === id)!
  }
  const agreed = { advanceRate: '80', concentrationPct: '60', dilutionThreshold: '5', disclosed: false }
  await aFundedDrawing(portal, poolId, '40000.00')
  const before = await pool()
  expect(before).toMatchObject({ maxTenor: 180, terms: agreed, maxDrawing: '8000.00' })

  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ advanceRate: '50', concentrationPct: '30', dilutionThreshold: '0', maxTenor: 30, disclosed: true })
      .where('id', '=', productId)
      .execute(),
  )
  expect(await pool()).toEqual(before)
  expect((await pool(poolId, elmMaker)).terms).toEqual(agreed)
  // The next drawing has the tenor that was agreed, too.
  const body = { poolId, amount: '1000.00', fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  expect((await portal.ask(alderMaker, poolCalls.trial, { body })).items[0]!.reasons).toEqual([])

  // A pool that is opened now has the terms of now; an unused one is opened again.
  const changed = { advanceRate: '50', concentrationPct: '30', dilutionThreshold: '0', disclosed: true }
  const assign = async (amount: string) => {
    const invoiceIds = [await aConfirmedInvoice(portal, { currency: 'KWD', amount })]
    return (await portal.ask(alderMaker, poolCalls.assign, { body: { productId, currency: 'KWD', invoiceIds } })).poolId
  }
  const later = await assign('1000.000')
  expect(await pool(later)).toMatchObject({ maxTenor: 30, terms: changed })
  await portal.look((tx) => tx.updateTable('financingProduct').set({ advanceRate: '70' }).where('id', '=', productId).execute())
  await assign('500.000')
  expect((await pool(later)).terms).toEqual(changed)
  const held = await portal.look((tx) => tx.selectFrom('poolAsset').select('id').where('poolId', '=', later).execute())
  for (const { id } of held) await portal.ask(alderMaker, poolCalls.withdraw, { body: { assetId: id } })
  expect(await assign('200.000')).toBe(later)
  expect((await pool(later)).terms).toEqual({ ...changed, advanceRate: '70' })
  expect(await brokenLaws(portal)).toEqual([])
})
