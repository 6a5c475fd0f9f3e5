import { addDays } from '@usance/domain/local-date'
import type { Answer } from '@usance/wire/call'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { reportCalls } from '@usance/wire/report/calls'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { grant, type RightOfRoles, rightsNow } from '../../testing/rights.ts'
import { sidesOfAlder, type ThreeSides, threeSidesOfAlder } from '../../testing/three-sides.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { aDirector, openingDay, type Seat } from '../../testing/world.ts'

// A company that sells, buys and finances: what each of its seats is told of its money.
let portal: Portal
let alder: ThreeSides
let shipped: RightOfRoles[]
beforeAll(async () => {
  portal = await openPortal()
  await aConfirmedInvoice(portal)
  alder = await threeSidesOfAlder(portal)
  shipped = await rightsNow(portal)
})
afterAll(() => portal.close())

/** Lets everybody read everything that their seat is for. */
const grantAll = () =>
  grant(
    portal,
    shipped.map((row) => ({ ...row, roles: 'SBFDORTPAU' })),
  )
const cashOf = (seat: Seat): Promise<Answer<typeof reportCalls.cashflow>> =>
  portal.ask(seat, reportCalls.cashflow, { body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 200) } })
type Row = Answer<typeof reportCalls.cashflow>['rows'][number]
const toldOf = ({ kind, direction, amount, done, no }: Row) =>
  `${kind} ${direction} ${amount} ${done ? 'done' : 'expected'} ${no}`

test.each(sidesOfAlder)('the seat of one side (%s) reads in the cash flow nothing of orders of the other sides', async (side) => {
  const { rows } = await cashOf(alder.seats[side])
  const links = rows.map(({ link }) => link ?? '').join()
  const others = sidesOfAlder.filter((one) => one !== side && links.includes(alder.orders[one].orderId))
  expect([links.includes(alder.orders[side].orderId), others]).toEqual([true, []])
})

test('the cash flow of a whole company is that of its sides together, each movement on one of them', async () => {
  await grantAll()
  const whole = (await cashOf(alder.director)).rows.map(toldOf).sort()
  const parts = []
  for (const side of sidesOfAlder) parts.push(...(await cashOf(alder.seats[side])).rows.map(toldOf))
  await grant(portal, shipped)
  expect(parts.sort()).toEqual(whole)
  // A surplus of a buyer goes back to it as that.
  expect(whole.filter((one) => one.startsWith('REFUND'))).toHaveLength(1)
})

test('the seat of one side is told that its cash flow is a part, the seat of the whole company and of a company with one side is not', async () => {
  await grantAll()
  const isPart = async (seat: Seat) => (await cashOf(seat)).isPart
  const { birchMaker, cedarMaker, elmMaker } = portal.seats
  for (const side of sidesOfAlder) expect([side, await isPart(alder.seats[side])]).toEqual([side, true])
  const directors = await portal.look(async (tx) => [await aDirector(tx, portal.world.companies.elm, 'elm.whole')])
  for (const seat of [alder.director, birchMaker, cedarMaker, elmMaker, ...directors])
    expect([seat.cname, await isPart(seat)]).toEqual([seat.cname, false])
  await grant(portal, shipped)
})

test('each seat is told in the cash flow the payments that its lists of payments show', async () => {
  await grantAll()
  const kinds = ['FUNDING', 'RELEASE', 'REFUND', 'FEE_REMIT', 'RECEIPT_RETURN']
  const told = []
  for (const seat of [...sidesOfAlder.map((side) => alder.seats[side]), alder.director]) {
    const { list = [] } = await portal.ask(seat, listCalls(paymentList).pageList, { body: { pageSize: 100 } })
    const { rows } = await cashOf(seat)
    const paid = rows.filter(({ kind, done }) => done && kinds.includes(kind)).map(({ no }) => no)
    expect([seat.cname, paid.sort()]).toEqual([seat.cname, list.map(({ no }) => no).sort()])
    told.push(paid.length)
    const { releases, refunds } = await portal.ask(seat, paymentCalls.releasable, { body: {} })
    const waiting = [...releases.map(({ orderNo }) => orderNo), ...refunds.map(({ no }) => no)]
    const expected = rows.filter(({ kind, done }) => !done && (kind === 'REFUND' || kind === 'RELEASE')).map(({ no }) => no)
    for (const no of waiting) expect(expected.some((one) => one.startsWith(no))).toBe(true)
  }
  await grant(portal, shipped)
  expect(told).toEqual([1, 0, 1, 2])
})

