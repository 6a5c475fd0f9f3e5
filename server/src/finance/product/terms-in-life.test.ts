import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aRepayment, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll as passStep, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import type { NewFee } from './add-product.ts'

// The quote of a product's terms equals the charges and bookings of its orders. Each life begins with a trial over HTTP.

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

type Fee = Omit<NewFee, 'basis'> & { basis?: NewFee['basis'] }
type Terms = Partial<{
  minInterestDays: number
  fundRate: string
  fundDayBase: 360 | 365
  margin: string
  floor: string
  earlyFeePct: string
}>

/** An order of one invoice of 100,000.00, funded on the opening day through the calls of the portal, and its quote. */
async function aLife(
  product: keyof Portal['world']['products'],
  terms: Terms,
  { tenor = 12, fees }: { tenor?: number; fees?: Fee[] } = {},
) {
  const productId = portal.world.products[product]
  if (fees)
    await portal.look(async (tx) => {
      await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
      await tx
        .insertInto('feeRule')
        .values(fees.map((fee) => ({ id: newId(), productId, basis: 'FLAT', ...fee })))
        .execute()
    })
  const { margin, ...own } = terms
  if (Object.keys(own).length > 0)
    await portal.look((tx) => tx.updateTable('financingProduct').set(own).where('id', '=', productId).execute())
  if (margin !== undefined)
    await portal.look((tx) => tx.updateTable('pricingOffer').set({ margin }).where('productId', '=', productId).execute())
  const invoice = await aConfirmedInvoice(portal, { dueDate: addDays(openingDay, tenor) })
  const request = requestFor(portal, [invoice], { financingProductId: productId })
  const quote = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const { id } = await aRightConfirmedOrder(portal, request)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await payAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: `BR-${newId()}` },
  })
  const balances = async () =>
    Object.fromEntries(
      (await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId: id } })).balances.map((one) => [
        one.book + one.account,
        one.balance,
      ]),
    )
  const paidAfter = async (days: number, amount = '100000', payerRole: 'BUYER' | 'SUPPLIER' = 'BUYER') => {
    const on = addDays(openingDay, days)
    await runEndOfDay(portal.app, { through: addDays(on, -1) })
    await aRepayment(portal, id, amount, { valueDate: on, payerRole })
    return balances()
  }
  const bills = () => portal.ask(portal.seats.cedarMaker, listCalls(feeBillList).pageList, { body: {} }).then(({ list }) => list)
  return { id, quote, invoice, balances, paidAfter, bills }
}

describe('a least number of interest days', () => {
  for (const [when, days] of [
    ['at maturity', 12],
    ['on the day of the funding', 0],
    ['three days late', 15],
  ] as const)
    test(`in arrears is charged as quoted when the buyer pays ${when}`, async () => {
      const { quote, paidAfter } = await aLife('purchaseInArrears', { minInterestDays: 30 })
      expect(quote.total.interest).toBe('510.00')
      const books = await paidAfter(days)
      expect(books).toMatchObject({ F4000: '510.00', F2000: '9490.00', S5000: '510.00' })
      expect(books.F1200 ?? '0.00').toBe('0.00')
    })
  for (const days of [3, 15])
    test(`in advance is not given back to one who pays on day ${days} of twelve`, async () => {
      const { quote, paidAfter } = await aLife('purchaseInAdvance', { minInterestDays: 30 })
      expect(quote.total.interest).toBe('510.00')
      expect(await paidAfter(days)).toMatchObject({ F4000: '510.00', F2000: '10000.00', F4020: '90.00' })
    })
})

test('an early fee is no part of the quote, and goes to the agreed beneficiary', async () => {
  const early = {
    code: 'EARLY',
    value: '50',
    taxPct: '6',
    payer: 'SUPPLIER',
    beneficiary: 'PLATFORM',
    timing: 'FUNDING',
  } as const
  const { quote, balances, paidAfter } = await aLife('purchaseInArrears', { earlyFeePct: '2' }, { tenor: 60, fees: [early] })
  expect(quote.fees).toEqual([])
  expect(quote.total).toMatchObject({ feesAtFunding: '0.00', feesAtSettlement: '0.00', net: '90000.00' })
  expect((await balances()).S5010 ?? '0.00').toBe('0.00')
  // A later version of the product does not change an older order.
  await portal.look((tx) => tx.updateTable('feeRule').set({ beneficiary: 'FUNDER' }).where('code', '=', 'EARLY').execute())
  const books = await paidAfter(10)
  expect(books).toMatchObject({ S5010: '1908.00', P4020: '1800.00', P2100: '108.00' })
  expect(books.F4020 ?? '0.00').toBe('0.00')
})

