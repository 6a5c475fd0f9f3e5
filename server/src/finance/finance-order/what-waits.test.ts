import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// A reduction or a payment that waits for its approval, or a dispute, on an invoice of an order that is not paid yet: everybody who
// lets the order go on judges it as if it had passed.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const fundedToday = (invoiceId: string, applyAmount?: string) =>
  requestFor(portal, [invoiceId], {
    fundingDate: openingDay,
    items: [{ docType: 'INVOICE', docId: invoiceId, ...(applyAmount ? { applyAmount } : {}) }],
  })
const anInvoice = () => aConfirmedInvoice(portal, { amount: '11111.00' })
const credit = async (invoiceId: string, amount = '11111.00') => {
  const body = { invoiceId, type: 'CREDIT_NOTE' as const, refNo: newId(), amount, date: openingDay }
  return portal.ask(portal.seats.alderMaker, adjustmentCalls.add, { body })
}
const dispute = (invoiceId: string) =>
  portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, { body: { ids: [invoiceId], reason: 'Goods damaged' } })
const paymentOf = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('payment').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow())
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const confirmRight = (id: string) =>
  portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })

/** The open step of an approval ends with this decision. */
async function decide(businessNo: string, businessType: string, reviewType: 'REJECTED' | 'REFUSED') {
  for (const seat of Object.values(portal.seats)) {
    const body = { businessNo, businessType, ifQueryTask: 'YES' as const }
    const found = await portal.ask(seat, workflowCalls.history, { body }).catch(() => undefined)
    if (!found?.taskId) continue
    const [nodeName, taskId] = [found.currentNode!, found.taskId]
    return portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, nodeName, taskId, reviewType, approvalComments: 'No' },
    })
  }
  throw new Error(`Nobody may decide on ${businessNo}.`)
}

const lost = [
  ['a credit note of all of it waits', (id: string) => credit(id), 'ADVANCE_ABOVE_DOCUMENT'],
  ['it is disputed', dispute, 'INVOICE_NOT_ELIGIBLE'],
] as const

test.each(lost)('no approver passes an order with an invoice while %s', async (_, lose, error) => {
  const invoiceId = await anInvoice()
  const { orderNo } = await aSubmittedOrder(portal, fundedToday(invoiceId))
  await lose(invoiceId)
  expect((await refusalOf(passAll(portal, orderNo))).error).toBe(error)
  await decide(orderNo, 'FINANCE_ORDER', 'REJECTED')
})

test.each(lost)('the right is not confirmed to an invoice while %s', async (_, lose, error) => {
  const invoiceId = await anInvoice()
  const { id, orderNo } = await aSubmittedOrder(portal, fundedToday(invoiceId))
  await passAll(portal, orderNo)
  await signAll(portal, id)
  await lose(invoiceId)
  const refusal = await refusalOf(confirmRight(id))
  expect(refusal).toMatchObject({ error })
  expect(JSON.stringify(refusal)).not.toMatch(/\d+\.\d\d/)
})

test.each(lost)('no payment on an invoice is instructed, passed or handed to the bank while %s', async (_, lose, error) => {
  const early = await anInvoice()
  const order = await aRightConfirmedOrder(portal, fundedToday(early))
  await lose(early)
  expect((await refusalOf(instruct((await paymentOf(order.id)).id))).error).toBe('INVOICE_NOT_ELIGIBLE')

  const later = await anInvoice()
  const payment = await paymentOf((await aRightConfirmedOrder(portal, fundedToday(later))).id)
  await instruct(payment.id)
  await lose(later)
  expect((await refusalOf(passAll(portal, payment.no, 'PAYMENT'))).error).toBe('INVOICE_NOT_ELIGIBLE')

  const last = await anInvoice()
  const sent = await paymentOf((await aRightConfirmedOrder(portal, fundedToday(last))).id)
  await instruct(sent.id)
  await passAll(portal, sent.no, 'PAYMENT')
  await lose(last)
  const { payments } = await portal.ask(portal.seats.settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.find(({ id }) => id === sent.id)?.blockedBy).toBe(error)
})

