import { quickRanges } from '@usance/domain/relative-day'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aConfirmedInvoice } from '../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const found = async (filterFields: Record<string, string>) => {
  const { list } = await portal.ask(portal.seats.alderMaker, listCalls(invoiceList).pageList, { body: { filterFields } })
  return (list ?? []).map((row) => row.dueDate).sort()
}

test('a quick range finds its days by the business date, and moves with it', async () => {
  await portal.look((tx) => tx.updateTable('businessDay').set({ businessDate: '2025-03-15' }).where('id', '=', 1).execute())
  for (const dueDate of ['2025-03-14', '2025-03-15', '2025-03-22', '2025-03-23', '2025-04-14', '2025-04-15'])
    await aConfirmedInvoice(portal, { dueDate })
  const within = ({ begin, end }: { begin: string; end: string }) => found({ dueDateBegin: begin, dueDateEnd: end })
  expect(await within(quickRanges.PAST)).toEqual(['2025-03-14'])
  expect(await within(quickRanges.NEXT_7_DAYS)).toEqual(['2025-03-15', '2025-03-22'])
  expect(await within(quickRanges.NEXT_30_DAYS)).toEqual(['2025-03-15', '2025-03-22', '2025-03-23', '2025-04-14'])
  expect(await within(quickRanges.THIS_MONTH)).toEqual(['2025-03-14', '2025-03-15', '2025-03-22', '2025-03-23'])
  await portal.look((tx) => tx.updateTable('businessDay').set({ businessDate: '2025-03-16' }).where('id', '=', 1).execute())
  await expect.poll(() => within(quickRanges.PAST), { timeout: 60_000 }).toEqual(['2025-03-14', '2025-03-15'])
})

test('instants take a quick range too, and no other word is a day', async () => {
  expect(await found({ createdAtBegin: 'TODAY', createdAtEnd: 'IN_7_DAYS' })).toEqual(expect.any(Array))
  const refusal = await refusalOf(found({ dueDateBegin: 'TOMORROW' }))
  expect(refusal.data).toMatchObject({ fields: [{ field: 'filterFields.dueDateBegin', message: 'invalid_format' }] })
})
