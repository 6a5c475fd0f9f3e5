import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anInstructedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { anInstructedPayment, brokenLaws, passAll, type WantedOrder } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

/** A funder reads the refusal too: the other order may be another funder's. */
const ownDocument = { docNo: expect.any(String) }

let portal: Portal
let productId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const pass = (no: string) => passAll(portal, no, 'PAYMENT')
const ready = async (id: string) => {
  const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
  return payments.find((one) => one.id === id)?.blockedBy
}
const make = (id: string) => portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } })
const take = (id: string) => portal.ask(seats().settlement, paymentFileCalls.take, { body: { id } })
const markPaid = (id: string, no: string) =>
  portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `TWICE-${no}` } })
const takeBack = (id: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Sent back by the payee' },
  })
const told = (id: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('userId', '=', seats().settlement.userId)
      .where('objectId', '=', id)
      .where('event', 'in', ['PAYMENT_WITH_BANK_CANCELLED', 'DOCUMENT_WITH_BANK', 'DOCUMENT_FINANCED_TWICE'])
      .execute(),
  )
const fundingOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no', 'status']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )

/** A funding that the bank refused, and whose order the supplier took back then. */
async function withdrawn(wanted: WantedOrder = {}) {
  const { payment, orderId, invoiceIds } = await anInstructedPayment(portal, wanted)
  const file = await aFileTaken(portal, payment.id)
  await readReport(portal, report(file.no, line(payment.no, 'RJCT', accountClosed)))
  await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  const settled = (status = 'ACSC') => readReport(portal, report(file.no, line(payment.no, status)))
  return { id: payment.id, no: payment.no, orderId, orderNo, invoiceId: invoiceIds[0]!, file, settled }
}
type First = Awaited<ReturnType<typeof withdrawn>>
type Next = { id: string; no: string; orderId: string; orderNo: string }

async function financedAgain({ invoiceId }: Pick<First, 'invoiceId'>): Promise<Next> {
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId]))
  return { ...(await fundingOf(order.id)), orderId: order.id, orderNo: order.orderNo }
}

/** What companies were told of an order that waits for its money, and what they read of it in its timeline. */
async function toldOfWaiting({ orderId }: Next) {
  const event = 'FINANCE_ORDER_BARRED_BY_BANK'
  const messages = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'userId', 'params', 'link'])
      .where('event', '=', event)
      .where('objectId', '=', orderId)
      .execute(),
  )
  const read = async (seat: Seat) => {
    const { timeline } = await portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })
    return timeline.filter((entry) => entry.event === event).length
  }
  const { alderMaker, elmMaker, settlement, cedarChecker } = seats()
  const [buyer, ...entries] = await Promise.all([cedarChecker, alderMaker, elmMaker, settlement].map(read))
  expect(buyer).toBe(0)
  for (const found of entries) expect(found).toBe(entries[0])
  return { messages, entries: entries[0] }
}
const docOf = ({ invoiceId }: Pick<First, 'invoiceId'>) =>
  portal.look((tx) => tx.selectFrom('invoice').select('invoiceNo').where('id', '=', invoiceId).executeTakeFirstOrThrow())

test('a drafted funding is offered for instruction as the call takes it, while the bank has that of an earlier order', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  const offered = async () => {
    const { operations } = await portal.ask(seats().settlement, paymentCalls.detail, { body: { id: next.id } })
    return operations.includes('INSTRUCT')
  }
  expect(await offered()).toBe(true)
  await first.settled()
  expect((await refusalOf(instruct(next.id))).error).toBe('DOCUMENT_WITH_BANK')
  expect(await offered()).toBe(false)
  await takeBack(first.id)
  expect(await offered()).toBe(true)
})

/** How far the second order is when the bank reports, by the steps to there. */
const steps = ['drafted', 'in approval', 'instructed', 'in a file', 'taken', 'paid'] as const
async function upTo(next: Next, stage: (typeof steps)[number]) {
  const reached = (step: (typeof steps)[number]) => steps.indexOf(stage) >= steps.indexOf(step)
  if (reached('in approval')) await instruct(next.id)
  if (reached('instructed')) await pass(next.no)
  if (!reached('in a file')) return undefined
  const { files } = await make(next.id)
  const [file] = files
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  if (reached('taken')) await take(file!.id)
  if (reached('paid')) await markPaid(next.id, next.no)
  return file!.id
}

