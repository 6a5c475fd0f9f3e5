import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import {
  aConfirmedOrder,
  aFundedOrder,
  aReceipt,
  aRepayment,
  balanceIn,
  brokenLaws,
  passAll as passMoney,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import {
  aConfirmedInvoice,
  aRightConfirmedOrder,
  aSubmittedOrder,
  passAll,
  passWriteOff,
  requestFor,
} from '../../testing/trade.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const requestOver = (invoiceId: string) =>
  requestFor(portal, [invoiceId], {
    financingProductId: portal.world.products.purchaseInArrears,
    fundingDate: day,
  })
async function financed(invoiceId: string) {
  const { seats } = portal
  const order = await aRightConfirmedOrder(portal, requestOver(invoiceId))
  const { payments } = await portal.ask(seats.settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
  await portal.ask(seats.settlement, paymentCalls.instruct, { body: { id: payments[0]!.id } })
  await passMoney(portal, payments[0]!.no, 'PAYMENT')
  await portal.ask(seats.settlement3, paymentCalls.markPaid, {
    body: { id: payments[0]!.id, valueDate: day, bankRef: newId() },
  })
  return order
}
const payoffOf = async (orderId: string) =>
  (await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })).total
const repurchase = async (orderId: string) =>
  aRepayment(portal, orderId, await payoffOf(orderId), { payerRole: 'SUPPLIER', valueDate: day })
let pooled: Promise<string> | undefined
const poolProduct = () => {
  pooled ??= aPoolProduct(portal)
  return pooled
}
const askReversal = (id: string) =>
  portal.ask(portal.seats.settlement, repaymentCalls.reverse, { body: { id, reason: 'Returned by the bank' } })
/** A receipt of the buyer that is matched to an order and waits for its approval. */
async function aMatch(orderId: string, amount: string) {
  const receipt = await aReceipt(portal, amount)
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount }] },
  })
  return repayments[0]!
}
const statusOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })).status
const shown = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })

test('an invoice that its supplier took back unpaid is financed again', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const first = await financed(invoiceId)
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'FINANCED' })

  await repurchase(first.id)
  expect(await statusOf(first.id)).toBe('SETTLED')
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'UNFINANCED' })

  const again = await financed(invoiceId)
  expect(await statusOf(again.id)).toBe('FUNDED')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  await aRepayment(portal, again.id, '100000')
  expect([await statusOf(first.id), await statusOf(again.id)]).toEqual(['SETTLED', 'SETTLED'])
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'SETTLED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a reversed repurchase holds its invoice again', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  await takeBack(portal, await repurchase(order.id))
  expect(await statusOf(order.id)).not.toBe('SETTLED')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('an invoice whose last part is paid after the end of its order is its supplier’s, as if it had been paid at once', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  await aRepayment(portal, order.id, '50000', { payerRole: 'SUPPLIER', valueDate: day })
  await aRepayment(portal, order.id, await payoffOf(order.id), { valueDate: day })
  expect([await statusOf(order.id), await shown(invoiceId)]).toMatchObject(['SETTLED', { financeStatus: 'SETTLED' }])
  const last = await aRepayment(portal, order.id, await balanceIn(portal, order.id, 'F1100'), { valueDate: day })
  const free = { financeStatus: 'UNFINANCED', payStatus: 'PARTIAL', outstanding: '50000.00' }
  expect([await statusOf(order.id), await shown(invoiceId)]).toMatchObject(['SETTLED', free])

  await takeBack(portal, last)
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'SETTLED' })
  const paidAgain = await aRepayment(portal, order.id, await balanceIn(portal, order.id, 'F1100'), { valueDate: day })
  const again = await financed(invoiceId)
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  expect((await refusalOf(askReversal(paidAgain.id))).error).toBe('INVOICE_LOCKED')
  await aRepayment(portal, again.id, '50000', { valueDate: day })
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'SETTLED', payStatus: 'PAID' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('an invoice that two funders financed one after the other is free once neither owns any of it', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const first = await financed(invoiceId)
  await aRepayment(portal, first.id, '50000', { payerRole: 'SUPPLIER', valueDate: day })
  await aRepayment(portal, first.id, await payoffOf(first.id), { valueDate: day })
  const last = await aRepayment(portal, first.id, await balanceIn(portal, first.id, 'F1100'), { valueDate: day })
  const second = await financed(invoiceId)
  await repurchase(second.id)
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'UNFINANCED', outstanding: '50000.00' })

  await takeBack(portal, last)
  expect(Number(await balanceIn(portal, first.id, 'F1100'))).toBeGreaterThan(0)
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'SETTLED' })
  const over = portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: requestOver(invoiceId) })
  expect((await refusalOf(over)).error).toBe('INVOICE_NOT_ELIGIBLE')
  await aRepayment(portal, first.id, await balanceIn(portal, first.id, 'F1100'), { valueDate: day })
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'UNFINANCED', outstanding: '50000.00' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order that is opened again and paid once more frees its invoice, whoever financed it meanwhile', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const first = await financed(invoiceId)
  const bounced = await repurchase(first.id)
  const second = await financed(invoiceId)
  await repurchase(second.id)
  await takeBack(portal, bounced)
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  await repurchase(first.id)
  expect([await statusOf(first.id), await shown(invoiceId)]).toMatchObject(['SETTLED', { financeStatus: 'UNFINANCED' }])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a repurchase is not reversed while another order holds the invoice', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  const repayment = await repurchase(order.id)
  await askReversal(repayment.id)
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(passMoney(portal, repayment.no, 'REPAYMENT_REVERSAL'))).error).toBe('INVOICE_LOCKED')
  expect([await statusOf(order.id), await shown(invoiceId)]).toMatchObject(['SETTLED', { financeStatus: 'LOCKED' }])

  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'UNFINANCED' })
  await passMoney(portal, repayment.no, 'REPAYMENT_REVERSAL')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('nobody asks to reverse a repurchase whose invoice is financed by now', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const repayment = await repurchase((await financed(invoiceId)).id)
  await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(askReversal(repayment.id))).error).toBe('INVOICE_LOCKED')
})

