import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { ofBoth, passedOfBoth } from '../../testing/two-buyers.ts'
import { openingDay } from '../../testing/world.ts'

// What becomes of an order whose documents change after it was priced: until the bank has the payment it is priced anew, and
// afterwards the change is booked with the funding.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // The notes of one test are not to stop the purchases of the next.
  await portal.look((tx) => tx.updateTable('financingProduct').set({ dilutionThreshold: '90' }).execute())
})
afterAll(() => portal.close())

/** An order of one invoice of 80,000.00, right confirmed for today; 72,000.00 are advanced unless less is wanted. */
async function aWaitingPayment(applyAmount?: string) {
  const invoiceId = await aConfirmedInvoice(portal, { amount: '80000.00' })
  const items: TrialRequest['items'] = [{ docType: 'INVOICE', docId: invoiceId, ...(applyAmount ? { applyAmount } : {}) }]
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId], { fundingDate: openingDay, items }))
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  return { invoiceId, order, payment }
}
/** The loan on a purchase order of 100,000.00, right confirmed for today. */
async function aConfirmedPurchaseOrderFinance() {
  const lines = [{ description: 'Yarn', qty: '100', unit: 'KG', unitPrice: '1000' }]
  const { id: purchaseOrderId } = await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: newId(),
      orderDate: '2025-02-20',
      latestShipDate: '2025-05-02',
      currency: 'USD',
      paymentTermDays: 60,
      items: lines,
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(portal.seats.cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
  const order = await aSubmittedOrder(
    portal,
    requestFor(portal, [], {
      financingProductId: portal.world.products.purchaseOrder,
      fundingDate: openingDay,
      items: [{ docType: 'PO', docId: purchaseOrderId }],
    }),
  )
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  await portal.ask(portal.seats.alderChecker, financeOrderCalls.rightConfirmation, {
    query: { id: order.id },
    body: { accept: true },
  })
  const { id: paymentId } = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  return { orderId: order.id, purchaseOrderId, paymentId }
}
async function note(invoiceId: string, amount: string, type: 'CREDIT_NOTE' | 'DEBIT_NOTE' = 'CREDIT_NOTE') {
  const refNo = newId()
  const facts = { invoiceId, type, refNo, amount, date: openingDay }
  const { id, no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, { body: facts })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  return portal.look((tx) => tx.selectFrom('invoiceAdjustment').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
}
const invoiceOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const sendToBank = async ({ id, no }: { id: string; no: string }) => {
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
}
const pay = (id: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: newId() } })
const priceOf = (id: string) => portal.ask(portal.seats.alderMaker, financeOrderCalls.repricing, { body: { id } })
/** The supplier accepts the present price. Returns its changed terms. */
async function acceptPrice(id: string) {
  const { terms, goesOn, pricingHash } = await priceOf(id)
  expect(goesOn).toBe(false)
  await portal.ask(portal.seats.alderMaker, financeOrderCalls.acceptPrice, { body: { id, pricingHash: pricingHash! } })
  return terms.filter(({ changed }) => changed).map(({ key, before, after }) => [key, before, after])
}
/** The contracts of an order by name and status, and whether each states an amount. */
const contractsStating = async (orderId: string, amount: string) => {
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status', 'contentEn', 'contentCn']).where('orderId', '=', orderId).execute(),
  )
  return contracts
    .map(
      ({ name, status, contentEn, contentCn }) => `${name} ${status} ${contentEn.includes(amount) && contentCn.includes(amount)}`,
    )
    .sort()
}
const balances = async (orderId: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{ account: string; balance: string }>`select book || account as account, trim_scale(sum(balance)) as balance
      from ledger_balance where order_id = ${orderId} group by 1 having sum(balance) <> 0`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]))
}