test('approvers of order and payment read what waits on its invoices and what is disputed, and its buyer does not', async () => {
  const [invoiceId, disputed] = [await anInvoice(), await anInvoice()]
  const { no } = await credit(invoiceId, '1111.00')
  const order = await aSubmittedOrder(portal, requestFor(portal, [invoiceId, disputed], { fundingDate: openingDay }))
  const detailOf = (seat: Seat) => portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
  const { alderChecker, elmChecker, operations, cedarMaker } = portal.seats
  await dispute(disputed)
  const { docNo } = (await detailOf(operations)).items.find((item) => item.docId === invoiceId)!
  const waits = { code: 'INVOICE_REDUCTION_WAITS', docNo, amount: '1111.00', currency: 'USD' }
  for (const seat of [alderChecker, elmChecker, operations]) {
    const history = await portal.ask(seat, workflowCalls.history, { body: { businessNo: order.orderNo } })
    for (const read of [await detailOf(seat), history]) {
      expect(read.signs).toContainEqual(waits)
      expect(read.signs).toContainEqual({ ...waits, code: 'INVOICE_DISPUTED', docNo: expect.any(String), amount: null })
      expect(read.warnings).toEqual(expect.arrayContaining(['INVOICE_REDUCTION_WAITS', 'INVOICE_DISPUTED']))
    }
  }
  const told = await portal.ask(cedarMaker, financeOrderCalls.detail, { query: { id: order.id } }).catch(() => ({}))
  expect(JSON.stringify(told)).not.toContain('INVOICE_REDUCTION_WAITS')
  await decide(no, 'INVOICE_ADJUSTMENT', 'REFUSED')
  expect((await detailOf(operations)).signs?.map(({ code }) => code)).toEqual(['INVOICE_DISPUTED'])

  const other = await anInvoice()
  const payment = await paymentOf((await aRightConfirmedOrder(portal, fundedToday(other))).id)
  await instruct(payment.id)
  await credit(other)
  const { signs } = await portal.ask(elmChecker, workflowCalls.history, { body: { businessNo: payment.no } })
  expect(signs).toMatchObject([{ code: 'INVOICE_REDUCTION_WAITS', amount: '11111.00' }])
})

test('an order that its buyer is not told of waits for a payment that the buyer reports', async () => {
  const invoiceId = await anInvoice()
  const request = { ...fundedToday(invoiceId), financingProductId: portal.world.products.undisclosed }
  const { orderNo } = await aSubmittedOrder(portal, request)
  const paid = { invoiceId, amount: '11111.00', valueDate: openingDay, reference: newId() }
  const { no } = await portal.ask(portal.seats.cedarMaker, directPaymentCalls.report, { body: paid })
  expect((await refusalOf(passAll(portal, orderNo))).error).toBe('ADVANCE_ABOVE_DOCUMENT')
  await decide(no, 'DIRECT_PAYMENT', 'REFUSED')
  await passAll(portal, orderNo)
})

test('once the credit note that waited is refused, the order is paid at its price', async () => {
  const invoiceId = await anInvoice()
  const payment = await paymentOf((await aRightConfirmedOrder(portal, fundedToday(invoiceId))).id)
  const { no } = await credit(invoiceId)
  expect((await refusalOf(instruct(payment.id))).error).toBe('INVOICE_NOT_ELIGIBLE')
  await decide(no, 'INVOICE_ADJUSTMENT', 'REFUSED')
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  expect((await paymentOf(payment.orderId!)).amount).toBe(payment.amount)
})

test('what still carries its advance beside a credit note that waits goes on', async () => {
  const invoiceId = await anInvoice()
  const { id, orderNo } = await aSubmittedOrder(portal, fundedToday(invoiceId, '5000.00'))
  await credit(invoiceId, '1000.00')
  await passAll(portal, orderNo)
  await signAll(portal, id)
  await confirmRight(id)
  const payment = await paymentOf(id)
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  expect((await paymentOf(id)).status).toBe('INSTRUCTED')
})

test('an order priced beside a credit note that waits is paid at that price', async () => {
  const invoiceId = await anInvoice()
  await credit(invoiceId, '1111.00')
  const payment = await paymentOf((await aRightConfirmedOrder(portal, fundedToday(invoiceId))).id)
  await instruct(payment.id)
  await passAll(portal, payment.no, 'PAYMENT')
  expect((await paymentOf(payment.orderId!)).status).toBe('INSTRUCTED')
})