test('a loan is not opened again while an invoice of its purchase order is financed', async () => {
  const { alderMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'] })
  const purchaseOrderId = await portal.look(async (tx) => {
    const item = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
    return item.purchaseOrderId!
  })
  const repaid = await repurchase(orderId)
  const invoiceId = await aConfirmedInvoice(portal, { purchaseOrderId, issueDate: openingDay })
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(askReversal(repaid.id))).error).toBe('INVOICE_LOCKED')
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })
  await takeBack(portal, repaid)
  expect(await statusOf(orderId)).toBe('FUNDED')
  expect((await refusalOf(aSubmittedOrder(portal, requestOver(invoiceId)))).error).toBe('INVOICE_NOT_ELIGIBLE')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a loan is not opened again while its invoice is financed, whatever its payer sent after the loan had ended', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'] })
  const purchaseOrderId = await portal.look(async (tx) => {
    const item = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
    return item.purchaseOrderId!
  })
  const repaid = await repurchase(orderId)
  const invoiceId = await aConfirmedInvoice(portal, { purchaseOrderId, issueDate: openingDay })
  await aSubmittedOrder(portal, requestOver(invoiceId))
  await aRepayment(portal, orderId, '10', { payerRole: 'SUPPLIER', valueDate: day })
  const error = await aRepayment(portal, orderId, '20', { payerRole: 'SUPPLIER', valueDate: day })
  await takeBack(portal, error)
  expect((await refusalOf(askReversal(repaid.id))).error).toBe('INVOICE_LOCKED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a buyer that has not paid is told to pay its supplier once that has bought the receivable back', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const { id } = await financed(invoiceId)
  await portal.look((tx) => tx.updateTable('financeOrder').set({ disclosed: true }).where('id', '=', id).execute())
  await repurchase(id)
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('objectId', '=', id)
      .where('companyId', '=', portal.world.companies.cedar)
      .where('event', 'in', ['FINANCE_ORDER_SETTLED', 'FINANCE_ORDER_OWED_TO_SUPPLIER'])
      .execute(),
  )
  expect(told).toMatchObject([{ event: 'FINANCE_ORDER_OWED_TO_SUPPLIER', params: { orderNo: expect.any(String) } }])
})

test('a buyer that paid short of a receivable is told to pay the rest where it has paid before', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await portal.look((tx) => tx.updateTable('financeOrder').set({ disclosed: true }).where('id', '=', orderId).execute())
  await aRepayment(portal, orderId, '95000', { valueDate: day })
  expect(await statusOf(orderId)).toBe('SETTLED')
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('objectId', '=', orderId)
      .where('event', '~', 'OWED|REST')
      .execute(),
  )
  expect(told).toMatchObject([{ event: 'FINANCE_ORDER_REST_OPEN', params: { principal: '5000.00', currency: 'USD' } }])
})