/** How many sessions wait for a document. */
async function waiting(): Promise<number> {
  const { rows } = await portal.asOwner((db) =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%invoice%'`.execute(
      db,
    ),
  )
  return rows.length
}

test('an order on an invoice whose earlier funding the bank has goes no step further until that money is back', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  await first.settled()
  expect(await told(first.id)).toMatchObject([
    { event: 'DOCUMENT_WITH_BANK', params: { no: first.no, fileNo: first.file.no, orders: next.orderNo, status: 'ACSC' } },
  ])
  const refused = await refusalOf(instruct(next.id))
  expect(refused).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
  expect(refused.data).not.toHaveProperty('orderNo')
  await takeBack(first.id)
  await upTo(next, 'paid')
  expect(await fundingOf(next.orderId)).toMatchObject({ status: 'PAID' })
})

test('the page of a barred payment says which document is with the bank, and to staff for which order', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  const shown = async (seat: Seat) => (await portal.ask(seat, paymentCalls.detail, { body: { id: next.id } })).withBank
  const both = () => Promise.all([shown(seats().settlement), shown(seats().elmMaker)])
  expect(await both()).toEqual([[], []])
  await first.settled()
  const { invoiceNo: docNo } = await docOf(first)
  const other = { orderId: first.orderId, orderNo: first.orderNo, fileNo: first.file.no }
  expect(await both()).toEqual([[{ docNo, other }], [{ docNo }]])
  await takeBack(first.id)
  expect(await both()).toEqual([[], []])
})

test('who decides on an order reads as a sign which of its documents the bank has for an earlier one, and its parties do not', async () => {
  const { operations, elmChecker, alderChecker } = seats()
  const first = await withdrawn()
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [first.invoiceId]))
  const shown = async (seat: Seat) => {
    const { signs, warnings } = await portal.ask(seat, workflowCalls.history, {
      body: { businessNo: orderNo, businessType: 'FINANCE_ORDER' },
    })
    return { signs, isWarned: warnings.includes('DOCUMENT_WITH_BANK') }
  }
  const nothing = { signs: [], isWarned: false }
  for (const seat of [operations, elmChecker, alderChecker]) expect(await shown(seat)).toEqual(nothing)
  await first.settled()
  const { invoiceNo: docNo } = await docOf(first)
  const sign = { code: 'DOCUMENT_WITH_BANK', docNo, amount: null, currency: 'USD' }
  for (const seat of [operations, elmChecker]) expect(await shown(seat)).toEqual({ signs: [sign], isWarned: true })
  expect(await shown(alderChecker)).toEqual(nothing)
  await takeBack(first.id)
  for (const seat of [operations, elmChecker]) expect(await shown(seat)).toEqual(nothing)
})

/** Whether settlement is offered to record a payment as paid, on its page and in the list alike. */
async function isOfferedAsPaid({ id, no }: Next) {
  const seat = seats().settlement3
  const { operations } = await portal.ask(seat, paymentCalls.detail, { body: { id } })
  const { list = [] } = await portal.ask(seat, listCalls(paymentList).pageList, { body: { filterFields: { no } } })
  const [row] = list
  expect(Array.isArray(row?.operations) && row.operations.includes('PAID')).toBe(operations.includes('PAID'))
  return operations.includes('PAID')
}

test('a payment is not offered to be recorded as paid while its document is with the bank for another order', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  await upTo(next, 'instructed')
  expect(await isOfferedAsPaid(next)).toBe(true)
  await first.settled()
  expect(await isOfferedAsPaid(next)).toBe(false)
  expect(await refusalOf(markPaid(next.id, next.no))).toMatchObject({ error: 'DOCUMENT_WITH_BANK' })
  await takeBack(first.id)
  expect(await isOfferedAsPaid(next)).toBe(true)
})

test('a payment that the bank was told of is offered to be recorded as paid, though its document is there for another order', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  await upTo(next, 'taken')
  await first.settled()
  expect(await isOfferedAsPaid(next)).toBe(true)
  await markPaid(next.id, next.no)
  await takeBack(first.id)
})

