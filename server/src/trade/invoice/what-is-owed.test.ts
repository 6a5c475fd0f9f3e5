import { addDays, daysBetween } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { arCalls } from '@usance/wire/ar/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const calls = listCalls(invoiceList)
const listed = (query: object) =>
  portal.ask(portal.seats.alderMaker, calls.pageList, { body: { pageNum: 1, pageSize: 50, ...query } })

test('drafts and cancelled invoices owe nothing, so that the list adds up to the dashboard’s figure', async () => {
  const { alderMaker, alderViewer } = portal.seats
  await aConfirmedInvoice(portal, { amount: '1000.00' })
  const cancelled = await aConfirmedInvoice(portal, { amount: '200.00' })
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: cancelled } })
  await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      buyerCode: 'CEDAR',
      invoiceNo: 'STILL-A-DRAFT',
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '30.00',
    },
  })
  const { list = [] } = await listed({})
  expect(list.map((row) => [row.docStatus, row.outstanding]).sort()).toEqual([
    ['CANCELLED', '0.00'],
    ['CONFIRMED', '1000.00'],
    ['DRAFT', '0.00'],
  ])
  const { total } = await portal.ask(alderViewer, arCalls.queryDueBalance, { body: { currency: 'USD' } })
  expect(total).toBe('1000.00')
})

test('a paid invoice is not overdue, however long ago it fell due', async () => {
  const late = await aConfirmedInvoice(portal, { dueDate: '2025-02-21', amount: '10.00' })
  const daysOf = async () => (await listed({})).list?.find((row) => row.id === late)?.overdueDays
  expect(await daysOf()).toBe(10)
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ paidAmount: '10', payStatus: 'PAID' }).where('id', '=', late).execute(),
  )
  expect(await daysOf()).toBe(0)
})

test('the days overdue of the database equal those of the rules, for any debt and due date', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -200, max: 200 }), async (cents, days) => {
      const due = addDays(openingDay, days)
      const owed = M.money(BigInt(cents), 'USD')
      const { rows } = await portal.look((tx) =>
        sql<{
          days: number
        }>`select overdue_days(${M.toDecimal(owed)}::numeric, ${due}::date, ${openingDay}::date) as days`.execute(tx),
      )
      expect(rows[0]!.days).toBe(M.isPositive(owed) ? Math.max(daysBetween(due, openingDay), 0) : 0)
    }),
    { numRuns: 40 },
  ))

test('a future day is refused beside its field, and a past day has no available amount', async () => {
  const asked = (asOf: string) =>
    portal.ask(portal.seats.alderViewer, arCalls.queryDashboard, { body: { currency: 'USD', asOf } })
  const refusal = await refusalOf(asked(addDays(openingDay, 1)))
  expect([refusal.error, refusal.data.fields[0]]).toMatchObject(['FUTURE_DAY', { field: 'asOf', params: { today: openingDay } }])
  expect((await asked(addDays(openingDay, -1))).availableForFinanceAmount).toMatchObject({ amount: null, eligible: null })
  expect((await asked(openingDay)).availableForFinanceAmount.amount).not.toBeNull()
})