test('a credit note passed while the bank has the payment is borne by the reserve with the funding', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await sendToBank(payment)
  const credited = await note(invoiceId, '5000.00')
  await pay(payment.id)
  expect(await balances(order.id)).toMatchObject({ F1100: 75000, F2000: -3000, B2010: -75000 })
  const [now] = await portal.look((tx) => tx.selectFrom('invoiceAdjustment').selectAll().where('id', '=', credited.id).execute())
  expect(now).toMatchObject({ absorbedByReserve: '5000.0000', chargedToSupplier: '0.0000' })
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, order.id, '75000.00')
  const left = await balances(order.id)
  expect([left.F1100, left.B2010]).toEqual([undefined, undefined])
  for (const seat of [portal.seats.alderChecker, portal.seats.cedarMaker]) {
    const seen = await portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id: order.id } })
    expect(seen.stillOwed).toEqual([])
  }
  expect(await brokenLaws(portal)).toEqual([])
})

test('of a credit note beyond the reserve the supplier owes the rest', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await sendToBank(payment)
  await note(invoiceId, '4000.00')
  const second = await note(invoiceId, '26000.00')
  await pay(payment.id)
  expect(await balances(order.id)).toMatchObject({ F1100: 50000, F1300: 22000 })
  const now = await portal.look((tx) =>
    tx.selectFrom('invoiceAdjustment').selectAll().where('invoiceId', '=', invoiceId).orderBy('passedAt').execute(),
  )
  expect(now.map((one) => [one.absorbedByReserve, one.chargedToSupplier])).toEqual([
    ['4000.0000', '0.0000'],
    ['4000.0000', '22000.0000'],
  ])
  expect(second.chargedToSupplier).toBe('0.0000')
  const claims = await portal.look((tx) => tx.selectFrom('recourseClaim').selectAll().where('orderId', '=', order.id).execute())
  expect(claims).toMatchObject([{ amount: '22000.0000', status: 'OPEN', reason: 'DILUTION' }])
  expect(await brokenLaws(portal)).toEqual([])
})

test('an invoice of which nothing is left while the bank pays is a claim on the supplier', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await sendToBank(payment)
  await note(invoiceId, '80000.00')
  await pay(payment.id)
  const books = await balances(order.id)
  expect(books).toMatchObject({ F1300: 72000 })
  expect([books.F1100, books.F2000, books.B2010]).toEqual([undefined, undefined, undefined])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a debit note with a credit note between price and payment: the difference counts', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await sendToBank(payment)
  await note(invoiceId, '1000.00', 'DEBIT_NOTE')
  await note(invoiceId, '1500.00')
  await pay(payment.id)
  expect(await balances(order.id)).toMatchObject({ F1100: 79500, F2000: -7500 })
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, order.id, '79500.00')
  expect((await invoiceOf(invoiceId)).outstanding).toBe('0.0000')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a credit note before the payment is instructed prices the order anew, and the supplier accepts the lower reserve', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment('50000.00')
  await note(invoiceId, '5000.00')
  expect((await refusalOf(instruct(payment.id))).error).toBe('PRICE_CHANGED')
  expect(await priceOf(order.id)).toMatchObject({ needed: true, goesOn: false, mayAccept: true })
  expect(await acceptPrice(order.id)).toEqual([
    ['purchased', '80000.00', '75000.00'],
    ['fees', '341.67', '329.17'],
    ['net', '49091.66', '49104.16'],
    ['reserve', '30000.00', '25000.00'],
  ])
  await signAll(portal, order.id)
  expect(await priceOf(order.id)).toMatchObject({ needed: false })
  await sendToBank(payment)
  await pay(payment.id)
  expect(await balances(order.id)).toMatchObject({ F1100: 75000, F2000: -25000 })
  expect(await brokenLaws(portal)).toEqual([])
})

