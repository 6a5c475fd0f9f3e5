import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { deductionReport } from '@usance/wire/adjustment/list'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditNoteOf } from '../../e-invoice/sample-documents.fixture.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const put = (invoiceId: string, extra: object = {}, seat = portal.seats.alderMaker) =>
  portal.ask(seat, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-1', amount: '1000.00', date: '2025-03-01', ...extra },
  })
const detail = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })
const noOf = (invoiceId: string, refNo = 'CN-1') =>
  portal.look(async (tx) => {
    const { no } = await tx
      .selectFrom('invoiceAdjustment')
      .select('no')
      .where('invoiceId', '=', invoiceId)
      .where('refNo', '=', refNo)
      .executeTakeFirstOrThrow()
    return no
  })
const pass = async (invoiceId: string, refNo?: string) => passAll(portal, await noOf(invoiceId, refNo), 'INVOICE_ADJUSTMENT')

/** Decides on an adjustment, by the task that another seat has been given where that is named. */
const decide = async (seat: Seat, businessNo: string, taskOf = seat) => {
  const of = { businessNo, businessType: 'INVOICE_ADJUSTMENT' } as const
  const task = await portal.ask(taskOf, workflowCalls.history, { body: { ...of, ifQueryTask: 'YES' } })
  await portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: task.currentNode!, taskId: task.taskId!, reviewType: 'PASSED', approvalComments: '' },
  })
}