test('a buyer that paid one invoice short and not another that its supplier took back is told whom to pay which rest', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    faces: ['50000', '100000'],
    tenors: [60, 70],
  })
  await portal.look((tx) => tx.updateTable('financeOrder').set({ disclosed: true }).where('id', '=', orderId).execute())
  await aRepayment(portal, orderId, '45000', { payerRole: 'SUPPLIER', valueDate: day })
  await aRepayment(portal, orderId, '95000', { valueDate: day, invoiceIds: [invoiceIds[1]!] })
  expect(await statusOf(orderId)).toBe('SETTLED')
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('objectId', '=', orderId)
      .where('event', '~', 'OWED|REST')
      .execute(),
  )
  // The supplier took back the 45,000 that were financed of its invoice; the reserve of 5,000 behind it is the funder's still.
  expect(told).toMatchObject([
    { event: 'FINANCE_ORDER_REST_OF_BOTH', params: { principal: '10000.00', amount: '45000.00', currency: 'USD' } },
  ])
})

describe('what an invoice lost while its supplier had it back is not owed to the funder that holds it again', () => {
  const owedTo = async (orderId: string) =>
    (await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })).balances
      .filter(({ book, account }) => ['F1100', 'F1300', 'F2000', 'B2000', 'B2010', 'S1100'].includes(book + account))
      .map(({ book, account, balance }) => `${book}${account} ${balance}`)

  test('a credit note of the time between', async () => {
    const { alderMaker } = portal.seats
    const invoiceId = await aConfirmedInvoice(portal)
    const order = await financed(invoiceId)
    const repayment = await repurchase(order.id)
    const note = { invoiceId, type: 'CREDIT_NOTE', refNo: newId(), amount: '30000.00', date: openingDay } as const
    const { no } = await portal.ask(alderMaker, adjustmentCalls.add, { body: note })
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
    await takeBack(portal, repayment)
    expect(await owedTo(order.id)).toEqual([
      'B2000 -100000.00',
      'B2010 70000.00',
      'F1100 70000.00',
      'F1300 20000.00',
      'S1100 -30000.00',
    ])
    expect(await brokenLaws(portal)).toEqual([])
    await aRepayment(portal, order.id, '70000')
    expect(await shown(invoiceId)).toMatchObject({ payStatus: 'PAID' })
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('a payment to the supplier itself', async () => {
    const { cedarMaker } = portal.seats
    const invoiceId = await aConfirmedInvoice(portal)
    const order = await financed(invoiceId)
    const repayment = await repurchase(order.id)
    const { no } = await portal.ask(cedarMaker, directPaymentCalls.report, {
      body: { invoiceId, amount: '100000.00', valueDate: openingDay, reference: newId() },
    })
    await passAll(portal, no, 'DIRECT_PAYMENT')
    expect(await shown(invoiceId)).toMatchObject({ payStatus: 'PAID' })
    await takeBack(portal, repayment)
    expect(await owedTo(order.id)).toEqual(['F1300 90000.00'])
    expect(await brokenLaws(portal)).toEqual([])
  })

  for (const [title, claimPaid, owed] of [
    ['is owed again', null, ['B2000 -100000.00', 'B2010 100000.00', 'F1100 100000.00', 'F2000 10000.00']],
    [
      'is owed again but for what the supplier has paid for it',
      '50000.00',
      ['B2000 -50000.00', 'B2010 50000.00', 'F1100 50000.00', 'F2000 10000.00'],
    ],
  ] as const)
    test(`a payment to the supplier itself that is taken back after the next repurchase ${title}`, async () => {
      const { alderMaker, cedarMaker } = portal.seats
      const invoiceId = await aConfirmedInvoice(portal)
      const order = await financed(invoiceId)
      const first = await repurchase(order.id)
      const { id, no } = await portal.ask(cedarMaker, directPaymentCalls.report, {
        body: { invoiceId, amount: '100000.00', valueDate: openingDay, reference: newId() },
      })
      await passAll(portal, no, 'DIRECT_PAYMENT')
      await takeBack(portal, first)
      expect(await owedTo(order.id)).toEqual(['F1300 90000.00'])

      if (claimPaid) await aRepayment(portal, order.id, claimPaid, { payerRole: 'SUPPLIER', valueDate: day })
      const second = await repurchase(order.id)
      await portal.ask(alderMaker, directPaymentCalls.takeBack, { body: { id, reason: 'Booked in error' } })
      await passAll(portal, no, 'DIRECT_PAYMENT_REVERSAL')
      const free = await shown(invoiceId)
      expect(free).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'UNFINANCED' })
      expect(free.operations).not.toContain('CANCEL')
      await takeBack(portal, second)
      expect(await owedTo(order.id)).toEqual(owed)
      expect(await brokenLaws(portal)).toEqual([])
      await aRepayment(portal, order.id, '100000', { valueDate: day })
      expect([await statusOf(order.id), await shown(invoiceId)]).toMatchObject(['SETTLED', { payStatus: 'PAID' }])
      expect(await brokenLaws(portal)).toEqual([])
    })
})