test('a payment that the bank was told of is not said to wait for what the bank has', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  await upTo(next, 'taken')
  await first.settled()
  expect((await portal.ask(seats().settlement, paymentCalls.detail, { body: { id: next.id } })).withBank).toEqual([])
  await takeBack(first.id)
})

test('supplier and funder of an order that waits for what the bank has are told once, without the other order', async () => {
  const { alder, elm } = portal.world.companies
  const first = await withdrawn()
  const next = await financedAgain(first)
  expect(await toldOfWaiting(next)).toEqual({ messages: [], entries: 0 })
  await first.settled('PDNG')
  const { messages, entries } = await toldOfWaiting(next)
  expect(entries).toBe(1)
  expect(messages.map(({ companyId }) => companyId).sort()).toEqual([alder, elm].sort())
  const { invoiceNo: docNo } = await docOf(first)
  for (const { userId, params, link } of messages)
    expect({ userId, params, link }).toEqual({
      userId: null,
      params: { orderNo: next.orderNo, docNo },
      link: `/finance/finance-order/${next.orderId}/detail`,
    })
  await first.settled('ACSC')
  expect(await toldOfWaiting(next)).toEqual({ messages, entries })
  await takeBack(first.id)
  await upTo(next, 'paid')
})

test('nobody is told that an order waits of which the bank was told, or that is paid', async () => {
  for (const stage of ['taken', 'paid'] as const) {
    const first = await withdrawn()
    const next = await financedAgain(first)
    await upTo(next, stage)
    await first.settled()
    expect(await toldOfWaiting(next)).toEqual({ messages: [], entries: 0 })
    if (stage === 'taken') await markPaid(next.id, next.no)
    await takeBack(first.id)
  }
})

describe.each(steps)('a second order that is %s when the bank reports the first funding', (stage) => {
  test('is sent no further, and settlement is told whether money of both is out', async () => {
    const first = await withdrawn()
    const next = await financedAgain(first)
    const fileId = await upTo(next, stage)
    await first.settled(stage === 'instructed' ? 'PDNG' : 'ACSC')
    const isOut = !(stage === 'drafted' || stage === 'in approval')
    expect(await told(first.id)).toMatchObject([
      { event: isOut ? 'DOCUMENT_FINANCED_TWICE' : 'DOCUMENT_WITH_BANK', params: { orders: next.orderNo } },
    ])
    const refused = async (act: Promise<unknown>) =>
      expect(await refusalOf(act)).toMatchObject({
        error: 'DOCUMENT_WITH_BANK',
        data: ownDocument,
      })
    if (stage === 'drafted') await refused(instruct(next.id))
    if (stage === 'in approval') {
      const { signs } = await portal.ask(seats().settlement2, workflowCalls.history, {
        body: { businessNo: next.no, businessType: 'PAYMENT', ifQueryTask: 'YES' },
      })
      expect(signs).toMatchObject([{ code: 'DOCUMENT_WITH_BANK' }])
      await refused(pass(next.no))
    }
    if (stage === 'instructed') {
      expect(await ready(next.id)).toBe('DOCUMENT_WITH_BANK')
      await refused(make(next.id))
      await refused(markPaid(next.id, next.no))
    }
    if (stage === 'in a file') await refused(take(fileId!))
    // What the bank was told is recorded as it happened.
    if (stage === 'taken') await markPaid(next.id, next.no)
    await takeBack(first.id)
    if (stage === 'drafted') await instruct(next.id)
    if (stage === 'in approval') await pass(next.no)
    if (stage === 'instructed') await make(next.id)
    if (stage === 'in a file') await take(fileId!)
  })
})

test('a second order whose file was declared void is not recorded as paid, unless the bank reports on that file', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  const fileId = await upTo(next, 'taken')
  const { no } = await portal.ask(seats().settlement, paymentFileCalls.detail, { body: { id: fileId! } })
  await portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: fileId!, reason: 'Not at the bank' } })
  await first.settled()
  expect(await refusalOf(markPaid(next.id, next.no))).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
  await readReport(portal, report(no, line(next.no, 'ACSC')))
  await markPaid(next.id, next.no)
  await takeBack(first.id)
})