describe('an adjustment', () => {
  test('counts once somebody else has approved it, and not before', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id)
    expect(await detail(id)).toMatchObject({ outstanding: '100000.00', adjustments: [{ status: 'IN_APPROVE' }] })
    expect(await pass(id)).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ outstanding: '99000.00', adjustments: [{ status: 'PASSED' }] })
  })

  test('above five percent of the invoice, risk looks too', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { amount: '5000.01' })
    expect(await pass(id)).toContain('risk')
  })

  test('several of an invoice count together: no large one passes risk in parts', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { refNo: 'A', amount: '3000.00' })
    await put(id, { refNo: 'D', type: 'DEBIT_NOTE', amount: '3000.00' })
    await put(id, { refNo: 'B', amount: '2000.01' })
    expect(await pass(id, 'A')).not.toContain('risk')
    expect(await pass(id, 'D')).not.toContain('risk')
    expect(await pass(id, 'B')).toContain('risk')
  })

  test('that lowers a claim is decided by its supplier alone, whoever put it forward', async () => {
    const { cedarMaker, cedarChecker, alderChecker, operations, operations2 } = portal.seats
    const id = await aConfirmedInvoice(portal)
    for (const [seat, type, refNo] of [
      [cedarMaker, 'DEDUCTION', 'BD-1'],
      [operations, 'SHORT_PAY', 'BD-2'],
    ] as const) {
      const { no: businessNo } = await put(id, { type, refNo }, seat)
      const askedOf = async (by: Seat) =>
        (await portal.ask(by, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
      expect([await askedOf(alderChecker), await askedOf(cedarChecker), await askedOf(operations2)]).toEqual([1, 0, 0])
      expect((await refusalOf(decide(cedarChecker, businessNo, alderChecker))).error).toBe('NOT_FOUND')
      await decide(alderChecker, businessNo)
    }
    expect((await detail(id)).outstanding).toBe('98000.00')
  })

  test('a debit note on what a buyer has confirmed is decided by the buyer, and by nobody in its place', async () => {
    const { cedarChecker, operations, alderMaker } = portal.seats
    const id = await aConfirmedInvoice(portal)
    for (const [seat, refNo] of [
      [alderMaker, 'DN-UP-1'],
      [operations, 'DN-UP-2'],
    ] as const) {
      const { no: businessNo } = await put(id, { type: 'DEBIT_NOTE', refNo, amount: '900.00' }, seat)
      const asked = async (by: Seat) =>
        (await portal.ask(by, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
      expect([await asked(cedarChecker), await asked(operations), await asked(portal.seats.operations2)]).toEqual([1, 0, 0])
      await decide(cedarChecker, businessNo)
    }
    expect((await detail(id)).outstanding).toBe('101800.00')
  })

  test('a debit note by the buyer on what it has confirmed is decided by another person of the buyer, and not by the supplier', async () => {
    const { cedarMaker, cedarChecker, alderChecker, operations } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const { no: businessNo } = await put(id, { type: 'DEBIT_NOTE', refNo: 'DN-OWN', amount: '900.00' }, cedarMaker)
    const asked = async (by: Seat) =>
      (await portal.ask(by, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    const everybody = [cedarChecker, cedarMaker, alderChecker, operations]
    expect(await Promise.all(everybody.map(asked))).toEqual([1, 0, 0, 0])
    expect((await refusalOf(decide(alderChecker, businessNo, cedarChecker))).error).toBe('NOT_FOUND')
    await decide(cedarChecker, businessNo)
    expect((await detail(id)).outstanding).toBe('100900.00')
  })

  test('one that takes all that is owed closes the invoice; a debit note raises what is owed', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { type: 'DEBIT_NOTE', refNo: 'DN-1', amount: '10.00' })
    await pass(id, 'DN-1')
    expect((await detail(id)).outstanding).toBe('100010.00')
    await put(id, { amount: '100010.00' })
    await pass(id)
    expect(await detail(id)).toMatchObject({ outstanding: '0.00', docStatus: 'CLOSED' })
  })

  test.each([
    [{ amount: '100000.01' }, 'OVER_OUTSTANDING', 'amount'],
    [{ amount: '0.00' }, 'AMOUNT_NOT_POSITIVE', 'amount'],
    [{ amount: '1.001' }, 'AMOUNT_SCALE', 'amount'],
    [{ date: '2025-03-04' }, 'ADJUSTMENT_DATE', 'date'],
  ])('%o is refused beside its field', async (extra, error, field) => {
    const refusal = await refusalOf(put(await aConfirmedInvoice(portal), extra))
    expect([refusal.error, refusal.data.fields[0].field]).toEqual([error, field])
  })

  test('the same reference in another spelling is refused', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { refNo: 'CN-77' })
    for (const refNo of ['CN-77', 'cn 77', 'ＣＮ77'])
      expect((await refusalOf(put(id, { refNo }))).data.fields).toMatchObject([
        { field: 'refNo', message: 'ADJUSTMENT_DUPLICATE' },
      ])
  })

  test('a reference that was refused is entered again with other figures, and that one of a kind again', async () => {
    const id = await aConfirmedInvoice(portal)
    const { id: refused } = await put(id, { refNo: 'CN-79' })
    await portal.look((tx) => tx.updateTable('invoiceAdjustment').set({ status: 'REFUSED' }).where('id', '=', refused).execute())
    await put(id, { refNo: 'CN-79' })
    expect((await refusalOf(put(id, { refNo: 'cn 79' }))).data.fields).toMatchObject([
      { field: 'refNo', message: 'ADJUSTMENT_DUPLICATE' },
    ])
  })

  test('the same reference twice on an invoice is refused, even at the same moment', async () => {
    const id = await aConfirmedInvoice(portal)
    const outcomes = await Promise.allSettled([put(id), put(id), put(id)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('several under way, with payments that are reported, together take off at most what is owed', async () => {
    const id = await aConfirmedInvoice(portal)
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((refNo) => put(id, { refNo, amount: '50000.01' })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(put(id, { refNo: 'D', amount: '50000.00' }))).data.fields).toEqual([
      { field: 'amount', message: 'OVER_OUTSTANDING', params: { amount: '49999.99' } },
    ])
    const report = (amount: string) =>
      portal.ask(portal.seats.cedarMaker, directPaymentCalls.report, {
        body: { invoiceId: id, amount, valueDate: '2025-03-01', reference: 'SWIFT 7' },
      })
    expect((await refusalOf(report('50000.00'))).data.fields).toMatchObject([
      { field: 'amount', message: 'PAYMENT_OVER_OWED', params: { amount: '49999.99' } },
    ])
    await report('40000.00')
    expect((await refusalOf(put(id, { refNo: 'E', amount: '10000.00' }))).error).toBe('OVER_OUTSTANDING')
    await put(id, { refNo: 'E', amount: '9999.99' })
  })

  test('one that is more than what is still owed when it is decided on is not passed', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { refNo: 'A', amount: '60000.00' })
    await portal.look((tx) => tx.updateTable('invoice').set({ paidAmount: '50000' }).where('id', '=', id).execute())
    expect((await refusalOf(pass(id, 'A'))).error).toBe('OVER_OUTSTANDING')
  })

  test('sent back, it takes no reference that its invoice has already in another spelling', async () => {
    const id = await aConfirmedInvoice(portal)
    await put(id, { refNo: 'CN-77' })
    const { id: second } = await put(id, { refNo: 'CN-78' })
    await portal.look((tx) => tx.updateTable('invoiceAdjustment').set({ status: 'REJECTED' }).where('id', '=', second).execute())
    const facts = { id: second, type: 'CREDIT_NOTE', refNo: 'cn 77', amount: '900.00', date: '2025-03-01' } as const
    const refused = await refusalOf(portal.ask(portal.seats.alderMaker, adjustmentCalls.resubmit, { body: facts }))
    expect(refused.data.fields).toMatchObject([{ field: 'refNo', message: 'ADJUSTMENT_DUPLICATE' }])
  })

  test('sent back, it is corrected by its maker and goes round again', async () => {
    const id = await aConfirmedInvoice(portal)
    const { id: adjustmentId, no: businessNo } = await put(id)
    const history = await portal.ask(portal.seats.cedarChecker, workflowCalls.history, {
      body: { businessNo, businessType: 'INVOICE_ADJUSTMENT', ifQueryTask: 'YES' },
    })
    await portal.ask(portal.seats.cedarChecker, workflowCalls.approve, {
      body: {
        businessNo,
        nodeName: history.currentNode!,
        taskId: history.taskId!,
        reviewType: 'REJECTED',
        approvalComments: 'Only 900',
      },
    })
    const facts = { id: adjustmentId, type: 'CREDIT_NOTE', refNo: 'CN-1', amount: '900.00', date: '2025-03-01' } as const
    await portal.ask(portal.seats.alderMaker, adjustmentCalls.resubmit, { body: facts })
    await pass(id)
    expect((await detail(id)).outstanding).toBe('99100.00')
  })

  test('on a financed invoice the reserve bears it first, and the books still balance', async () => {
    const { invoiceIds } = await aFundedOrder(portal)
    await put(invoiceIds[0]!, { date: '2025-03-03', amount: '4000.00' })
    await pass(invoiceIds[0]!)
    const page = await portal.ask(portal.seats.elmMaker, listCalls(deductionReport).pageList, { body: {} })
    expect(page.list!.find((row) => row.invoiceId === invoiceIds[0])).toMatchObject({
      amount: '4000.00',
      absorbedByReserve: '4000.00',
      chargedToSupplier: '0.00',
      status: 'PASSED',
    })
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('the report shows the buyer its deductions, without who bears them', async () => {
    const page = await portal.ask(portal.seats.cedarMaker, listCalls(deductionReport).pageList, { body: {} })
    expect(page.total).toBeGreaterThan(3)
    for (const row of page.list!) expect(row.absorbedByReserve).toBeNull()
    const other = await portal.ask(portal.seats.dogwoodChecker, listCalls(deductionReport).pageList, { body: {} })
    expect(other.total).toBe(0)
  })

  test('ends with an invoice that is cancelled, and whoever was asked is told', async () => {
    const { alderMaker, cedarChecker } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const note = await put(id)
    const tasks = () =>
      portal.ask(cedarChecker, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo: note.no } } })
    expect((await tasks()).total).toBe(1)
    await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
    expect((await tasks()).total).toBe(0)
    expect(await detail(id)).toMatchObject({ docStatus: 'CANCELLED', adjustments: [{ status: 'REFUSED' }] })
    const history = { businessNo: note.no, businessType: 'INVOICE_ADJUSTMENT' }
    expect((await portal.ask(alderMaker, workflowCalls.history, { body: history })).status).toBe('WITHDRAWN')
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('companyId')
        .where('event', '=', 'APPROVAL_WITHDRAWN')
        .where('objectId', '=', note.id)
        .execute(),
    )
    expect(told.map(({ companyId }) => companyId)).toContain(cedarChecker.companyId)
  })

  test('a stranger adjusts nothing', async () => {
    const id = await aConfirmedInvoice(portal)
    for (const seat of [portal.seats.birchMaker, portal.seats.dogwoodChecker])
      expect((await refusalOf(put(id, {}, seat))).code).toBe(404)
  })

  test('a buyer with nobody else raises no debt alone, and is told to appoint somebody or let the supplier enter it', async () => {
    const { dogwoodChecker, alderMaker } = portal.seats
    const id = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })
    const note = { type: 'DEBIT_NOTE', refNo: 'DN-LONE', amount: '900.00' }
    const refused = await refusalOf(put(id, note, dogwoodChecker))
    expect([refused.error, refused.data]).toMatchObject([
      'NOBODY_LEFT_TO_DECIDE',
      { company: expect.stringContaining('Dogwood') },
    ])
    const { no: businessNo } = await put(id, note, alderMaker)
    await decide(dogwoodChecker, businessNo)
    expect((await detail(id)).outstanding).toBe('100900.00')
  })
})

