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

test('an invoice of an order that is overdue with another is reminded of all the same', async () => {
  const { orderId } = await aFundedOrder(portal, { faces: ['100000', '50000'], tenors: [9, 30] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 24) })
  const { status, told } = await portal.look(async (tx) => ({
    ...(await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()),
    told: await tx
      .selectFrom('notification')
      .select('params')
      .where('event', '=', 'FINANCE_ORDER_MATURING')
      .where('objectId', '=', orderId)
      .execute(),
  }))
  expect(status).toBe('OVERDUE')
  const later = addDays(openingDay, 30)
  expect(told.filter(({ params }) => (params as { maturity: string }).maturity === later)).not.toEqual([])
})
