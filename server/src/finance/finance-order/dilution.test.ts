import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { credit } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('reductions of an invoice that was cancelled since are no dilution, for prices, pools and the dashboard', async () => {
  const { alderMaker } = portal.seats
  const [kept, wrong] = [await aConfirmedInvoice(portal), await aConfirmedInvoice(portal, { amount: '300000.00' })]
  await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '100000.00', buyerCode: 'CEDAR' })
  await credit(portal, wrong, '120000.00')
  const priced = () => portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [kept]) })
  const carried = async () => {
    const { pools } = await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
    return pools[0]!.figures.find(({ key }) => key === 'borrowingBase')!.result
  }
  const reductions = async () => {
    const body = { currency: 'USD', asOf: openingDay }
    return (await portal.ask(alderMaker, arCalls.queryDilutionByBuyer, { body })).reductions
  }
  expect((await refusalOf(priced())).error).toBe('STOP_DILUTION')
  expect(Number(await carried())).toBeLessThan(48_000)
  expect(await reductions()).toBe('120000.00')
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: wrong } })
  expect([await reductions(), await carried()]).toEqual(['0.00', '48000.00'])
  expect((await priced()).items).toHaveLength(1)
})
