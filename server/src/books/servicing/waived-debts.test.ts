import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { repaymentList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { fundedOfBoth, ofBoth, owedInBooks, paidOn } from '../../testing/two-buyers.ts'
import { openingDay } from '../../testing/world.ts'
import { owedOnItems } from './reserves.ts'

// A buyer's last cent is waived beside a claim on the supplier: the debt of who owed it ends, in each book.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const closeTo = async (date: string) => {
  if (day < date) day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
}
const outstandingOf = (id: string) =>
  portal.look(async (tx) =>
    Number((await tx.selectFrom('invoice').select('outstanding').where('id', '=', id).executeTakeFirstOrThrow()).outstanding),
  )
const claimsOn = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('recourseClaim').select(['amount', 'waivedAmount', 'status']).where('orderId', '=', orderId).execute(),
  )
const balances = async (orderId: string, accounts: readonly string[]) =>
  Object.fromEntries(await Promise.all(accounts.map(async (one) => [one, await balanceIn(portal, orderId, one)] as const)))
const toldOf = (orderId: string) =>
  portal.look(async (tx) =>
    (
      await tx
        .selectFrom('notification')
        .select('companyId')
        .where('event', '=', 'FINANCE_ORDER_WAIVED')
        .where('objectId', '=', orderId)
        .distinct()
        .execute()
    ).map((one) => one.companyId),
  )
const terms = (of: { recourse: boolean; disclosed: boolean }) =>
  portal.look((tx) => tx.updateTable('financingProduct').set(of).where('id', '=', portal.world.products.payables).execute())

// First, as its orders are priced on the opening day.
test('of several buyers the one that is a cent short owes no more, and reads its waiver', async () => {
  await terms({ recourse: false, disclosed: true })
  const soon = addDays(day, 21)
  const seatOf = { CEDAR: portal.seats.cedarMaker, DOGWOOD: portal.seats.dogwoodChecker }
  const orders: { id: string; short: 'CEDAR' | 'DOGWOOD'; other: 'CEDAR' | 'DOGWOOD'; noted: string }[] = []
  for (const short of ['CEDAR', 'DOGWOOD'] as const) {
    const { request } = await ofBoth(
      portal,
      { financingProductId: portal.world.products.payables },
      {
        cedar: short === 'CEDAR' ? soon : addDays(day, 63),
        dogwood: short === 'DOGWOOD' ? soon : addDays(day, 63),
      },
    )
    const { id } = await fundedOfBoth(portal, request)
    const other = short === 'CEDAR' ? 'DOGWOOD' : 'CEDAR'
    const noted = await portal.look((tx) =>
      tx
        .selectFrom('financeOrderItem')
        .select('invoiceId')
        .where('orderId', '=', id)
        .where('buyerId', '=', portal.world.companies[other === 'CEDAR' ? 'cedar' : 'dogwood'])
        .executeTakeFirstOrThrow(),
    )
    orders.push({ id, short, other, noted: noted.invoiceId! })
  }
  await closeTo(soon)
  for (const { id, short, noted } of orders) {
    await credit(portal, noted, '500')
    await paidOn(portal, id, short === 'CEDAR' ? '99999.99' : '49999.99', { buyerCode: short }, 'BUYER', day)
    expect(await balances(id, ['F1300', 'F5010'])).toEqual({ F1300: '500.00', F5010: '0.00' })
  }
  await closeTo(addDays(soon, 14))
  for (const { id, short, other } of orders) {
    expect(await waiversOn(portal, id)).toEqual(['0.01 POSTED'])
    expect(await owedInBooks(portal, id)).toEqual({ [short]: '0', [other]: other === 'CEDAR' ? '99500' : '49500' })
    expect(await balances(id, ['F1300', 'F5010'])).toEqual({ F1300: '500.00', F5010: '0.01' })
    const read = async (seat: (typeof seatOf)['CEDAR']) =>
      (await portal.ask(seat, listCalls(repaymentList).pageList, { body: {} })).list!.filter(
        (one) => one.status === 'WAIVED' && one.orderId === id,
      )
    expect([(await read(seatOf[short])).map((one) => one.amount), await read(seatOf[other])]).toEqual([['0.01'], []])
  }
  expect(await brokenLaws(portal)).toEqual([])
})

test.each([
  { recourse: false, disclosed: true },
  { recourse: true, disclosed: true },
  { recourse: false, disclosed: false },
  { recourse: true, disclosed: false },
])('the last cent of a buyer ends its own debt and leaves the claim on the supplier: %o', async (of) => {
  await terms(of)
  const start = day
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'payables',
    faces: ['100000', '50000'],
    tenors: [14, 28],
    fundingDate: start,
  })
  const [first, second] = [invoiceIds[0]!, invoiceIds[1]!]
  // Nothing is held in reserve, so that a note on the second invoice is a claim on the supplier.
  await credit(portal, second, '500')
  await closeTo(addDays(start, 14))
  await aRepayment(portal, orderId, '99999.99', { valueDate: day, invoiceIds: [first] })
  expect(await balances(orderId, ['F1100', 'F1300'])).toEqual({ F1100: '49500.01', F1300: '500.00' })
  await closeTo(addDays(start, 23))

  expect(await waiversOn(portal, orderId)).toEqual(['0.01 POSTED'])
  expect(await balances(orderId, ['F1100', 'F1300', 'F5010'])).toEqual({ F1100: '49500.00', F1300: '500.00', F5010: '0.01' })
  expect(await claimsOn(orderId)).toEqual([{ amount: '500.0000', waivedAmount: '0.0000', status: 'OPEN' }])
  expect([await outstandingOf(first), await outstandingOf(second)]).toEqual([0, 49500])
  // In the books of the buyer and of the supplier too.
  expect(await balanceIn(portal, orderId, of.disclosed ? 'B2010' : 'B2000')).toBe(of.disclosed ? '49500.00' : '-100500.00')
  expect(await balanceIn(portal, orderId, of.recourse ? 'S2000' : 'S2300')).toBe(of.recourse ? '50000.00' : '500.00')
  const owed = await portal.look((tx) => owedOnItems(tx, orderId, 'USD'))
  expect([...owed.values()].map((one) => one.minor)).toEqual([0n, 4_950_000n])
  const { alder, cedar, elm } = portal.world.companies
  expect(new Set(await toldOf(orderId))).toEqual(new Set([alder, elm, ...(of.disclosed ? [cedar] : [])]))
  expect(await brokenLaws(portal)).toEqual([])

  // Each pays what is left of its own.
  await closeTo(addDays(start, 28))
  await aRepayment(portal, orderId, '49500', { valueDate: day, invoiceIds: [second] })
  expect(await balances(orderId, ['F1100', 'F1300', 'F2200'])).toEqual({ F1100: '0.00', F1300: '500.00', F2200: '0.00' })
  await aRepayment(portal, orderId, '500', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await balances(orderId, ['F1300', 'S2000', 'S2300'])).toEqual({ F1300: '0.00', S2000: '0.00', S2300: '0.00' })
  expect(await brokenLaws(portal)).toEqual([])
})
