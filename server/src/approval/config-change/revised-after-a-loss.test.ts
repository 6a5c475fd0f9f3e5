import { randomUUID } from 'node:crypto'
import { addDays } from '@usance/domain/local-date'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const fix = async (effectiveDate: string, percentRate: string) => {
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: {
      kind: 'RATE',
      values: { fixings: [{ type: 'SOFR', effectiveDate, percentRate }], source: 'desk' },
      idempotencyKey: randomUUID(),
    },
  })
  await passAll(portal, no, 'RATE')
}
const toldStaff = async (orderId: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('params')
      .where('event', '=', 'FINANCE_ORDER_RATE_REVISED')
      .where('objectId', '=', orderId)
      .execute(),
  )
  return rows.map(({ params }) => params)
}

test('what a fixing would have made of an order that was written off is told up to its loss, for one corrected and one added', async () => {
  const { purchaseInArrears } = portal.world.products
  await portal.asOwner((db) =>
    db
      .updateTable('financingProduct')
      .set({ resetFrequency: 'DAILY', lookbackBd: 2 })
      .where('id', '=', purchaseInArrears)
      .execute(),
  )
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  const lostOn = addDays(openingDay, 100)
  await runEndOfDay(portal.app, { through: addDays(lostOn, -1) })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  await passWriteOff(portal, orderNo)
  await runEndOfDay(portal.app, { through: addDays(lostOn, 19) })

  // 0.10 % of 90,000.00 is 0.25 a night, on the 99 nights from its first reset to the loss; there are twenty more since.
  await fix('2025-02-28', '4.40')
  expect(await toldStaff(orderId)).toMatchObject([{ before: '4.3', after: '4.4', amount: '24.75' }])

  // One of the Thursday before the loss reaches its last four nights, from Saturday on: 1.00 % of 90,000.00 is 2.50 a night.
  await fix(addDays(lostOn, -6), '5.30')
  expect(await toldStaff(orderId)).toContainEqual(expect.objectContaining({ after: '5.3', amount: '10.00' }))

  // One of its last day has changed nothing for it.
  await fix(lostOn, '9.30')
  expect(await toldStaff(orderId)).toHaveLength(2)
  expect(await brokenLaws(portal)).toEqual([])
})
