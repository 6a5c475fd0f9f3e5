import { addDays } from '@usance/domain/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from './run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('that a loan against a purchase order matures is told to its supplier and funder, and not to the buyer', async () => {
  const { alder, cedar, elm } = portal.world.companies
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [10] })
  const purchase = await aFundedOrder(portal, { tenors: [10] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 5) })
  const told = async (orderId: string) => {
    const rows = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('companyId')
        .distinct()
        .where('event', '=', 'FINANCE_ORDER_MATURING')
        .where('objectId', '=', orderId)
        .execute(),
    )
    return rows.map(({ companyId }) => companyId).sort()
  }
  expect(await told(loan.orderId)).toEqual([alder, elm].sort())
  expect(await told(purchase.orderId)).toEqual([alder, cedar, elm].sort())
})
