import { randomUUID } from 'node:crypto'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

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
