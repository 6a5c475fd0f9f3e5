import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a buyer reads on the page of an order when its invoice is due, and supplier and funder when the advance is to be repaid', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [30] })
  const [due, maturity] = [addDays(openingDay, 30), addDays(openingDay, 34)]
  await portal.asOwner((db) => db.updateTable('financeOrderItem').set({ maturity }).where('orderId', '=', orderId).execute())
  const dayFor = async (seat: 'cedarMaker' | 'alderMaker' | 'elmMaker') =>
    (await portal.ask(portal.seats[seat], financeOrderCalls.repaymentInfo, { query: { id: orderId } })).schedule[0]!.dueDate
  expect([await dayFor('cedarMaker'), await dayFor('alderMaker'), await dayFor('elmMaker')]).toEqual([due, maturity, maturity])
})
