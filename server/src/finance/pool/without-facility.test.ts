import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a pool whose supplier has no facility in force says so, and so does the refusal of a drawing and of its approval', async () => {
  const maker = portal.seats.alderMaker
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '100000.00', buyerCode: 'CEDAR' })
  const facility = (status: 'ENABLE' | 'DISABLE') =>
    portal.asOwner((db) => db.updateTable('creditLimit').set({ status }).where('type', '=', 'SUPPLIER_FACILITY').execute())
  const body = { poolId, amount: '1000.00', fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  const price = () => portal.ask(maker, poolCalls.trial, { body })
  const shown = async () => (await portal.ask(maker, poolCalls.pools, { body: { kind: 'OWN' } })).pools[0]
  expect(await shown()).toMatchObject({ hasFacility: true, maxDrawing: '48000.00' })
  const { pricingHash } = await price()
  const { orderNo } = await portal.ask(maker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await facility('DISABLE')
  expect(await shown()).toMatchObject({ hasFacility: false, maxDrawing: '0.00' })
  expect((await refusalOf(price())).error).toBe('POOL_WITHOUT_FACILITY')
  expect((await refusalOf(passAll(portal, orderNo))).error).toBe('POOL_WITHOUT_FACILITY')
  await facility('ENABLE')
  expect((await price()).total.applyAmount).toBe('1000.00')
})
