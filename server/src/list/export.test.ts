import { randomUUID } from 'node:crypto'
import { systemBankList } from '@usance/wire/bank-account/list'
import { systemCompanyList } from '@usance/wire/company/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { type List, listCalls } from '@usance/wire/list'
import { templetList } from '@usance/wire/report/list'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a text of a csv export that begins like a formula, in narrow or in wide letters, is quoted, and so is a title', async () => {
  const { alderMaker } = portal.seats
  const starts = ['=1+1', '+1+1', '-A1', '@SUM(A1)', '＝1+1', '＋1+1', '－A1', '＠SUM(A1)']
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'X-1',
      issueDate: '2025-02-03',
      dueDate: '2025-05-04',
      currency: 'USD',
      amount: '10',
      idempotencyKey: randomUUID(),
    },
  })
  for (const [n, text] of starts.entries()) {
    await portal.look((tx) => tx.updateTable('invoice').set({ invoiceNo: text }).where('id', '=', id).execute())
    const columnList = [
      { key: 'invoiceNo', title: `${text} ${n}` },
      { key: 'amount', title: 'Amount' },
      { key: 'currency', title: 'Currency' },
    ]
    const csv = (await portal.ask(alderMaker, listCalls(invoiceList).csvExport, {
      body: { filterFields: {}, columnList },
    })) as unknown as Buffer
    expect(csv.toString().split('\r\n').slice(0, 2)).toEqual([`\ufeff'${text} ${n},Amount,Currency`, `'${text},10.00,USD`])
  }
})

test('readers of approvals, or of every company and its accounts, may export the list', async () => {
  const { alderChecker, operations } = portal.seats
  const header = async (seat: Seat, one: List<any>, key: string) => {
    const body = { filterFields: {}, columnList: [{ key, title: 'First' }] }
    const csv = (await portal.ask(seat, listCalls(one).csvExport, { body })) as unknown as Buffer
    return csv.toString().split('\r\n')[0]
  }
  expect(await header(alderChecker, openTaskList, 'businessNo')).toBe('\ufeffFirst')
  expect(await header(alderChecker, templetList, 'code')).toBe('\ufeffFirst')
  expect(await header(operations, systemCompanyList, 'code')).toBe('\ufeffFirst')
  expect(await header(operations, systemBankList, 'bankName')).toBe('\ufeffFirst')
})

test('a list and its export asked for in the order of no column come in their own order', async () => {
  const { alderMaker } = portal.seats
  const body = { orderByField: '', isDesc: true }
  const { list } = await portal.ask(alderMaker, listCalls(invoiceList).pageList, { body })
  expect(list).toEqual((await portal.ask(alderMaker, listCalls(invoiceList).pageList, { body: {} })).list)
  expect(await portal.ask(alderMaker, listCalls(invoiceList).csvExport, { body })).toBeTruthy()
})
