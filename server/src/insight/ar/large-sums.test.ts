import { randomUUID } from 'node:crypto'
import { allCalls, lists } from '@usance/wire/all-calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { type InvoiceBody, invoiceCalls } from '@usance/wire/invoice/calls'
import { columnsFor } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addressesOf } from '../../http/server.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const entered = (body: Partial<InvoiceBody>) =>
  portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'LARGE-1',
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '100.00',
      ...body,
      idempotencyKey: randomUUID(),
    },
  })

test.each([
  ['10000000000000.00', 'USD'],
  ['999999999999999.99', 'USD'],
  ['10000000000000', 'JPY'],
])('an invoice of %s %s is refused beside its amount: no invoice is so large', async (amount, currency) => {
  const refused = await refusalOf(entered({ amount, currency }))
  expect(refused.data.fields).toMatchObject([{ field: 'amount', message: 'AMOUNT_TOO_LARGE' }])
})

/** Invoices that were entered when their amounts could have two digits more. */
const storeLarger = (count: number) =>
  portal.look((tx) =>
    tx
      .insertInto('invoice')
      .values(
        Array.from({ length: count }, () => newId()).map((id) => ({
          id,
          supplierId: portal.world.companies.alder,
          buyerId: portal.world.companies.cedar,
          invoiceNo: `L-${id}`,
          normNo: `L-${id}`,
          issueDate: '2025-02-20',
          dueDate: '2025-02-28',
          currency: 'USD',
          amount: '999999999999999.99',
          confirmedAmount: '999999999999999.99',
          docStatus: 'CONFIRMED' as const,
          buyerVisible: true,
          fp1: Buffer.from(`1${id}`),
          fp2: Buffer.from(`2${id}`),
          fp3: Buffer.from(`3${id}`),
        })),
      )
      .execute(),
  )

/** The totals of every list and the figures of every dashboard that fail for somebody. */
async function failing(seat: Seat): Promise<string[]> {
  const sums = lists.flatMap(({ id, columns }) => {
    const money = Object.entries(columnsFor({ columns }, undefined)).flatMap(([key, { kind }]) => (kind === 'money' ? [key] : []))
    return [{ name: `${id}.pageList`, body: { amountSumByField: money.join(',') || undefined } }]
  })
  const figures = allCalls().flatMap(({ name }) =>
    /^(ar|home|report)\./.test(name) ? [{ name, body: { currency: 'USD', buyerCode: 'ALL' } }] : [],
  )
  const failed: string[] = []
  for (const { name, body } of [...sums, ...figures]) {
    const call = allCalls().find((one) => one.name === name)!.call
    const { statusCode } = await portal.sendRaw(
      seat,
      call.method,
      addressesOf(call.path, 'usance')[0]!,
      call.method === 'GET' ? undefined : body,
    )
    if (statusCode >= 500) failed.push(name)
  }
  return failed
}

test('invoices so large that their sums have more digits than any amount leave every total and dashboard readable', async () => {
  const { alderMaker, cedarMaker, operations } = portal.seats
  for (const amount of ['9999999999999.99', '9999999999999.98']) await aConfirmedInvoice(portal, { amount })
  await storeLarger(30)
  for (const seat of [alderMaker, cedarMaker, operations]) expect(await failing(seat)).toEqual([])
  const { text } = await portal.ask(alderMaker, assistantCalls.ask, { body: { question: 'What do buyers owe me?' } })
  expect(text).toContain('30,019,999,999,999,999.67')
})
