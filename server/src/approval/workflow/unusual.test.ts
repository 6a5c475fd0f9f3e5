import { addDays } from '@usance/domain/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { actAs, aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { unusualOf } from './unusual.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const office = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0'
const home = 'Mozilla/5.0 (Macintosh) Safari/605.1'
// Monday in the operator's zone: two in the morning, and ten.
const [night, morning] = [new Date('2026-03-01T18:00:00Z'), new Date('2026-03-02T02:00:00Z')]

test('at night from a device its maker never used, an object is out of the ordinary; by day or from the usual one it is not', async () => {
  const seat = portal.seats.settlement
  const at = (now: Date) => actAs(portal, seat, (context) => unusualOf({ ...context, now }, undefined))
  expect(await at(night)).toEqual([])
  await portal.look(async (tx) => {
    const before = { userId: seat.userId, companyId: seat.companyId, companyRole: seat.companyRole }
    await tx.updateTable('session').set({ userAgent: home }).where('userId', '=', seat.userId).execute()
    await tx
      .insertInto('session')
      .values({ ...before, id: newId(), tokenHash: Buffer.from(newId()), userAgent: office, createdAt: '2026-01-05T01:00:00Z' })
      .execute()
  })
  expect(await at(night)).toEqual(['AFTER_HOURS_NEW_DEVICE'])
  expect(await at(morning)).toEqual([])
  await portal.look((tx) =>
    tx
      .updateTable('session')
      .set({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.2' })
      .where('userAgent', '=', home)
      .execute(),
  )
  expect(await at(night)).toEqual([])
})

test('a receipt of more than five days ago is passed by risk too before it is booked', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 9) })
  for (const [days, asked] of [
    [5, ['SETTLEMENT_CHECK']],
    [6, ['SETTLEMENT_CHECK', 'RISK_CHECK']],
  ] as const) {
    const { no } = await aRepayment(portal, orderId, '100', { valueDate: addDays(today, -days) })
    const { steps } = await portal.look((tx) =>
      tx.selectFrom('workflowInstance').select('steps').where('businessNo', '=', no).executeTakeFirstOrThrow(),
    )
    const needed = (steps as { node: string; needed: boolean }[]).filter((step) => step.needed).map((step) => step.node)
    expect(needed).toEqual(asked)
  }
})
