import { randomUUID } from 'node:crypto'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal({}, [], () => new Date(`${day}T04:00:00Z`))
})
afterAll(() => portal.close())

const flagsOf = async (id: string, seat = portal.seats.alderMaker) =>
  (await portal.ask(seat, invoiceCalls.detail, { query: { id } })).riskFlags
const code = 'INVOICE_ISSUED_LATER'

test('an invoice that says it is issued on a later day carries a sign for those who finance it, and its supplier reads it', async () => {
  const { alderMaker, operations } = portal.seats
  const later = await aConfirmedInvoice(portal, { issueDate: '2025-03-20' })
  const ofToday = await aConfirmedInvoice(portal, { issueDate: openingDay })
  for (const seat of [alderMaker, operations]) expect(await flagsOf(later, seat)).toContain('ISSUED_LATER')
  expect(await flagsOf(ofToday)).not.toContain('ISSUED_LATER')
  const raised = await portal.look((tx) =>
    tx.selectFrom('riskFlag').select('severity').where('objectId', '=', later).where('rule', '=', 'ISSUED_LATER').execute(),
  )
  expect(raised).toEqual([{ severity: 'TASK' }])

  const request = requestFor(portal, [later])
  const quoted = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  expect(quoted.warnings.map((one) => one.code)).toContain(code)
  const { orderNo } = await aSubmittedOrder(portal, request)
  expect((await portal.ask(operations, workflowCalls.history, { body: { businessNo: orderNo } })).warnings).toContain(code)
})

test('a buyer that is asked to confirm an invoice of a later day reads so until that day, and no other sign', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const sentOn = async (issueDate: string) => {
    const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
      body: {
        ...{ buyerCode: 'CEDAR', invoiceNo: `ASKED-${randomUUID().slice(0, 6)}`, idempotencyKey: randomUUID() },
        ...{ issueDate, dueDate: '2025-05-02', currency: 'USD', amount: '100000.00' },
      },
    })
    await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    return id
  }
  const [later, ofToday] = [await sentOn('2025-03-20'), await sentOn(openingDay)]
  expect((await flagsOf(later)).length).toBeGreaterThan(1)
  expect([await flagsOf(later, cedarChecker), await flagsOf(ofToday, cedarChecker)]).toEqual([['ISSUED_LATER'], []])
  const { list } = await portal.ask(cedarChecker, listCalls(confirmationList).pageList, { body: { pageSize: 100 } })
  const rows = list!.filter(({ id }) => id === later || id === ofToday)
  expect(rows.map(({ id, issuedLater }) => [id === later, issuedLater]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
  await portal.look((tx) => tx.updateTable('invoice').set({ issueDate: openingDay }).where('id', '=', later).execute())
  expect(await flagsOf(later, cedarChecker)).toEqual([])
})

test('a draft that is sent once its day has come carries it no longer', async () => {
  const { alderMaker } = portal.seats
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      ...{ buyerCode: 'CEDAR', invoiceNo: `EARLY-${randomUUID().slice(0, 6)}`, idempotencyKey: randomUUID() },
      ...{ issueDate: '2025-03-04', dueDate: '2025-05-02', currency: 'USD', amount: '7000.00' },
    },
  })
  expect(await flagsOf(id)).toContain('ISSUED_LATER')
  day = '2025-03-04'
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect(await flagsOf(id)).not.toContain('ISSUED_LATER')
})

test('while the books lag behind the calendar, an invoice of the calendar’s day carries no such sign', async () => {
  const { alderMaker } = portal.seats
  day = '2025-03-10'
  const entered = async (issueDate: string) => {
    const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
      body: {
        ...{ buyerCode: 'CEDAR', invoiceNo: `LAG-${randomUUID().slice(0, 6)}`, idempotencyKey: randomUUID() },
        ...{ issueDate, dueDate: '2025-05-02', currency: 'USD', amount: '7000.00' },
      },
    })
    return flagsOf(id)
  }
  expect(await entered(day)).not.toContain('ISSUED_LATER')
  expect(await entered('2025-03-20')).toContain('ISSUED_LATER')
})

test('while the books lag, a buyer reads no such sign of an invoice of the calendar’s day', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  day = '2025-03-10'
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      ...{ buyerCode: 'CEDAR', invoiceNo: `LAG-${randomUUID().slice(0, 6)}`, idempotencyKey: randomUUID() },
      ...{ issueDate: day, dueDate: '2025-05-02', currency: 'USD', amount: '6100.00' },
    },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect(await flagsOf(id, cedarChecker)).toEqual([])
  const { list } = await portal.ask(cedarChecker, listCalls(confirmationList).pageList, { body: { pageSize: 100 } })
  expect(list!.find((row) => row.id === id)).toMatchObject({ issuedLater: false })
})