test('a repurchased invoice cannot be cancelled: a reversal finds it unchanged', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  const repayment = await repurchase(order.id)
  const cancel = portal.ask(portal.seats.alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
  expect((await refusalOf(cancel)).error).toBe('INVOICE_WAS_FINANCED')
  await takeBack(portal, repayment)
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('of a loan that is opened again and an order over an invoice of its purchase order at the same moment one wins', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const repaid = await repurchase(orderId)
  const invoiceId = await aConfirmedInvoice(portal, { purchaseOrderId: purchaseOrderId!, issueDate: openingDay })
  await askReversal(repaid.id)
  const both = await Promise.allSettled([
    passMoney(portal, repaid.no, 'REPAYMENT_REVERSAL'),
    aSubmittedOrder(portal, requestOver(invoiceId)),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const isOpen = (await statusOf(orderId)) === 'FUNDED'
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: isOpen ? 'UNFINANCED' : 'LOCKED' })
})

test('a loan that is applied for holds the invoices of its purchase order already', async () => {
  const { alderMaker } = portal.seats
  const { orderId } = await aConfirmedOrder(portal, { product: 'purchaseOrder', faces: ['100000'] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const invoiceId = await aConfirmedInvoice(portal, { purchaseOrderId: purchaseOrderId!, issueDate: openingDay })
  expect((await refusalOf(aSubmittedOrder(portal, requestOver(invoiceId)))).error).toBe('INVOICE_NOT_ELIGIBLE')
  const body = { productId: await poolProduct(), currency: 'USD', invoiceIds: [invoiceId] }
  expect((await refusalOf(portal.ask(alderMaker, poolCalls.assign, { body }))).error).toBe('INVOICE_LOCKED')
})

test('what a buyer has reported as paid to the supplier is financed by nobody while that waits', async () => {
  const { alderMaker, cedarMaker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  await portal.ask(cedarMaker, directPaymentCalls.report, {
    body: { invoiceId, amount: '40000.00', valueDate: openingDay, reference: newId() },
  })
  const { items } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestOver(invoiceId) })
  expect(items[0]!.eligible).toBe('60000.00')
})

test('a receivable that a paid-out drawing rested on is not cancelled once it has left the pool', async () => {
  const { alderMaker } = portal.seats
  const product = await poolProduct()
  const { invoiceId, poolId } = await aPooledInvoice(portal, product, {
    amount: '100000.00',
    buyerCode: 'CEDAR',
  })
  const early = await aPooledInvoice(portal, product, { amount: '100000.00', buyerCode: 'CEDAR' })
  const withdraw = async (id: string) => {
    const asset = await portal.look((tx) =>
      tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', id).executeTakeFirstOrThrow(),
    )
    await portal.ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  }
  const cancel = (id: string) => portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
  const isOffered = async (id: string) =>
    (await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).operations.includes('CANCEL')
  await withdraw(early.invoiceId)
  const drawing = await aFundedDrawing(portal, poolId, '40000.00')
  await repurchase(drawing.id)
  await withdraw(invoiceId)
  expect((await refusalOf(cancel(invoiceId))).error).toBe('INVOICE_WAS_FINANCED')
  expect(await isOffered(invoiceId)).toBe(false)
  // No drawing ever rested on what left the pool before.
  expect(await isOffered(early.invoiceId)).toBe(true)
  await cancel(early.invoiceId)
  // Nor on what came into the pool once the drawing was paid.
  const late = await aPooledInvoice(portal, await poolProduct(), { amount: '100000.00', buyerCode: 'CEDAR' })
  await withdraw(late.invoiceId)
  expect(await isOffered(late.invoiceId)).toBe(true)
  await cancel(late.invoiceId)
})

test('a receivable is cancelled whose pool paid off its drawing before it came, whatever was paid too much since', async () => {
  const { alderMaker } = portal.seats
  const facts = { amount: '100000.00', buyerCode: 'CEDAR' }
  const { poolId } = await aPooledInvoice(portal, await poolProduct(), facts)
  const drawing = await aFundedDrawing(portal, poolId, '40000.00')
  await repurchase(drawing.id)
  const late = await aPooledInvoice(portal, await poolProduct(), facts)
  const asset = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', late.invoiceId).executeTakeFirstOrThrow(),
  )
  await portal.ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  await aRepayment(portal, drawing.id, '10', { payerRole: 'SUPPLIER', valueDate: day })
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: late.invoiceId } })
  expect(await brokenLaws(portal)).toEqual([])
})