// The handling fee is measured on the face that is purchased: 0.25 percent of 10,000.00.
const debited = [
  ['fees', '382.00', '407.00'],
  ['net', '70802.00', '70777.00'],
  ['reserve', '8000.00', '18000.00'],
]
const credited = [
  ['fees', '341.67', '316.67'],
  ['net', '49091.66', '49116.66'],
  ['reserve', '30000.00', '20000.00'],
]
test.each([
  ['debit note', 'DEBIT_NOTE', undefined, '90000.00', 'USD 90,000.00', debited],
  ['credit note', 'CREDIT_NOTE', '50000.00', '70000.00', 'USD 70,000.00', credited],
] as const)(
  'after a %s before the payment, the papers of the order are signed anew with the amount that the books purchase',
  async (_, type, advance, amount, stated, others) => {
    const { invoiceId, order, payment } = await aWaitingPayment(advance)
    await note(invoiceId, '10000.00', type)
    expect((await refusalOf(instruct(payment.id))).error).toBe('PRICE_CHANGED')
    expect(await acceptPrice(order.id)).toEqual([['purchased', '80000.00', amount], ...others])
    const terminated = ['Notice of assignment TERMINATED false', 'Receivables purchase agreement TERMINATED false']
    expect(await contractsStating(order.id, stated)).toEqual([
      'Notice of assignment PENDING_SIGN true',
      terminated[0],
      'Receivables purchase agreement PENDING_SIGN true',
      terminated[1],
    ])
    expect((await refusalOf(instruct(payment.id))).error).toBe('CONTRACT_NOT_SIGNED')
    await signAll(portal, order.id)
    await sendToBank(payment)
    await pay(payment.id)
    expect(await contractsStating(order.id, stated)).toEqual([
      'Notice of assignment SIGNED true',
      terminated[0],
      'Receivables purchase agreement SIGNED true',
      terminated[1],
    ])
    expect(await balances(order.id)).toMatchObject({ F1100: Number(amount), B2010: -Number(amount) })
    expect(await brokenLaws(portal)).toEqual([])
  },
)

test('a debit note during the approval of the payment leaves it at the amount that the papers state', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await instruct(payment.id)
  await note(invoiceId, '10000.00', 'DEBIT_NOTE')
  await passAll(portal, payment.no, 'PAYMENT')
  await pay(payment.id)
  expect(await contractsStating(order.id, 'USD 80,000.00')).toEqual([
    'Notice of assignment SIGNED true',
    'Receivables purchase agreement SIGNED true',
  ])
  expect(await balances(order.id)).toMatchObject({ F1100: 80000, B2010: -80000 })
  expect(await brokenLaws(portal)).toEqual([])
})

test('of several buyers, those alone whose invoices have changed get another notice', async () => {
  const { cedar, dogwood } = portal.world.companies
  const { request, ofDogwood } = await ofBoth(portal, { fundingDate: openingDay })
  const { id } = await passedOfBoth(portal, request)
  await signAll(portal, id)
  for (const seat of [portal.seats.cedarChecker, portal.seats.dogwoodChecker])
    await portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })
  await note(ofDogwood, '10000.00', 'DEBIT_NOTE')
  expect(await acceptPrice(id)).toEqual([
    ['purchased', '150000.00', '160000.00'],
    ['fees', '681.25', '706.25'],
    ['net', '132669.75', '132644.75'],
    ['reserve', '15000.00', '25000.00'],
  ])
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['buyerId', 'status', 'contentEn']).where('orderId', '=', id).execute(),
  )
  const of = (buyerId: string | null) =>
    contracts
      .filter((one) => one.buyerId === buyerId)
      .map((one) => `${one.status} ${/USD 1?[\d]{2},000\.00/.exec(one.contentEn)}`)
  expect(of(cedar)).toEqual(['SIGNED USD 100,000.00'])
  expect(of(dogwood).sort()).toEqual(['PENDING_SIGN USD 60,000.00', 'TERMINATED USD 50,000.00'])
  expect(
    of(null)
      .map((one) => one.split(' ')[0])
      .sort(),
  ).toEqual(['PENDING_SIGN', 'TERMINATED'])
  expect(contracts.find((one) => one.buyerId === null && one.status === 'PENDING_SIGN')!.contentEn).toContain('USD 160,000.00')
})

