import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
let day: string
beforeEach(async () => {
  portal = await openPortal()
  day = openingDay
})
afterEach(() => portal.close())

test('the overview shows each claim with the day on which the cash flow expects it, today and of a past day', async () => {
  const { elmMaker } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [90] })
  const claims = async (seat: Seat, asOf = day) => {
    const body = { figure: 'CLAIMS' as const, currency: 'USD', asOf }
    const { rows } = await portal.ask(seat, reportCalls.accountOverviewRows, { body })
    return rows.filter(({ id }) => id === orderId).map(({ date, amount }) => `${date} ${amount}`)
  }
  await credit(portal, invoiceIds[0]!, '13000')
  const { dueDate } = await portal.look((tx) =>
    tx.selectFrom('recourseClaim').select('dueDate').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const first = `${dueDate} 3000.00`
  expect(await claims(portal.seats.alderMaker)).toEqual([first])
  const before = day
  day = await runEndOfDay(portal.app, { through: addDays(day, 3) })
  await credit(portal, invoiceIds[0]!, '1000')
  const shown = await claims(elmMaker)
  expect(shown).toHaveLength(2)
  expect(shown[0]).toBe(first)
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 30), step: 'DAY' as const }
  const flow = await portal.ask(elmMaker, reportCalls.cashflow, { body })
  const awaited = flow.rows.filter(({ done, link }) => !done && link?.includes(orderId))
  const dayOf = (row: string) => row.split(' ')[0]
  expect(awaited.map(({ date }) => date).sort()).toEqual(shown.map(dayOf))
  // Of the day before, the second claim had not arisen.
  expect(await claims(elmMaker, before)).toEqual([first])
  await aRepayment(portal, orderId, '3000', { valueDate: day, payerRole: 'SUPPLIER' })
  // The oldest is paid first; the discount that is rebated on it lowers the other one.
  expect(await claims(elmMaker)).toEqual([shown[1]!.replace('1000.00', '953.39')])
  expect(await brokenLaws(portal)).toEqual([])
})

test('what settles the claims of an order today is told once, however many days they are due on', async () => {
  const { alderMaker } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [90] })
  await credit(portal, invoiceIds[0]!, '13000')
  day = await runEndOfDay(portal.app, { through: addDays(day, 3) })
  await credit(portal, invoiceIds[0]!, '1000')
  const claims = async () => {
    const body = { figure: 'CLAIMS' as const, currency: 'USD', asOf: day }
    const { rows } = await portal.ask(alderMaker, reportCalls.accountOverviewRows, { body })
    return rows.filter(({ id }) => id === orderId)
  }
  const told = await claims()
  expect(told.map(({ amount }) => amount)).toEqual(['3000.00', '1000.00'])
  const cents = told.reduce((sum, { settles }) => sum + Math.round(Number(settles) * 100), 0)
  const pay = (paid: number) => aRepayment(portal, orderId, (paid / 100).toFixed(2), { valueDate: day, payerRole: 'SUPPLIER' })
  await pay(cents - 1)
  expect((await claims()).map(({ amount }) => amount)).toEqual(['0.01'])
  await pay(1)
  expect(await claims()).toEqual([])
})