test('what leaves a pool while its drawing is paid off has left since, also where the request had to wait', async () => {
  const { alderMaker } = portal.seats
  const { invoiceId, poolId } = await aPooledInvoice(portal, await poolProduct(), { amount: '100000.00', buyerCode: 'CEDAR' })
  const drawing = await aFundedDrawing(portal, poolId, '40000.00')
  const asset = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow(),
  )
  let letGo = () => {}
  const held = portal.look(async (tx) => {
    await tx.selectFrom('pool').select('id').where('id', '=', poolId).forNoKeyUpdate().execute()
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
  })
  const leaving = portal.ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  await untilSomebodyWaits(portal)
  const repaid = await repurchase(drawing.id)
  letGo()
  await held
  await leaving
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(askReversal(repaid.id))).error).toBe('INVOICE_LOCKED')
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })
})

test('a drawing is not opened again while a receivable that has left its pool is financed', async () => {
  const { alderMaker } = portal.seats
  const { invoiceId, poolId } = await aPooledInvoice(portal, await poolProduct(), {
    amount: '100000.00',
    buyerCode: 'CEDAR',
  })
  const drawing = await aFundedDrawing(portal, poolId, '40000.00')
  const repaid = await repurchase(drawing.id)
  const asset = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow(),
  )
  await portal.ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(askReversal(repaid.id))).error).toBe('INVOICE_LOCKED')
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })
  await takeBack(portal, repaid)
  expect(await statusOf(drawing.id)).toBe('FUNDED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt found late pays no invoice that another order holds by now', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const first = await financed(invoiceId)
  day = await runEndOfDay(portal.app, { through: openingDay })
  await repurchase(first.id)
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  for (const invoiceIds of [[], [invoiceId]]) {
    expect(await refusalOf(aRepayment(portal, first.id, '100000', { invoiceIds, valueDate: openingDay }))).toMatchObject({
      error: 'INVOICE_FINANCED_ANEW',
    })
    const body = { orderId: first.id, amount: '100000', valueDate: openingDay, invoiceIds }
    const { error } = await refusalOf(portal.ask(portal.seats.settlement, repaymentCalls.preview, { body }))
    expect(error).toBe('INVOICE_FINANCED_ANEW')
  }
  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })

  // Matched before the invoice was financed anew, it is refused when it would be posted.
  // What it is to pay is not financed beside it.
  const matched = await aMatch(first.id, '40000')
  const third = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(passMoney(portal, matched.no, 'REPAYMENT'))).error).toBe('INVOICE_FINANCED_ANEW')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'LOCKED', payStatus: 'UNPAID' })
  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: third.id }, body: {} })
  await passMoney(portal, matched.no, 'REPAYMENT')
  expect(await shown(invoiceId)).toMatchObject({ payStatus: 'PARTIAL' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt found late pays no invoice that another order has lost', async () => {
  const { elmMaker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal, { dueDate: addDays(day, 20) })
  const first = await financed(invoiceId)
  await repurchase(first.id)
  const second = await financed(invoiceId)
  const paidOn = day
  day = await runEndOfDay(portal.app, { through: addDays(day, 112) })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId: second.id, reason: 'The buyer is insolvent.' } })
  await passWriteOff(portal, second.orderNo)
  expect((await refusalOf(aRepayment(portal, first.id, '100000', { valueDate: paidOn }))).error).toBe('INVOICE_FINANCED_ANEW')
  expect(await brokenLaws(portal)).toEqual([])
})
