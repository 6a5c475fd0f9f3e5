import { channelPartnerCalls, channelPartnerList } from '@usance/wire/channel-partner/list'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await introduce(portal)
})
afterAll(() => portal.close())

const rowsOf = async (seat: Seat) =>
  (await portal.ask(seat, listCalls(channelPartnerList).pageList, { body: {} })).list!.map(({ asOn, orders, financed }) => ({
    asOn,
    orders,
    financed: Number(financed),
  }))
const monthOf = async (seat: Seat, date: string) => {
  const { currencies } = await portal.ask(seat, channelPartnerCalls.partnerMonth, {
    body: { partnerId: portal.seats.bd.userId, date },
  })
  return currencies.flatMap(({ orders }) => orders)
}
const toldIn = async (seat: Seat, date: string) =>
  (await monthOf(seat, date))
    .map(({ id, financed }) => ({ id, financed: Number(financed) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

test('partner, staff and the company itself read the same funded orders and one sum, with a fee of the platform or without', async () => {
  const { bd, auditor, alderMaker } = portal.seats
  const withFee = await aFundedOrder(portal, { faces: ['100000'] })
  await portal.look((tx) => tx.deleteFrom('feeRule').execute())
  const without = await aFundedOrder(portal, { faces: ['50000'] })
  const own = await rowsOf(alderMaker)
  expect(own).toMatchObject([{ orders: 2 }])
  for (const seat of [bd, auditor]) expect(await rowsOf(seat)).toEqual(own)
  const month = await toldIn(alderMaker, '2025-03-31')
  expect(month.map(({ id }) => id)).toEqual([withFee.orderId, without.orderId].sort())
  for (const seat of [bd, auditor]) expect(await toldIn(seat, '2025-03-31')).toEqual(month)
  expect((await monthOf(bd, '2025-03-31')).find(({ id }) => id === without.orderId)).toMatchObject({
    feeBase: '0.00',
    commission: '0.00',
  })

  // A fee of a later month is earned there, and its order stays one of the month in which it was funded.
  const day = await runEndOfDay(portal.app, { through: '2025-04-09' })
  await aRepayment(portal, withFee.orderId, '100000', { valueDate: day })
  const later = await monthOf(bd, '2025-04-30')
  expect(later).toMatchObject([{ id: withFee.orderId, financed: '0.00' }])
  expect(Number(later[0]!.feeBase)).toBeGreaterThan(0)
  const rows = await rowsOf(bd)
  expect(rows.filter(({ orders }) => orders !== 0)).toEqual(await rowsOf(alderMaker))
  expect(rows.filter(({ orders }) => orders === 0)).toMatchObject([{ financed: 0 }])
})

test('a funder that the partner introduced too reads no orders of other suppliers, which the partner does not count for it', async () => {
  const { bd, auditor, elmChecker, alderMaker } = portal.seats
  const [rows, own] = [await rowsOf(bd), await rowsOf(alderMaker)]
  await introduce(portal, { companyId: portal.world.companies.elm })
  for (const seat of [bd, auditor]) expect(await rowsOf(seat)).toEqual(rows)
  expect(await rowsOf(elmChecker)).toEqual([])
  expect(await monthOf(elmChecker, '2025-04-30')).toEqual([])
  await aFundedOrder(portal, {
    faces: ['60000'],
    fundingDate: (await portal.ask(bd, homeCalls.summary, { body: {} })).businessDate,
  })
  expect(await rowsOf(elmChecker)).toEqual([])
  const counted = (of: typeof own) => of.reduce((sum, { orders }) => sum + Number(orders), 0)
  expect(counted(await rowsOf(bd))).toBe(counted(rows) + 1)
  expect(counted(await rowsOf(alderMaker))).toBe(counted(own) + 1)
})

test('the sheets of a month and of the account overview hold amounts as numbers', async () => {
  const { auditor, alderMaker } = portal.seats
  const numbersIn = async (book: unknown) => {
    if (!Buffer.isBuffer(book)) throw new Error('no workbook')
    const [sheet] = (await readXlsx(book)).sheets
    return sheet!.rows.slice(1).map((row) => row.map((cell) => typeof cell === 'number'))
  }
  const body = { partnerId: portal.seats.bd.userId, date: '2025-03-31' }
  const month = await numbersIn(await portal.ask(auditor, channelPartnerCalls.partnerMonthExport, { body }))
  expect(month.length).toBeGreaterThan(0)
  for (const row of month) expect(row).toEqual([false, false, false, false, true, true, true, true])
  const overview = await numbersIn(await portal.ask(alderMaker, reportCalls.accountOverviewExport, { body: {} }))
  expect(overview.length).toBeGreaterThan(0)
  // Only a claim tells what settles it.
  for (const row of overview) expect(row).toEqual([false, false, false, false, false, true, false])
})
