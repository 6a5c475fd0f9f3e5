import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { interestList } from '@usance/wire/pool/list'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessDate } from '../../calendar/business-date.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let running: string
let paidOff: string
beforeAll(async () => {
  portal = await openPortal()
  running = (await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId
  paidOff = (await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['10000'] })).orderId
})
afterAll(() => portal.close())

const openDay = () => businessDate(portal.app)
const statement = async (orderId: string) =>
  (await portal.ask(portal.seats.elmMaker, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })).list!.filter(
    (line) => line.orderId === orderId,
  )

test('the statement of a running order ends with the last night that is accrued, and begins with the first', async () => {
  expect(await statement(running)).toEqual([])
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 11) })
  expect(await statement(running)).toMatchObject([{ fromDate: openingDay, toDate: addDays(today, -1), repaid: '0.00' }])
  await aRepayment(portal, running, '40000.00', { valueDate: today })
  // 90,000.00 at 6.80 % bear 17.00 a night; the receipt of today stands at once, and the night of today with its close.
  const paid = { interestReceived: '204.00', repaid: '39796.00', interestDue: '0.00', closing: '50204.00' }
  const told = { fromDate: openingDay, toDate: today, calendarDays: 12, accrued: '204.00', ...paid }
  expect(await statement(running)).toMatchObject([told])
  await runEndOfDay(portal.app)
  expect(await statement(running)).toMatchObject([
    { fromDate: openingDay, toDate: today, calendarDays: 13, interestReceived: '204.00', repaid: '39796.00' },
  ])
})

test('an order that is paid off ends on its last day, also before the close of that day', async () => {
  const today = await runEndOfDay(portal.app)
  await aRepayment(portal, paidOff, '10000.00', { valueDate: today })
  expect(await statement(paidOff)).toMatchObject([{ toDate: today, closing: '0.00', interestDue: '0.00' }])
})

test('both statements of interest tie to the books and to each other on a day that has a part receipt and is open', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: await openDay() })
  const today = await runEndOfDay(portal.app, { through: addDays(await openDay(), 4) })
  await aRepayment(portal, orderId, '15000.00', { valueDate: today })
  const months = async () =>
    (await portal.ask(portal.seats.elmMaker, listCalls(interestList).pageList, { body: { pageSize: 100 } })).list!.filter(
      (row) => row.orderId === orderId,
    )
  const sum = (texts: readonly unknown[]) => texts.reduce((all: number, text) => all + Math.round(Number(text) * 100), 0)
  const tie = async () => {
    const [rows, lines] = [await months(), await statement(orderId)]
    const last = lines.at(-1)
    const { principalOutstanding } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('principalOutstanding').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    expect([sum([last?.interestDue]), sum([last?.closing])]).toEqual([
      sum([await balanceIn(portal, orderId, 'F1200')]),
      sum([principalOutstanding]),
    ])
    expect(sum(lines.map((line) => line.interestReceived))).toBe(sum(rows.map((row) => row.paid)))
    expect(sum(lines.map((line) => line.accrued))).toBe(sum(rows.map((row) => row.interest)))
    // No money of a row is of a day after its last.
    expect([rows.at(0)?.lastDay, last?.toDate]).toEqual([today, today])
  }
  await tie()
  await runEndOfDay(portal.app)
  await tie()
})

test('least interest that is booked with the funding stands in the statement of that day, also after a receipt was taken back', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ minInterestDays: 15 })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
  let today = await openDay()
  while ([0, 6].includes(new Date(`${today}T00:00:00Z`).getUTCDay())) today = await runEndOfDay(portal.app)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: today })
  const tie = async () => {
    const [line, ...others] = await statement(orderId)
    expect([line?.fromDate, line?.toDate, others]).toEqual([today, today, []])
    expect(Number(line!.interestDue)).toBeGreaterThan(0)
    expect(line!.interestDue).toBe(await balanceIn(portal, orderId, 'F1200'))
  }
  await tie()
  const receipt = await aRepayment(portal, orderId, '1000.00', { valueDate: today })
  await takeBack(portal, receipt)
  await tie()
})
