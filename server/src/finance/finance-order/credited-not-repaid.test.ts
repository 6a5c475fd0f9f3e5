import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { fundedOfBoth, ofBoth, paidOn } from '../../testing/two-buyers.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** What Cedar reads of an order: its status, and what it owes on it. */
async function read(orderId: string) {
  const { list = [] } = await portal.ask(portal.seats.cedarChecker, listCalls(financeOrderList).pageList, {
    body: { pageSize: 100 },
  })
  const { status, principalOutstanding } = list.find(({ id }) => id === orderId)!
  return [status, principalOutstanding]
}

test('a buyer reads that an order is partly repaid once it has paid something of it, not after a credit note alone', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [60] })
  await credit(portal, invoiceIds[0]!, '20000.00')
  expect(await read(orderId)).toEqual(['FUNDED', '80000.00'])
  await aRepayment(portal, orderId, '30000.00')
  expect(await read(orderId)).toEqual(['PARTIALLY_REPAID', '50000.00'])
})

test('so does a buyer of its part of an order of several buyers', async () => {
  const { request, ofCedar } = await ofBoth(portal, { financingProductId: portal.world.products.purchaseInArrears })
  const { id } = await fundedOfBoth(portal, request)
  await credit(portal, ofCedar, '20000.00')
  expect(await read(id)).toEqual(['FUNDED', '80000.00'])
  await paidOn(portal, id, '30000.00', { invoiceIds: [ofCedar] })
  expect(await read(id)).toEqual(['PARTIALLY_REPAID', '50000.00'])
})