describe.each(['purchaseInAdvance', 'purchaseInArrears'] as const)('%s', (product) => {
  test("with a fund leg above the client's rate earns the funder what the client pays, and the platform loses nothing", async () => {
    const { id, paidAfter } = await aLife(product, { fundRate: '9', fundDayBase: 360 }, { tenor: 60 })
    // The supplier, who asked for the quote, does not see the funder's part.
    const priced = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
    expect(priced.pricing?.total).toMatchObject({ interest: '1020.00', fundInterest: '1020.00', spread: '0.00' })
    const books = await paidAfter(60)
    expect(books.F4000).toBe('1020.00')
    expect(books.P4030 ?? '0.00').toBe('0.00')
  })
  test('at a margin below the benchmark has no negative rate, and is funded', async () => {
    const { quote, paidAfter } = await aLife(product, { margin: '-9', floor: '-1' }, { tenor: 60 })
    expect(quote.total.interest).toBe('0.00')
    expect((await paidAfter(60)).F2000).toBe('10000.00')
  })
})

describe('a fee that the product puts on the buyer', () => {
  const bank = { code: 'BANK', value: '20', taxPct: '6', payer: 'BUYER', beneficiary: 'FUNDER', timing: 'FUNDING' } as const
  const zero = (books: Record<string, string>, account: string) => expect(books[account] ?? '0.00').toBe('0.00')

  test('is billed to the buyer, paid by what it pays beyond the invoice, and costs the supplier nothing', async () => {
    const { id, quote, balances, paidAfter, bills } = await aLife('purchaseInArrears', {}, { tenor: 60, fees: [bank] })
    expect(quote.total).toMatchObject({ feesAtFunding: '0.00', net: '90000.00' })
    expect(await balances()).toMatchObject({ F1230: '21.20', F4020: '20.00', F2400: '1.20', B2020: '21.20', B5010: '21.20' })
    expect(await bills()).toMatchObject([
      { orderId: id, amount: '21.20', openAmount: '21.20', status: 'UNPAID', dueOn: '2025-05-02' },
    ])
    const seen = await portal.ask(portal.seats.cedarMaker, financeOrderCalls.detail, { query: { id } })
    expect(seen.fees).toMatchObject([{ code: 'BANK', amount: '20.00', tax: '1.20', payer: 'BUYER' }])
    const books = await paidAfter(60, '100021.20')
    // The supplier gets 10,000.00 of reserve less 1,020.00 of interest, as in example 2.
    expect(books.F2000).toBe('8980.00')
    for (const account of ['F1230', 'F2200', 'F2900', 'B2020', 'B2010', 'S5010']) zero(books, account)
    expect(await bills()).toMatchObject([{ openAmount: '0.00', status: 'PAID' }])
  })

  test('stays open where the buyer pays the invoice alone, and is paid later although the order is settled', async () => {
    const { id, paidAfter, bills } = await aLife('purchaseInAdvance', {}, { tenor: 60, fees: [bank] })
    const books = await paidAfter(60)
    expect(books).toMatchObject({ F2000: '10000.00', F1230: '21.20' })
    zero(books, 'F2200')
    const order = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
    expect(order.status).toBe('SETTLED')
    const after = await paidAfter(61, '30')
    expect(after).toMatchObject({ F2000: '10000.00', F2200: '8.80' })
    for (const account of ['F1230', 'B2020']) zero(after, account)
    expect(await bills()).toMatchObject([{ status: 'PAID' }])
  })

  test('on the face stays as contracted when a credit note lowers the face', async () => {
    const service = { ...bank, code: 'SERVICE', basis: 'PCT_FACE', value: '1' } as const
    const { id, quote, invoice, balances, paidAfter, bills } = await aLife(
      'purchaseInArrears',
      {},
      { tenor: 60, fees: [service] },
    )
    expect(quote.fees).toMatchObject([{ base: '100000', amount: '1000.00', tax: '60.00' }])
    const note = { invoiceId: invoice, type: 'CREDIT_NOTE', refNo: 'CN-1', amount: '4000.00', date: openingDay }
    const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, { body: note as never })
    await passStep(portal, no, 'INVOICE_ADJUSTMENT')
    expect(await balances()).toMatchObject({ F1230: '1060.00', B2020: '1060.00', B5010: '1060.00' })
    expect(await bills()).toMatchObject([{ amount: '1060.00', tax: '60.00', openAmount: '1060.00' }])
    const seen = await portal.ask(portal.seats.cedarMaker, financeOrderCalls.detail, { query: { id } })
    expect(seen.fees).toMatchObject([{ code: 'SERVICE', amount: '1000.00', tax: '60.00' }])
    const books = await paidAfter(60, '97060')
    for (const account of ['F1100', 'F1230', 'F2200', 'F2900', 'B2020', 'B2010']) zero(books, account)
    expect(await bills()).toMatchObject([{ amount: '1060.00', openAmount: '0.00', status: 'PAID' }])
  })

  test('that is adjusted after its payment is billed as adjusted, and the difference is refunded to the buyer', async () => {
    const { id, paidAfter, bills } = await aLife('purchaseInArrears', {}, { tenor: 60, fees: [bank] })
    await paidAfter(1, '100021.20')
    const fee = await portal.look((tx) =>
      tx.selectFrom('orderFee').select('id').where('orderId', '=', id).executeTakeFirstOrThrow(),
    )
    const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
      body: { id: fee.id, delta: '-10.00', reason: 'Agreed with the buyer' },
    })
    await passStep(portal, no, 'FEE_ADJUSTMENT')
    expect(await bills()).toMatchObject([{ amount: '10.60', tax: '0.60', openAmount: '0.00', status: 'PAID' }])
    const refund = await portal.look((tx) =>
      tx.selectFrom('payment').selectAll().where('orderId', '=', id).where('type', '=', 'REFUND').executeTakeFirstOrThrow(),
    )
    expect(refund).toMatchObject({ amount: '10.6000', payeeCompanyId: portal.world.companies.cedar })
  })

  test('at the settlement is billed with the first receipt, and the preview says so', async () => {
    const { id, paidAfter, bills } = await aLife(
      'purchaseInArrears',
      {},
      { tenor: 60, fees: [{ ...bank, timing: 'SETTLEMENT' }] },
    )
    expect(await bills()).toEqual([])
    const preview = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
      body: { orderId: id, amount: '100021.20', valueDate: openingDay, payerRole: 'BUYER', fundSource: 'COLLECTION' },
    })
    expect(preview.totals).toMatchObject({ fees: '0.00', buyerFees: '21.20', refund: '0.00' })
    const books = await paidAfter(60, '100010')
    expect(books).toMatchObject({ F2000: '8980.00', F1230: '11.20' })
    expect(await bills()).toMatchObject([{ amount: '21.20', openAmount: '11.20', status: 'PARTIAL' }])
  })
})