test('an invoice that was cancelled and entered anew is the one that the bank has financed', async () => {
  const facts = { invoiceNo: 'ANEW-1', amount: '50000.00' }
  const invoiceId = await aConfirmedInvoice(portal, facts)
  const order = await financedAgain({ invoiceId })
  await instruct(order.id)
  await pass(order.no)
  const file = await aFileTaken(portal, order.id)
  await readReport(portal, report(file.no, line(order.no, 'RJCT', accountClosed)))
  await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: order.orderId }, body: {} })
  await portal.ask(seats().alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
  const next = await financedAgain({ invoiceId: await aConfirmedInvoice(portal, { ...facts, invoiceNo: 'anew 1' }) })
  await readReport(portal, report(file.no, line(order.no, 'ACSC')))
  expect(await told(order.id)).toMatchObject([{ event: 'DOCUMENT_WITH_BANK', params: { orders: next.orderNo } }])
  expect(await refusalOf(instruct(next.id))).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
  await takeBack(order.id)
  await instruct(next.id)
})

test('an invoice that was cancelled once its funding was instructed and is entered under another number carries a sign for its approvers', async () => {
  const facts = { amount: '52000.00', issueDate: openingDay }
  const cancelled = async (invoiceNo: string, isFinanced: boolean, amount = facts.amount) => {
    const invoiceId = await aConfirmedInvoice(portal, { ...facts, amount, invoiceNo })
    if (isFinanced) {
      const order = await financedAgain({ invoiceId })
      await instruct(order.id)
      await pass(order.no)
      await portal.ask(seats().settlement3, paymentCalls.fail, { body: { id: order.id, reason: 'Refused by the bank' } })
      await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: order.orderId }, body: {} })
    }
    await portal.ask(seats().alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
  }
  const signsOf = async (invoiceNo: string, amount = facts.amount) => {
    const { orderId } = await financedAgain({ invoiceId: await aConfirmedInvoice(portal, { ...facts, amount, invoiceNo }) })
    const { warnings } = await portal.ask(seats().elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
    return warnings.filter((code) => code === 'INVOICE_FP3')
  }
  await cancelled('TWIN-1', true)
  expect(await signsOf('OTHER-77')).toEqual(['INVOICE_FP3'])
  await cancelled('TWIN-2', false, '53000.00')
  expect(await signsOf('OTHER-78', '53000.00')).toEqual([])
})

test('an order on an invoice that was entered anew once the bank had it is told to wait when its payment is drafted', async () => {
  const facts = { invoiceNo: 'ANEW-2', amount: '51000.00' }
  const invoiceId = await aConfirmedInvoice(portal, facts)
  const order = await financedAgain({ invoiceId })
  await instruct(order.id)
  await pass(order.no)
  const file = await aFileTaken(portal, order.id)
  await readReport(portal, report(file.no, line(order.no, 'RJCT', accountClosed)))
  await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: order.orderId }, body: {} })
  await portal.ask(seats().alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
  await readReport(portal, report(file.no, line(order.no, 'ACSC')))
  const next = await financedAgain({ invoiceId: await aConfirmedInvoice(portal, { ...facts, invoiceNo: 'anew 2' }) })
  const { messages, entries } = await toldOfWaiting(next)
  expect(messages.map(({ params }) => params)).toEqual(
    Array.from({ length: 2 }, () => ({ orderNo: next.orderNo, docNo: 'anew 2' })),
  )
  expect(entries).toBe(1)
  await takeBack(order.id)
})

