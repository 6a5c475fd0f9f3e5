import { channelPartnerCalls, channelPartnerList } from '@usance/wire/channel-partner/list'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await introduce(portal)
})
afterAll(() => portal.close())

const monthOf = async (seat: Seat, date: string) =>
  (await portal.ask(seat, channelPartnerCalls.partnerMonth, { body: { partnerId: portal.seats.bd.userId, date } })).currencies
const rowsOf = async (seat: Seat) =>
  (await portal.ask(seat, listCalls(channelPartnerList).pageList, { body: {} })).list!.map(
    ({ asOn, orders, financed, feeBase }) => ({
      ...{ asOn, orders, financed: Number(financed), feeBase: Number(feeBase) },
    }),
  )

test('a month stays as it was reported when a funding of it comes back, which is taken off in the month of the return', async () => {
  const { bd, auditor, alderMaker, settlement3 } = portal.seats
  const seats = [bd, auditor, alderMaker]
  // The rate of a later day is another one.
  await portal.look((tx) =>
    tx
      .insertInto('partnerCommission')
      .values({ id: newId(), partnerId: null, ratePct: '5', effectiveDate: '2025-03-01' })
      .execute(),
  )
  await aFundedOrder(portal, { faces: ['50000'] })
  const { payment, orderId } = await aFundedOrder(portal, { faces: ['100000'] })
  const returnedOn = await runEndOfDay(portal.app, { through: '2025-04-09' })
  const march = await Promise.all(seats.map((seat) => monthOf(seat, '2025-03-31')))
  const before = await Promise.all(seats.map(rowsOf))
  const [april] = await monthOf(auditor, '2025-04-30')
  await portal.ask(settlement3, paymentCalls.takeBack, { body: { id: payment.id, returnedOn, reason: 'Account closed' } })

  expect(await Promise.all(seats.map((seat) => monthOf(seat, '2025-03-31')))).toEqual(march)
  for (const [index, seat] of seats.entries()) {
    const inMarch = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.filter(({ asOn }) => asOn === '2025-03-31')
    expect(inMarch(await rowsOf(seat))).toEqual(inMarch(before[index]!))
    const [told] = await monthOf(seat, '2025-04-30')
    const orders = told!.orders.filter(({ id }) => id === orderId)
    expect(told!.financed).toBe('-90000.00')
    expect(orders).toMatchObject([{ financed: '-90000.00', fundingDate: '2025-03-03' }])
  }
  const [after] = await monthOf(auditor, '2025-04-30')
  expect(Number(after!.feeBase)).toBeLessThan(Number(april?.feeBase ?? '0'))
})

test('partner, staff and company are told nothing of an order whose funding came back in the month in which it was booked', async () => {
  const { bd, auditor, alderMaker, settlement3 } = portal.seats
  const seats = [bd, auditor, alderMaker]
  const { businessDate } = await portal.ask(bd, homeCalls.summary, { body: {} })
  const told = () => Promise.all(seats.map(async (seat) => [await rowsOf(seat), await monthOf(seat, '2025-04-30')]))
  const before = await told()
  const { payment } = await aFundedOrder(portal, { faces: ['70000'], fundingDate: businessDate })
  expect(await told()).not.toEqual(before)
  await portal.ask(settlement3, paymentCalls.takeBack, {
    body: { id: payment.id, returnedOn: businessDate, reason: 'Account closed' },
  })
  expect(await told()).toEqual(before)
})

// A function that is called for each order plans the policies of its tables for each: dozens of orders took many seconds.
test('the fundings of all orders of a partner are read at once, and not for each order', async () => {
  const { rows } = await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`set local track_functions = 'all'`.execute(tx)
      const told = await sql`select from partner_fees(array['4000'], null, '2025-12-31') where financed > 0`.execute(tx)
      expect(told.rows.length).toBeGreaterThan(1)
      return sql<{
        calls: number
      }>`select calls::int from pg_stat_xact_user_functions where funcname = 'fundings_booked'`.execute(tx)
    }),
  )
  expect(rows).toEqual([{ calls: 1 }])
})
