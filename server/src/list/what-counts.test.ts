import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { type List, listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const sumOf = async (list: List<any>, field: string, filterFields: Record<string, string[]> = {}) =>
  (await portal.ask(portal.seats.alderMaker, listCalls(list).pageList, { body: { filterFields, amountSumByField: field } }))
    .totalAmount

test('cancelled rows are listed and count in no total', async () => {
  const { alderMaker } = portal.seats
  const [kept, revoked] = [
    await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)])),
    await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)])),
  ]
  const advanceOf = async (id: string) =>
    (await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })).financeAmount
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: revoked.id }, body: {} })
  expect(await sumOf(financeOrderList, 'financeAmount')).toBe(await advanceOf(kept.id))
  expect(await sumOf(financeOrderList, 'financeAmount', { status: ['REVOKED'] })).toBe('0.00')

  const cancelled = await aConfirmedInvoice(portal, { amount: '700.00' })
  const before = await sumOf(invoiceList, 'amount')
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: cancelled } })
  expect(Number(before) - Number(await sumOf(invoiceList, 'amount'))).toBe(700)
  const { total } = await portal.ask(alderMaker, listCalls(invoiceList).pageList, {
    body: { filterFields: { docStatus: ['CANCELLED'] } },
  })
  expect(total).toBe(1)
})