test('a credit note that names its invoice becomes an adjustment of it', async () => {
  const id = await aConfirmedInvoice(portal, { invoiceNo: 'E-100', currency: 'EUR', amount: '5000.00' })
  const xml = creditNoteOf('E-100')
  const { data } = await uploadAs(portal, portal.seats.alderMaker, 'note.xml', Buffer.from(xml))
  const read = await portal.ask(portal.seats.alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  expect(read).toMatchObject({ id, kind: 'CREDIT_NOTE' })
  // The sample names another seller than the one who brings it, and the user is told.
  expect(read.findings.map(({ rule }) => rule)).toContain('SELLER')
  expect((await detail(id)).adjustments).toMatchObject([{ type: 'CREDIT_NOTE', status: 'IN_APPROVE', amount: '107.00' }])
})

test.each([
  ['two invoices of the portal', ['E-101', 'E-102'], true],
  ['an invoice of the portal and another one', ['E-101', 'ELSEWHERE'], true],
  ['one invoice twice', ['E-101', 'e-101'], false],
])('a credit note that names %s falls on none by guess', async (_, numbers, isRefused) => {
  const { alderMaker } = portal.seats
  const ids = []
  for (const invoiceNo of ['E-101', 'E-102'])
    ids.push(await aConfirmedInvoice(portal, { invoiceNo, currency: 'EUR', amount: '5000.00' }))
  const { data } = await uploadAs(portal, alderMaker, 'note.xml', Buffer.from(creditNoteOf(...numbers)))
  const read = portal.ask(alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  if (isRefused) {
    const { error, data: why } = await refusalOf(read)
    expect([error, why.reason]).toEqual(['FILE_UNREADABLE', 'SEVERAL_PRECEDING_INVOICES'])
    expect(why.text).toContain('belongs to several invoices')
  } else expect(await read).toMatchObject({ id: ids[0] })
  const noted = await Promise.all(ids.map(detail))
  expect(noted.map(({ adjustments }) => adjustments.length)).toEqual(isRefused ? [0, 0] : [1, 0])
  for (const id of ids) await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
})