test('fees between funder and platform are in their books and in no other party’s price', async () => {
  const fees: Fee[] = [
    { code: 'PLATFORM', value: '30', payer: 'FUNDER', beneficiary: 'PLATFORM', timing: 'FUNDING' },
    { code: 'FUNDER', value: '8', payer: 'PLATFORM', beneficiary: 'FUNDER', timing: 'SETTLEMENT' },
  ]
  const { quote, balances, paidAfter } = await aLife('purchaseInAdvance', {}, { tenor: 60, fees })
  expect(quote.fees).toEqual([])
  expect(JSON.stringify(quote)).not.toContain('"feeCode"')
  expect(await balances()).toMatchObject({ F5100: '30.00', F2300: '30.00', P1100: '30.00', P4020: '30.00' })
  const books = await paidAfter(60)
  expect(books).toMatchObject({ F2000: '10000.00', F2300: '22.00', P1100: '22.00', P5000: '8.00', F4020: '8.00' })
})

test('an order below the least amount of its product is refused, and one above the most is capped', async () => {
  const productId = portal.world.products.purchaseInAdvance
  const amounts = (minAmount: string, maxAmount: string) =>
    portal.look((tx) =>
      tx
        .updateTable('financingProduct')
        .set({ currencies: ['USD'], minAmount, maxAmount })
        .where('id', '=', productId)
        .execute(),
    )
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const trial = (applyAmount?: string) =>
    portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: { ...request, items: request.items.map((item) => ({ ...item, ...(applyAmount ? { applyAmount } : {}) })) },
    })
  await amounts('95000', '200000')
  expect(await refusalOf(trial())).toMatchObject({ error: 'ORDER_BELOW_PRODUCT_MIN', data: { min: '95000.00' } })
  await amounts('1000', '50000')
  expect((await trial()).total.applyAmount).toBe('50000.00')
  expect((await refusalOf(trial('60000'))).error).toBe('LIMIT_EXCEEDED')
})