const homeOf = async (seat: Seat) => (await portal.ask(seat, homeCalls.summary, { body: {} })).figures
const figuresOf = async (seat: Seat, asOf?: string) => {
  const when = asOf ? { asOf } : {}
  const { currencies } = await portal.ask(seat, reportCalls.accountOverview, { body: when })
  const usd = currencies.find(({ currency }) => currency === 'USD')!
  const rows = []
  for (const { figure, amount } of usd.figures) {
    const opened = await portal.ask(seat, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD', ...when } })
    expect([figure, opened.total ?? amount]).toEqual([figure, amount])
    rows.push(...opened.rows.map(({ no, amount }) => `${figure} ${no} ${amount}`))
  }
  return { ...usd, rows }
}

test('home and the account overview of a whole company are those of its first trade, and never one sum of what it borrowed and what it lent', async () => {
  const { director, seats, orders } = alder
  expect(await homeOf(director)).toEqual(await homeOf(seats.SUPPLIER))
  await portal.setBusinessDate(addDays(openingDay, 1))
  for (const asOf of [undefined, openingDay])
    expect(await figuresOf(director, asOf)).toEqual(await figuresOf(seats.SUPPLIER, asOf))
  const { figures, available, rows } = await figuresOf(director)
  const amount = (name: string) => Number(figures.find(({ figure }) => figure === name)!.amount)
  expect(amount('FACILITY') - amount('USED') - amount('LOCKED')).toBe(Number(available))
  expect(rows.filter((row) => row.includes(orders.FUNDER.orderNo))).toEqual([])
  const sheetTo = async (seat: Seat) =>
    (await readXlsx(await portal.ask(seat, reportCalls.accountOverviewExport, { body: {} }))).sheets.map(({ rows }) => rows)
  expect(await sheetTo(director)).toEqual(await sheetTo(seats.SUPPLIER))
  await portal.setBusinessDate(openingDay)
})

test('home tells the director of a buyer what it owes, and that of a funder what it lent', async () => {
  const { cedarMaker, elmMaker } = portal.seats
  const [cedar, elm] = await portal.look(async (tx) => [
    await aDirector(tx, portal.world.companies.cedar, 'cedar.head'),
    await aDirector(tx, portal.world.companies.elm, 'elm.head'),
  ])
  expect((await homeOf(cedar!)).map(({ kind }) => kind)).toEqual(['PAYABLES', 'DUE_30'])
  expect((await homeOf(elm!)).map(({ kind }) => kind)).toEqual(['LENT', 'DUE_30'])
  expect([await homeOf(cedar!), await homeOf(elm!)]).toEqual([await homeOf(cedarMaker), await homeOf(elmMaker)])
})

test('home counts the orders of a whole company that are overdue or mature, and adds nothing it borrowed to what it lent', async () => {
  await grantAll()
  const { director, seats, orders } = alder
  const both = [orders.SUPPLIER.orderId, orders.FUNDER.orderId]
  const waiting = async (seat: Seat) => {
    const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
    return todos.filter(({ kind }) => kind === 'OVERDUE_ORDERS' || kind === 'MATURING_ORDERS')
  }
  const stand = (ids: string[], status: 'OVERDUE' | 'PARTIALLY_REPAID') =>
    portal.asOwner((db) => db.updateTable('financeOrder').set({ status }).where('id', 'in', ids).execute())
  const { maturity } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('maturity').where('id', '=', orders.SUPPLIER.orderId).executeTakeFirstOrThrow(),
  )
  await portal.setBusinessDate(addDays(maturity!, -3))
  expect(await waiting(director)).toEqual([{ kind: 'MATURING_ORDERS', count: 2, amounts: [] }])
  await stand(both, 'OVERDUE')
  expect(await waiting(director)).toEqual([{ kind: 'OVERDUE_ORDERS', count: 2, amounts: [] }])
  for (const side of ['SUPPLIER', 'FUNDER'] as const)
    expect(await waiting(seats[side])).toMatchObject([
      { kind: 'OVERDUE_ORDERS', count: 1, amounts: [{ currency: 'USD', count: 1 }] },
    ])
  // What is of one side has its sum.
  await stand([orders.SUPPLIER.orderId], 'PARTIALLY_REPAID')
  const [overdue] = await waiting(seats.FUNDER)
  const [maturing] = await waiting(seats.SUPPLIER)
  expect(await waiting(director)).toEqual([overdue, maturing])
  await stand(both, 'PARTIALLY_REPAID')
  await portal.setBusinessDate(openingDay)
  await grant(portal, shipped)
})
