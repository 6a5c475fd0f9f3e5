import { outlookCalls } from '@usance/wire/outlook/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aDirector, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** The buyers that the outlook tells a seat of, each with how it pays. */
async function buyersOf(seat: Seat): Promise<string[]> {
  const { buyers } = await portal.ask(seat, outlookCalls.queryBuyersByA8SupplierIds, { body: { supplierIds: [] } })
  const { outlook } = await portal.ask(seat, outlookCalls.queryOutlookByBuyerIds, {
    body: { buyerIds: buyers.map(({ id }) => id) },
  })
  expect(outlook.map((one) => one.buyer_code).sort()).toEqual(buyers.map(({ code }) => code).sort())
  return buyers.map(({ code }) => code)
}

test('the outlook tells the director of a company of the buyers that each of its seats is told of', async () => {
  const { alderMaker, cedarMaker, elmMaker, firChecker } = portal.seats
  await aFundedOrder(portal)
  const told: Record<string, string[]> = {}
  for (const seat of [alderMaker, cedarMaker, elmMaker, firChecker]) {
    told[seat.companyRole + seat.cname] = await buyersOf(seat)
    const director = await portal.look((tx) => aDirector(tx, seat.companyId))
    expect([seat.cname, await buyersOf(director)]).toEqual([seat.cname, await buyersOf(seat)])
  }
  expect(Object.values(told)).toEqual([['CEDAR', 'DOGWOOD'], ['CEDAR'], ['CEDAR'], []])
})
