import { channelPartnerCalls, channelPartnerList } from '@usance/wire/channel-partner/list'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { anotherPartner, introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const rowsOf = async (seat: Seat, partnerId: string) =>
  (await portal.ask(seat, listCalls(channelPartnerList).pageList, { body: {} }))
    .list!.filter((row) => row.partnerId === partnerId)
    .map(({ asOn, orders, financed }) => ({ asOn, orders, financed: Number(financed) }))
/** The fee bases of a partner's months up to April, which all came back in April. */
async function expectFeesBack(partnerId: string): Promise<void> {
  const rows = (await portal.ask(portal.seats.auditor, listCalls(channelPartnerList).pageList, { body: {} })).list!
  const own = rows.filter((row) => row.partnerId === partnerId)
  const [april, march, ...others] = own.map(({ feeBase, commission }) => [Number(feeBase), Number(commission)])
  expect(others).toEqual([])
  expect(march![0]).toBeGreaterThan(0)
  expect(april).toEqual(march!.map((amount) => -amount))
}
const aprilOf = async (seat: Seat, partnerId: string) =>
  (await portal.ask(seat, channelPartnerCalls.partnerMonth, { body: { partnerId, date: '2025-04-30' } })).currencies

/** A funding of 90,000.00 of the opening day that comes back in April, after a partner was passed on 12 March. */
async function returnedAfter(change: () => Promise<unknown>): Promise<string> {
  const { payment, orderId } = await aFundedOrder(portal, { faces: ['100000'] })
  await runEndOfDay(portal.app, { through: '2025-03-12' })
  await change()
  const returnedOn = await runEndOfDay(portal.app, { through: '2025-04-09' })
  await portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
    body: { id: payment.id, returnedOn, reason: 'Account closed' },
  })
  return orderId
}

test('a funding that was booked before a company had a partner is not taken off the partner when it comes back', async () => {
  const { bd, auditor, alderMaker } = portal.seats
  await returnedAfter(() => introduce(portal))
  for (const seat of [bd, auditor, alderMaker]) {
    const rows = await rowsOf(seat, bd.userId)
    expect(rows.filter(({ orders, financed }) => orders !== 0 || financed !== 0)).toEqual([])
    const told = (await aprilOf(seat, bd.userId)).flatMap(({ orders }) => orders)
    expect(told.filter(({ financed }) => financed !== '0.00')).toEqual([])
  }
  // The partner had earned fees of its own days, and no others are taken off.
  await expectFeesBack(bd.userId)
})

test('a funding that comes back after a change of partner is taken off the partner of the day of its booking', async () => {
  const { bd, auditor, alderMaker } = portal.seats
  const next = await anotherPartner(portal)
  await introduce(portal)
  const orderId = await returnedAfter(() => introduce(portal, { userId: next.userId }))
  for (const seat of [bd, auditor, alderMaker]) {
    const [april, march] = await rowsOf(seat, bd.userId)
    expect(march).toMatchObject({ orders: 1, financed: 90000 })
    expect(april).toMatchObject({ orders: -1, financed: -90000 })
    const [told] = await aprilOf(seat, bd.userId)
    expect(told!.orders).toMatchObject([{ id: orderId, financed: '-90000.00' }])
  }
  for (const seat of [next, auditor, alderMaker])
    expect((await rowsOf(seat, next.userId)).filter(({ financed }) => financed !== 0)).toEqual([])
  for (const partner of [bd, next]) await expectFeesBack(partner.userId)
})
