import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment, aReceipt } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { listOf, todoActs } from './todo-acts.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('what waits for somebody on the home page is what the seat may do, by the declaration of its act', async () => {
  const { alderMaker } = portal.seats
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, orderNo)
  await aDraftedPayment(portal, (await aConfirmedOrder(portal)).orderId)
  await aReceipt(portal, '1000.00')
  await aConfirmedInvoice(portal)
  for (const submitted of [false, true]) {
    const body = {
      buyerCode: 'CEDAR',
      invoiceNo: `WAITS-${submitted}`,
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '1000.00',
    }
    const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...body, idempotencyKey: crypto.randomUUID() } })
    if (submitted) await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  }
  const waits: Record<string, string[]> = {}
  const forbidden: string[] = []
  for (const [name, seat] of Object.entries(portal.seats)) {
    const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
    for (const { kind } of todos) {
      const act = todoActs[kind]
      if (!act) continue
      waits[kind] = [...(waits[kind] ?? []), name]
      const answer = await portal.sendRaw(seat, act.method, `/api${act.path.replace('{p}', 'usance')}`, {})
      if (answer.json().data?.error === 'FORBIDDEN') forbidden.push(`${name} ${kind}`)
    }
  }
  expect(forbidden).toEqual([])
  expect(waits.INVOICES_TO_CONFIRM).toContain('cedarChecker')
  expect(waits.INVOICES_TO_CONFIRM).not.toContain('cedarMaker')
  expect(waits.DRAFT_INVOICES).toEqual(['alderMaker'])
  expect(waits.READY_TO_FINANCE).toEqual(['alderMaker'])
  expect(waits.PAYMENTS_TO_SEND).toContain('settlement')
  expect(waits.PAYMENTS_TO_SEND).not.toContain('elmMaker')
  expect(waits.RECEIPTS_TO_MATCH).toContain('settlement')
  expect(waits.RECEIPTS_TO_MATCH).not.toContain('elmMaker')
})

test('what home counts opens a list that the same seat may read', async () => {
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('invoiceNo', '=', 'WAITS-true').execute(),
  )
  await aConfirmedInvoice(portal, { issueDate: '2025-01-02', dueDate: '2025-01-31' })
  const counted = new Set<string>()
  const barred: string[] = []
  for (const [name, seat] of Object.entries(portal.seats)) {
    const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
    for (const { kind } of todos) {
      const list = listOf(kind, { companyRole: seat.companyRole })
      if (!list) continue
      counted.add(kind)
      const { method, path } = listCalls(list).pageList
      const answer = await portal.sendRaw(seat, method, `/api${path.replace('{p}', 'usance')}`, {})
      if (answer.statusCode !== 200) barred.push(`${name} ${kind}`)
    }
  }
  expect(barred).toEqual([])
  expect([...counted]).toEqual(expect.arrayContaining(['DISPUTED_INVOICES', 'OVERDUE_INVOICES']))
})