test('an invoice of a purchase order whose funding the bank has is not financed either, and another invoice is', async () => {
  const first = await withdrawn({ product: 'purchaseOrder', faces: ['200000'], tenors: [10] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', first.orderId).executeTakeFirstOrThrow(),
  )
  const next = await financedAgain({
    invoiceId: await aConfirmedInvoice(portal, { purchaseOrderId: purchaseOrderId!, issueDate: openingDay }),
  })
  const other = await financedAgain({ invoiceId: await aConfirmedInvoice(portal, { amount: '73100.00' }) })
  await first.settled()
  expect(await told(first.id)).toMatchObject([{ event: 'DOCUMENT_WITH_BANK', params: { orders: next.orderNo } }])
  expect(await refusalOf(instruct(next.id))).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
  await instruct(other.id)
  await takeBack(first.id)
  await instruct(next.id)
})

test('an invoice that left a pool is not financed while the bank has a drawing that the pool does not cover without it', async () => {
  const { poolId, invoiceId } = await aPooledInvoice(portal, productId, {
    amount: '100000.00',
    buyerCode: 'CEDAR',
  })
  const { order, payment } = await anInstructedDrawing(portal, poolId, '20000.00')
  const file = await aFileTaken(portal, payment.id)
  await readReport(portal, report(file.no, line(payment.no, 'RJCT', accountClosed)))
  await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  const { assetId } = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id as assetId').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow(),
  )
  await portal.ask(seats().alderMaker, poolCalls.withdraw, { body: { assetId } })
  const next = await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId]))
  const funding = await fundingOf(next.id)
  await readReport(portal, report(file.no, line(payment.no, 'ACSC')))
  expect(await told(payment.id)).toMatchObject([{ event: 'DOCUMENT_WITH_BANK', params: { orders: next.orderNo } }])
  expect(await refusalOf(instruct(funding.id))).toMatchObject({
    error: 'DOCUMENT_WITH_BANK',
    data: ownDocument,
  })
  await takeBack(payment.id)
  await instruct(funding.id)
})

test('a drawing on a pool is not paid while the bank has an earlier funding of one of its receivables', async () => {
  const first = await withdrawn()
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  await portal.ask(seats().alderMaker, poolCalls.assign, {
    body: { productId, currency: 'USD', invoiceIds: [first.invoiceId] },
  })
  const { order, payment } = await anInstructedDrawing(portal, poolId, '20000.00')
  await first.settled()
  expect(await told(first.id)).toMatchObject([{ event: 'DOCUMENT_FINANCED_TWICE', params: { orders: order.orderNo } }])
  expect(await refusalOf(make(payment.id))).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
  await takeBack(first.id)
  await make(payment.id)
})

test.each(['made', 'passed', 'handed out'] as const)(
  'a file that is %s while the report on an earlier funding of its invoice is read waits for that, and is refused',
  async (act) => {
    const first = await withdrawn()
    const next = await financedAgain(first)
    await instruct(next.id)
    await pass(next.no)
    const made = act === 'made' ? undefined : (await make(next.id)).files[0]!
    if (act === 'handed out') await passAll(portal, made!.no, 'PAYMENT_FILE')
    const acts = {
      made: () => make(next.id),
      passed: () => passAll(portal, made!.no, 'PAYMENT_FILE'),
      'handed out': () => take(made!.id),
    }
    let sending: Promise<unknown> | undefined
    // As a report does it: the documents are held until what the bank has is written.
    await portal.look(async (tx) => {
      await tx.selectFrom('invoice').select('id').where('id', '=', first.invoiceId).forNoKeyUpdate().execute()
      const sent = { settled: false }
      sending = refusalOf(acts[act]()).finally(() => {
        sent.settled = true
      })
      sending.catch(() => undefined)
      await expect.poll(async () => sent.settled || (await waiting()) > 0, { timeout: 10_000 }).toBe(true)
      await tx.updateTable('paymentFileItem').set({ status: 'ACCEPTED' }).where('paymentId', '=', first.id).execute()
    })
    expect(await sending).toMatchObject({ error: 'DOCUMENT_WITH_BANK', data: ownDocument })
    await takeBack(first.id)
  },
)

test('the database itself keeps a second funding of a document out of every file', async () => {
  const first = await withdrawn()
  const next = await financedAgain(first)
  const fileId = await upTo(next, 'in a file')
  await first.settled()
  const columns = sql.raw(
    'file_id, payment_id, batch_id, from_account_id, execution_date, instruction_id, end_to_end_id, amount, instructed_on, instructed_by',
  )
  const copied = portal.look((tx) =>
    sql`insert into payment_file_item (id, live, ${columns}) select gen_random_uuid(), false, ${columns} from payment_file_item
      where file_id = ${fileId!}`.execute(tx),
  )
  await expect(copied).rejects.toThrow('A document of this payment is with the bank for another order')
})
