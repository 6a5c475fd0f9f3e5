import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aConfirmedInvoice } from '../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  for (const invoiceNo of ['N-1', 'N-10', 'n-2', 'M-3']) await aConfirmedInvoice(portal, { invoiceNo })
})
afterAll(() => portal.close())

const found = async (invoiceNo: string | string[], seat = portal.seats.alderMaker, more: object = {}) => {
  const body = { filterFields: { invoiceNo }, ...more }
  const { list } = await portal.ask(seat, listCalls(invoiceList).pageList, { body })
  return (list ?? []).map((row) => row.invoiceNo).sort()
}

test('several numbers find the rows with any of them, in any case, and no number that only contains one', async () => {
  expect(await found(['N-1', ' N-2 ', 'M-3', 'X-9'])).toEqual(['M-3', 'N-1', 'n-2'])
  expect(await found(['N-1', 'M-3'], portal.seats.alderMaker, { isEqual: true })).toEqual(['M-3', 'N-1'])
  expect(await found(['N-1', 'M-3'], portal.seats.birchMaker)).toEqual([])
})

test('one number alone, in a list too, is found within others as before', async () => {
  expect([await found('N-1'), await found(['N-1'])]).toEqual([
    ['N-1', 'N-10'],
    ['N-1', 'N-10'],
  ])
})

test('more numbers than a condition holds are refused', async () => {
  const many = Array.from({ length: 201 }, (_, at) => `N-${at}`)
  expect((await refusalOf(found(many))).error).toBe('BAD_REQUEST')
})
