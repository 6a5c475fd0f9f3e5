import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLimit } from '../../finance/product/add-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const overviewIn = async (currency: string, seat: Seat) =>
  (await portal.ask(seat, reportCalls.accountOverview, { body: {} })).currencies.find((one) => one.currency === currency)!
const availableIn = async (currency: string) => (await overviewIn(currency, portal.seats.alderMaker)).available

/** The same on the page of fund management. */
const managedIn = async (currency: string) =>
  (await portal.ask(portal.seats.alderMaker, financeOrderCalls.summaryCompany, { body: {} })).find(
    (one) => one.currency === currency,
  )!.available

/** What the price of an order says that is free of the supplier's facility. */
async function freeForAnOrder(currency: string) {
  const invoice = await aConfirmedInvoice(portal, { currency, amount: '1000' })
  const { limits } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
    body: requestFor(portal, [invoice], { currency }),
  })
  return limits.find(({ type }) => type === 'SUPPLIER_FACILITY')!.available
}

/** What the assistant says of the supplier's facilities. */
const told = async (seat: Seat = portal.seats.alderMaker) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: 'What is my facility limit?' } })).text

const aYenOrder = async () => {
  const invoice = await aConfirmedInvoice(portal, { currency: 'JPY', amount: '14935000' })
  return aSubmittedOrder(portal, requestFor(portal, [invoice], { currency: 'JPY' }))
}

test('what is available in the overview is what an order could take, use in currencies without a facility included', async () => {
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  // Of 5,000,000.00 dollars 90,000.00 are on their way.
  expect(await availableIn('USD')).toBe('4910000.00')
  await aYenOrder()
  // 90 % of 14,935,000 yen are 90,000.00 dollars more.
  expect(await freeForAnOrder('USD')).toBe('4820000.00')
  expect(await availableIn('USD')).toBe('4820000.00')
  expect(await told()).toContain('USD 4,820,000.00 of USD 5,000,000.00 is free, USD 180,000.00 used')
  expect(await availableIn('JPY')).toBe(null)
  expect([await managedIn('USD'), await managedIn('JPY')]).toEqual(['4820000.00', await freeForAnOrder('JPY')])
  expect(await managedIn('JPY')).toBe('719867000')
  // The funder has two suppliers with facilities of 5,000,000.00 each.
  for (const seat of [portal.seats.elmMaker, portal.seats.settlement])
    expect((await overviewIn('USD', seat)).available).toBe('9820000.00')
})

test('use in a currency that has a facility of its own is taken off that one alone', async () => {
  const { alder, elm } = portal.world.companies
  await portal.look((tx) =>
    addLimit(tx, {
      ...{ type: 'SUPPLIER_FACILITY', supplierId: alder, funderId: elm, currency: 'JPY', amount: '20000000' },
      ...{ effectiveDate: '2024-01-01', expiryDate: '2030-12-31' },
    }),
  )
  expect(await availableIn('USD')).toBe(await freeForAnOrder('USD'))
  expect(await availableIn('USD')).toBe('4910000.00')
  expect(await availableIn('JPY')).toBe(await freeForAnOrder('JPY'))
  expect(await availableIn('JPY')).toBe('6558500')
  expect([await managedIn('USD'), await managedIn('JPY')]).toEqual(['4910000.00', '6558500'])
  expect(await told()).toContain('USD 4,910,000.00 of USD 5,000,000.00 is free, USD 90,000.00 used')
  expect(await told()).toContain('JPY 6,558,500 of JPY 20,000,000 is free, JPY 13,441,500 used')
})

test('the assistant says how many limits there are beside those that it tells one by one', async () => {
  const { alder, elm } = portal.world.companies
  const { rows } = await portal.look((tx) =>
    sql<{ n: number }>`select count(*)::int as n from credit_limit where funder_id = ${elm}`.execute(tx),
  )
  await portal.look(async (tx) => {
    for (const currency of ['KWD', 'JPY', 'EUR', 'GBP', 'CHF', 'SGD', 'HKD', 'CNY', 'AUD', 'CAD', 'SEK'].slice(
      0,
      14 - rows[0]!.n,
    ))
      await addLimit(tx, {
        ...{
          type: 'RELATIONSHIP',
          supplierId: alder,
          buyerId: portal.world.companies.cedar,
          funderId: elm,
          currency,
          amount: '1',
        },
        ...{ effectiveDate: '2024-01-01', expiryDate: '2030-12-31' },
      })
  })
  const { text } = await portal.ask(portal.seats.elmMaker, assistantCalls.ask, { body: { question: 'What limits are there?' } })
  expect(text.split('\n')).toHaveLength(13)
  expect(text).toContain('There are 2 more limits')
})

test('a facility that is used up has nothing available, and none is known without the exchange rate', async () => {
  const change = (amount: string) =>
    portal.look((tx) =>
      tx
        .updateTable('creditLimit')
        .set({ amount })
        .where('type', '=', 'SUPPLIER_FACILITY')
        .where('currency', '=', 'USD')
        .where('supplierId', '=', portal.world.companies.alder)
        .execute(),
    )
  await change('50000')
  expect(await availableIn('USD')).toBe('0.00')
  await portal.asOwner(async (db) => {
    await db.deleteFrom('creditLimit').where('currency', '=', 'JPY').execute()
    await db.deleteFrom('fxRate').execute()
  })
  expect(await availableIn('USD')).toBe(null)
  expect([await managedIn('USD'), await managedIn('JPY')]).toEqual([null, null])
  expect(await told()).toContain('what is free is unknown, since an exchange rate is missing')
})

test('what could be financed is unknown, and no more than before, where the exchange rate of a limit is missing', async () => {
  const { alderViewer } = portal.seats
  const { amount, facilityHeadroom } = await portal.ask(alderViewer, arCalls.availableForFinanceAmount, {
    body: { currency: 'USD' },
  })
  expect([amount, facilityHeadroom]).toEqual([null, null])
})
