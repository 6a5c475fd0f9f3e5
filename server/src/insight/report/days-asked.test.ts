import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, credit } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let orderId: string
beforeAll(async () => {
  portal = await openPortal()
  const made = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  orderId = made.orderId
  await credit(portal, made.invoiceIds[0]!, '100.00')
  await portal.look((tx) =>
    tx
      .insertInto('purchaseOrder')
      .values({
        ...{ id: newId(), supplierId: portal.world.companies.alder, buyerId: portal.world.companies.cedar, poNo: 'PO-RA-1' },
        ...{
          orderDate: openingDay,
          latestShipDate: addDays(openingDay, 60),
          currency: 'USD',
          amount: '1000.00',
          docStatus: 'CONFIRMED',
        },
      })
      .execute(),
  )
})
afterAll(() => portal.close())
const on = (days: number) => addDays(openingDay, days)
const tooEarly = (field: string, earliest: string) => ({
  error: 'DAY_TOO_EARLY',
  data: { fields: [{ field, message: 'DAY_TOO_EARLY', params: { earliest } }] },
})
const usd = { currency: 'USD', buyerCode: 'ALL' }

test('a sub-ledger refuses days that are turned round', async () => {
  const { elmMaker } = portal.seats
  const { counterpartyId } = await portal.look((tx) =>
    tx
      .selectFrom('posting')
      .select('counterpartyId')
      .where('orderId', '=', orderId)
      .where('book', '=', 'F')
      .where('account', '=', '1100')
      .executeTakeFirstOrThrow(),
  )
  const account = { ownerId: elmMaker.companyId, book: 'F' as const, account: '1100', currency: 'USD', orderId, counterpartyId }
  const body = { ...account, from: on(10), to: on(-10) }
  expect(await refusalOf(portal.ask(elmMaker, reportCalls.subledger, { body }))).toMatchObject(tooEarly('to', on(10)))
})

test('the figures and the table between two days refuse days that are turned round', async () => {
  const { alderMaker } = portal.seats
  const body = { ...usd, dateBegin: on(30), dateEnd: on(-30) }
  for (const ask of [
    () => portal.ask(alderMaker, arCalls.queryDilutionByBuyer, { body }),
    () => portal.ask(alderMaker, arCalls.queryPaymentHistoryByDate, { body }),
    () => portal.ask(alderMaker, arCalls.queryPaymentHistoryTable, { body }),
  ])
    expect(await refusalOf(ask())).toMatchObject(tooEarly('dateEnd', on(30)))
})

test('dilution with a last day alone is of the year before that day', async () => {
  await portal.setBusinessDate(on(500))
  const found = await portal.ask(portal.seats.alderMaker, arCalls.queryDilutionByBuyer, { body: { ...usd, dateEnd: on(30) } })
  await portal.setBusinessDate(openingDay)
  expect(found).toMatchObject({ reductions: '100.00', invoiced: '100000.00' })
})

test('how many purchase orders were open on a past day is not known', async () => {
  const openOn = async (asOf?: string) =>
    (await portal.ask(portal.seats.alderMaker, arCalls.queryTradeInfoCount, { body: { ...usd, ...(asOf ? { asOf } : {}) } }))
      .openPurchaseOrders
  expect([await openOn(), await openOn(on(-100))]).toEqual([1, null])
})

test('a figure that is kept for today alone has no sum on a past day', async () => {
  const rowsOf = (figure: 'FACILITY' | 'USED') =>
    portal.ask(portal.seats.alderMaker, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD', asOf: on(-1) } })
  expect(await rowsOf('FACILITY')).toEqual({ rows: [], total: null })
  expect(await rowsOf('USED')).toEqual({ rows: [], total: '0.00' })
})
