import { randomUUID } from 'node:crypto'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // An installation may give partners the right to read approvals.
  await portal.look((tx) =>
    tx
      .updateTable('rolePermission')
      .set((eb) => ({ roles: eb('roles', '||', 'P'), version: eb('version', '+', 1) }))
      .where('permission', '=', 'approval.view')
      .execute(),
  )
})
afterAll(() => portal.close())

test('an invoice that another supplier has entered to the same buyer is a sign for those who decide, and no supplier reads it', async () => {
  const { alderMaker, birchMaker, auditor, operations } = portal.seats
  const invoiceNo = `TWICE-${randomUUID().slice(0, 6)}`
  const entered = { issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '100000.00', buyerCode: 'CEDAR' }
  await portal.ask(birchMaker, invoiceCalls.add, { body: { ...entered, invoiceNo, idempotencyKey: randomUUID() } })
  const other = await aConfirmedInvoice(portal, { invoiceNo: `${invoiceNo}-B` })
  const id = await aConfirmedInvoice(portal, { invoiceNo: invoiceNo.toLowerCase(), issueDate: '2025-02-21' })
  const flagsFor = async (seat: typeof auditor, invoice: string) =>
    (await portal.ask(seat, invoiceCalls.detail, { query: { id: invoice } })).riskFlags
  expect(await flagsFor(auditor, id)).toContain('OTHER_SUPPLIER')
  expect(await flagsFor(alderMaker, id)).not.toContain('OTHER_SUPPLIER')
  expect(await flagsFor(auditor, other)).not.toContain('OTHER_SUPPLIER')
  const raised = await portal.look((tx) =>
    tx.selectFrom('riskFlag').select('severity').where('objectId', '=', id).where('rule', '=', 'OTHER_SUPPLIER').execute(),
  )
  expect(raised).toEqual([{ severity: 'TASK' }])

  const code = 'INVOICE_OTHER_SUPPLIER'
  const request = requestFor(portal, [id])
  const quoted = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  expect(quoted.warnings.map((one) => one.code)).not.toContain(code)
  const order = await aSubmittedOrder(portal, request)
  const ordered = (seat: typeof auditor) => portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
  expect((await ordered(auditor)).warnings).toContain(code)
  expect(JSON.stringify(await ordered(alderMaker))).not.toContain(code)
  const approval = (seat: typeof auditor) => portal.ask(seat, workflowCalls.history, { body: { businessNo: order.orderNo } })
  expect((await approval(operations)).warnings).toContain(code)
  expect(JSON.stringify(await approval(alderMaker))).not.toContain(code)
})

test('the partner who introduced a supplier reads of the claim of another one as little as the supplier does', async () => {
  const { alderMaker, birchMaker, bd, auditor } = portal.seats
  await introduce(portal)
  const invoiceNo = `PARTNER-${randomUUID().slice(0, 6)}`
  const entered = { issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '100000.00', buyerCode: 'CEDAR' }
  await portal.ask(birchMaker, invoiceCalls.add, { body: { ...entered, invoiceNo, idempotencyKey: randomUUID() } })
  const id = await aConfirmedInvoice(portal, { invoiceNo: invoiceNo.toLowerCase(), issueDate: '2025-02-21' })
  const order = await aSubmittedOrder(portal, requestFor(portal, [id]))
  const told = async (seat: typeof auditor) => {
    const { riskFlags } = await portal.ask(seat, invoiceCalls.detail, { query: { id } })
    const { warnings } = await portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
    return { riskFlags, warnings }
  }
  const all = await told(auditor)
  expect([all.riskFlags, all.warnings]).toEqual([
    expect.arrayContaining(['OTHER_SUPPLIER']),
    expect.arrayContaining(['INVOICE_OTHER_SUPPLIER']),
  ])
  expect(await told(bd)).toEqual(await told(alderMaker))
  expect(JSON.stringify(await told(bd))).not.toContain('OTHER_SUPPLIER')
})

test('a partner who was given the right to read approvals reads of such a claim there as little as the supplier does', async () => {
  const { alderMaker, birchMaker, bd, operations } = portal.seats
  await introduce(portal)
  const invoiceNo = `APPROVAL-${randomUUID().slice(0, 6)}`
  const entered = { issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '100000.00', buyerCode: 'CEDAR' }
  await portal.ask(birchMaker, invoiceCalls.add, { body: { ...entered, invoiceNo, idempotencyKey: randomUUID() } })
  const id = await aConfirmedInvoice(portal, { invoiceNo: invoiceNo.toLowerCase(), issueDate: '2025-02-21' })
  const { orderNo: businessNo } = await aSubmittedOrder(portal, requestFor(portal, [id]))
  const told = async (seat: typeof operations) => {
    const { warnings, signs } = await portal.ask(seat, workflowCalls.history, { body: { businessNo } })
    return { warnings, signs }
  }
  expect((await told(operations)).warnings).toContain('INVOICE_OTHER_SUPPLIER')
  expect(await told(bd)).toEqual(await told(alderMaker))
  expect(JSON.stringify(await told(bd))).not.toContain('OTHER_SUPPLIER')
})

test('a second claim to a debt marks the first one, which may be financed, and risk staff are told of both once', async () => {
  const { alderMaker, birchMaker, auditor, risk } = portal.seats
  const invoiceNo = `CLAIM-${randomUUID().slice(0, 6)}`
  const first = await aConfirmedInvoice(portal, { invoiceNo, amount: '73211.07' })
  const entered = { issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '73211.07', buyerCode: 'CEDAR' }
  const { id: second } = await portal.ask(birchMaker, invoiceCalls.add, {
    body: { ...entered, invoiceNo, idempotencyKey: randomUUID() },
  })
  const flagsFor = async (seat: typeof auditor, id: string) =>
    (await portal.ask(seat, invoiceCalls.detail, { query: { id } })).riskFlags
  expect(await flagsFor(auditor, first)).not.toContain('OTHER_SUPPLIER')
  await portal.ask(birchMaker, invoiceCalls.submit, { body: { ids: [second] } })
  for (const id of [first, second]) expect(await flagsFor(auditor, id)).toContain('OTHER_SUPPLIER')
  expect(await flagsFor(alderMaker, first)).not.toContain('OTHER_SUPPLIER')
  const told = (await portal.ask(risk, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })).list
    .filter(({ event, params }) => event === 'INVOICE_SIGN_RAISED' && params.invoiceNo === invoiceNo)
    .map(({ params }) => params.supplier)
  expect(told.toSorted()).toEqual(['Alder Textiles Ltd', 'Birch Components Ltd'])
  for (const seat of [alderMaker, birchMaker]) {
    const { list } = await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
    expect(list.filter(({ event }) => event === 'INVOICE_SIGN_RAISED')).toEqual([])
  }
})