test('new papers state the gain of one invoice and the equal loss of another', async () => {
  const [raised, reduced] = [await aConfirmedInvoice(portal), await aConfirmedInvoice(portal, { amount: '50000.00' })]
  const items = [raised, reduced].map((docId) => ({ docType: 'INVOICE' as const, docId, applyAmount: '40000.00' }))
  const { id } = await aRightConfirmedOrder(portal, requestFor(portal, [], { fundingDate: openingDay, items }))
  await note(raised, '1000.00', 'DEBIT_NOTE')
  await note(reduced, '1000.00')
  expect(await acceptPrice(id)).toEqual([['purchased', '150000.00', '150000.00']])
  expect(await contractsStating(id, 'USD 101,000.00')).toEqual([
    'Notice of assignment PENDING_SIGN true',
    'Notice of assignment TERMINATED false',
    'Receivables purchase agreement PENDING_SIGN true',
    'Receivables purchase agreement TERMINATED false',
  ])
})

test('an order that its reduced invoice no longer carries is refused with words until the supplier withdraws it', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment()
  await note(invoiceId, '5000.00')
  expect((await refusalOf(instruct(payment.id))).error).toBe('ADVANCE_ABOVE_DOCUMENT')
  expect(await priceOf(order.id)).toMatchObject({ needed: true, goesOn: false, problem: 'ADVANCE_ABOVE_DOCUMENT' })
  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
  expect(await invoiceOf(invoiceId)).toMatchObject({ financeStatus: 'UNFINANCED', outstanding: '75000.0000' })
})

test('a credit note during the approval of the payment keeps the last approver from passing it', async () => {
  const { invoiceId, order, payment } = await aWaitingPayment('50000.00')
  await instruct(payment.id)
  await note(invoiceId, '5000.00')
  expect((await refusalOf(passAll(portal, payment.no, 'PAYMENT'))).error).toBe('PRICE_CHANGED')
  const history = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessId', '=', payment.id)
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.elmChecker, workflowCalls.approve, {
    body: {
      businessNo: payment.no,
      nodeName: history.nodeName,
      taskId: history.id,
      reviewType: 'REJECTED',
      approvalComments: 'The invoice was reduced',
    },
  })
  expect(await priceOf(order.id)).toMatchObject({ needed: true, mayAccept: true })
})

test('no payment is instructed for an invoice that its buyer disputes; once resolved it goes on', async () => {
  const { invoiceId, payment } = await aWaitingPayment()
  await portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, { body: { ids: [invoiceId], reason: 'Goods damaged' } })
  expect((await refusalOf(instruct(payment.id))).error).toBe('INVOICE_NOT_ELIGIBLE')
  await portal.ask(portal.seats.cedarChecker, invoiceCalls.proposeResolution, { body: { id: invoiceId, comment: 'Repaired' } })
  await portal.ask(portal.seats.operations, invoiceCalls.resolve, { body: { id: invoiceId, comment: 'Seen' } })
  await sendToBank(payment)
  await pay(payment.id)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a purchase order invoiced since it was priced no longer carries the whole loan', async () => {
  const order = await aConfirmedPurchaseOrderFinance()
  await portal.look((tx) =>
    tx.updateTable('purchaseOrder').set({ invoicedAmount: '40000' }).where('id', '=', order.purchaseOrderId).execute(),
  )
  expect((await refusalOf(instruct(order.paymentId))).error).toBe('ADVANCE_ABOVE_DOCUMENT')
})

test('a credit note on the books of an order is noticed where the funding did not book it', async () => {
  const { invoiceId, payment, order } = await aWaitingPayment()
  await sendToBank(payment)
  await pay(payment.id)
  await portal.look((tx) => tx.updateTable('invoice').set({ adjustedAmount: '5000' }).where('id', '=', invoiceId).execute())
  expect(await brokenLaws(portal)).toEqual([
    `BOOKS_AGREE ${order.orderNo}: The funder owns USD 80,000.00 of its invoices, USD 75,000.00 is owed on them.`,
  ])
  await portal.look((tx) => tx.updateTable('invoice').set({ adjustedAmount: '0' }).where('id', '=', invoiceId).execute())
})
