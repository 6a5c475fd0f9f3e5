import { allCalls } from '@usance/wire/all-calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import type { Call } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { fundedOfBoth, ofBoth } from '../../testing/two-buyers.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

// The operator gives the seat of a whole company what a buyer reads of orders. It reads of what the company owes what the buyer's seat reads.
let portal: Portal
let cedarDirector: Seat
let elmDirector: Seat
beforeAll(async () => {
  portal = await openPortal()
  const director = (companyId: string, userName: string) =>
    portal.look(async (tx) => {
      const userId = await addUser(tx, {
        userName,
        cname: userName,
        email: `${userName}@usance.test`,
        seats: [{ companyId, role: 'COMPANY', userRoles: ['Director'] }],
        signsFor: [],
        password: 'correct horse battery',
      })
      return openSeat(tx, userId, companyId, 'COMPANY')
    })
  cedarDirector = await director(portal.world.companies.cedar, 'cedar.director')
  elmDirector = await director(portal.world.companies.elm, 'elm.director')
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'D', version = version + 1
      where permission in ('finance.finance-order.view', 'finance.finance-order.detail')`.execute(tx),
  )
})
afterAll(() => portal.close())

const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })
const rowOf = async (seat: Seat, id: string) => {
  const { list = [] } = await portal.ask(seat, listCalls(financeOrderList).pageList, { body: { pageSize: 100 } })
  return list.find((row) => row.id === id)
}
/** What a seat reads of an order on its page, in the list and from the assistant. */
async function read(seat: Seat, id: string) {
  const { orderNo, status, principalOutstanding, settledOn, items } = await detail(seat, id)
  const row = (await rowOf(seat, id))!
  const ask = async (question: string) => (await portal.ask(seat, assistantCalls.ask, { body: { question } })).text
  return {
    page: { status, principalOutstanding, settledOn, open: items.map((item) => item.principalOutstanding) },
    row: Object.fromEntries(
      ['status', 'principalOutstanding', 'netAmount', 'rate', 'buyerName'].map((name) => [name, row[name]]),
    ),
    told: await ask(`Where is ${orderNo}?`),
    price: await ask(`What is the fee of ${orderNo} made of?`),
    due: await ask('Which repayments fall due in the next 90 days?'),
  }
}
let numbered = 0
/** Gives an order a number that the assistant knows as one. */
const number = (id: string) =>
  portal.look((tx) =>
    tx
      .updateTable('financeOrder')
      .set({ orderNo: `FO-2025-9${String(++numbered).padStart(5, '0')}` })
      .where('id', '=', id)
      .execute(),
  )

test('in the seat of the whole company a buyer reads of what it owes on the order page, in the list and from the assistant what its own seat reads', async () => {
  const { cedarChecker } = portal.seats
  const purchase = await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['10000'], tenors: [60] })
  await aRepayment(portal, purchase.orderId, '100', { payerRole: 'SUPPLIER' })
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [60] })
  const { request } = await ofBoth(portal, { financingProductId: portal.world.products.purchaseInArrears })
  const shared = await fundedOfBoth(portal, request)
  for (const id of [purchase.orderId, loan.orderId, shared.id]) {
    await number(id)
    const own = await read(cedarChecker, id)
    expect(await read(cedarDirector, id)).toEqual(own)
    expect(own.price).toContain('is between its supplier and its funder')
    expect(own.due).toContain('of principal falls due')
  }
  // The loss of a loan is between its supplier and its funder.
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ status: 'WRITTEN_OFF' }).where('id', '=', loan.orderId).execute(),
  )
  const lost = await read(cedarDirector, loan.orderId)
  expect(lost.page).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
  expect(lost).toEqual(await read(cedarChecker, loan.orderId))
})

test('in the seat of the whole company a supplier and a funder read an order as in their own seats', async () => {
  const { alderChecker, alderDirector, elmChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [60] })
  await aRepayment(portal, orderId, '100', { payerRole: 'SUPPLIER' })
  const { request } = await ofBoth(portal, { financingProductId: portal.world.products.purchaseInArrears })
  const shared = await fundedOfBoth(portal, request)
  for (const id of [orderId, shared.id]) await number(id)
  for (const [director, seat] of [
    [alderDirector, alderChecker],
    [elmDirector, elmChecker],
  ] as const)
    for (const id of [orderId, shared.id]) {
      const own = await read(seat, id)
      expect(await read(director, id)).toEqual(own)
      expect(own.told).toContain(' net')
    }
})

/** The calls that answer about one order by its id and change nothing, with where each takes that id. */
const aboutOneOrder = allCalls().flatMap(({ call }) => {
  const [named, ...more] = Object.entries(call.names ?? {})
  const ofOrder = named && typeof named[1] === 'object' && 'kind' in named[1] && named[1].kind === 'financeOrder'
  return ofOrder && call.effect === 'read' && more.length === 0 ? [{ call, path: named[0].split('.') }] : []
})

test('whatever the rights, no call about one order tells a buyer more in the seat of the whole company than in its own', async () => {
  const { cedarChecker, settlement } = portal.seats
  const permissions = aboutOneOrder.flatMap(({ call: { access } }) => (typeof access === 'object' ? access.permission : []))
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'BD', version = version + 1 where permission = any(${permissions})`.execute(
      tx,
    ),
  )
  const waiting = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const funded = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [60] })
  await portal.setBusinessDate('2025-03-05')
  // What may be done on a page is the right of the seat, and what is owed on a whole invoice is told to the buyer's seat alone.
  const told = (answer: unknown) =>
    JSON.stringify(answer, (key, value: unknown) => (['operations', 'invoice'].includes(key) ? undefined : value), 1)
  const ask = (seat: Seat, call: Call, [where = '', key = '']: string[], id: string) =>
    portal.ask(seat, call, { [where]: { [key]: id } }).then(told, (refusal) => {
      if (refusal.code === 500) throw refusal
      return 'refused'
    })
  const paths = aboutOneOrder.map(({ call }) => call.path)
  expect(paths).toEqual(expect.arrayContaining([financeOrderCalls.repricing.path, repaymentCalls.payoff.path]))
  const priced = await portal.ask(settlement, financeOrderCalls.repricing, { body: { id: waiting.id } })
  expect(priced.terms.map(({ key }) => key)).toContain('rate')
  for (const id of [waiting.id, funded.orderId])
    for (const { call, path } of aboutOneOrder)
      expect([call.path, await ask(cedarDirector, call, path, id)]).toEqual([call.path, await ask(cedarChecker, call, path, id)])
})
