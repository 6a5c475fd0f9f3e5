import { addDays } from '@usance/domain/local-date'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const shownOn = (invoiceIds: string[]) =>
  Promise.all(
    invoiceIds.map(
      async (id) => (await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).financeStatus,
    ),
  )
const statusOf = (orderId: string) =>
  portal.look(async (tx) => {
    const row = await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
    return row.status
  })

test('each invoice of a late order is late by its own due date, and only as long as its buyer owes on it', async () => {
  const wanted = { faces: ['60000', '40000', '20000'], tenors: [4, 40, 50] }
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', ...wanted })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 12) })
  expect(await statusOf(orderId)).toBe('OVERDUE')
  expect(await shownOn(invoiceIds)).toEqual(['OVERDUE', 'FINANCED', 'FINANCED'])

  // The order is late already when its second invoice becomes late too.
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 49) })
  expect(await shownOn(invoiceIds)).toEqual(['OVERDUE', 'OVERDUE', 'FINANCED'])

  const paid = await aRepayment(portal, orderId, '60000.00', { valueDate: today, invoiceIds: [invoiceIds[0]!] })
  expect(await statusOf(orderId)).toBe('OVERDUE')
  expect(await shownOn(invoiceIds)).toEqual(['FINANCED', 'OVERDUE', 'FINANCED'])
  await takeBack(portal, paid)
  expect(await shownOn(invoiceIds)).toEqual(['OVERDUE', 'OVERDUE', 'FINANCED'])
  expect(await brokenLaws(portal)).toEqual([])
})

test('each purchase order of a late loan is late by its own date', async () => {
  const fundingDate = await runEndOfDay(portal.app, { through: addDays(openingDay, 55) })
  const wanted = { faces: ['60000', '40000'], tenors: [4, 40] }
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate, ...wanted })
  const shown = () =>
    portal.look(async (tx) => {
      const rows = await tx
        .selectFrom('financeOrderItem as i')
        .innerJoin('purchaseOrder as p', 'p.id', 'i.purchaseOrderId')
        .select('p.financeStatus')
        .where('i.orderId', '=', orderId)
        .orderBy('i.seq')
        .execute()
      return rows.map(({ financeStatus }) => financeStatus)
    })
  expect(await shown()).toEqual(['FINANCED', 'FINANCED'])
  await runEndOfDay(portal.app, { through: addDays(fundingDate, 12) })
  expect(await statusOf(orderId)).toBe('OVERDUE')
  expect(await shown()).toEqual(['OVERDUE', 'FINANCED'])
  await runEndOfDay(portal.app, { through: addDays(fundingDate, 49) })
  expect(await shown()).toEqual(['OVERDUE', 'OVERDUE'])
})
