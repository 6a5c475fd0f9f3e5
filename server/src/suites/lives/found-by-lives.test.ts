import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenLaws, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { decide, signAll } from './approvals.ts'
import { closeDays } from './money.ts'
import { submit } from './orders.ts'
import { openTown, type Town } from './town.ts'

// What random lives have found, each shrunk to what it takes.

let portal: Portal
let town: Town
beforeAll(async () => {
  portal = await openPortal()
  town = await openTown(portal, 'found')
})
afterAll(() => portal.close())

const invoice = async (facts: object = {}): Promise<string> => {
  const { alderMaker, cedarChecker } = portal.seats
  const body = {
    buyerCode: 'CEDAR',
    invoiceNo: `FOUND-${town.next()}`,
    issueDate: town.day,
    dueDate: addDays(town.day, 60),
    currency: 'USD',
    amount: '40000.00',
    ...facts,
  }
  const { id } = await town.ask(alderMaker, invoiceCalls.add, { body })
  await town.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await town.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  return id
}

/** Takes an order all the way to its money; answers what was paid out. */
const fund = async (request: Omit<TrialRequest, 'currency' | 'fundingDate'>, confirmer = portal.seats.cedarChecker) => {
  const { settlement } = portal.seats
  const { id } = await submit(town, portal.world.companies.alder, { ...request, currency: 'USD', fundingDate: town.day })
  await decide(town, 'FINANCE_ORDER', id)
  await signAll(town, id)
  await town.ask(confirmer, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })
  const [payment] = await town.rows<{ id: string }>(sql`select id from payment where order_id = ${id}`)
  await town.ask(settlement, paymentCalls.instruct, { body: { id: payment!.id } })
  await decide(town, 'PAYMENT', payment!.id)
  await town.ask(town.portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment!.id, valueDate: town.day, bankRef: `FOUND-${town.next()}` },
  })
  const [paid] = await town.rows<{ amount: string }>(sql`select amount from payment where id = ${payment!.id}`)
  return { id, paid: paid!.amount.slice(0, -2) }
}

test('the quote of each part shipment brings what its conversion pays, and the last one takes all that is left', async () => {
  const { alderMaker, alderChecker, cedarChecker } = portal.seats
  const { id: purchaseOrderId } = await town.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'FOUND-PO',
      orderDate: town.day,
      latestShipDate: addDays(town.day, 40),
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '1000', unitPrice: '100.00' }],
      saveType: 'SUBMIT',
    },
  })
  await town.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
  const products = portal.world.products
  const items = [{ docType: 'PO' as const, docId: purchaseOrderId }]
  const parent = await fund({ financingProductId: products.purchaseOrder, items }, alderChecker)
  const parentNow = async () =>
    (
      await town.rows<{ status: string; left: string }>(
        sql`select status, principal_outstanding::text as left from finance_order where id = ${parent.id}`,
      )
    )[0]
  // A Thursday and the Monday after it: banks pay on working days.
  for (const [days, amount, after] of [
    [3, '40000.00', { status: 'PARTIALLY_REPAID', left: '36000.0000' }],
    [4, '60000.00', { status: 'CONVERTED', left: '0.0000' }],
  ] as const) {
    await closeDays(town, days)
    const request = {
      financingProductId: products.purchaseInAdvance,
      items: [{ docType: 'INVOICE' as const, docId: await invoice({ amount, purchaseOrderId }) }],
      arpOfOrderId: parent.id,
    }
    const body = { ...request, currency: 'USD', fundingDate: town.day }
    const quoted = await town.ask(alderMaker, financeOrderCalls.trialCalculation, { body })
    expect((await fund(request)).paid).toBe(quoted.total.cashToSupplier)
    expect(await parentNow()).toEqual(after)
  }
  expect(await brokenLaws(portal)).toEqual([])
})

test('a funder sees what was paid on a receivable before it bought it, so that its figures add up', async () => {
  const id = await invoice({ currency: 'USD', amount: '50000.00' })
  const { cedarMaker, elmChecker } = portal.seats
  const paid = { invoiceId: id, amount: '5000.00', valueDate: town.day }
  const before = await town.ask(elmChecker, arCalls.queryPaymentHistoryByDate, { body: { currency: 'USD' } })
  const payment = await town.ask(cedarMaker, directPaymentCalls.report, { body: paid })
  await decide(town, 'DIRECT_PAYMENT', payment.id)
  await fund({ financingProductId: portal.world.products.purchaseInArrears, items: [{ docType: 'INVOICE', docId: id }] })
  const after = await town.ask(elmChecker, arCalls.queryPaymentHistoryByDate, { body: { currency: 'USD' } })
  expect(Number(after.total) - Number(before.total)).toBe(5000)
  const due = await town.ask(elmChecker, arCalls.queryDueBalance, { body: { currency: 'USD' } })
  const history = await town.ask(elmChecker, arCalls.queryHistoryDueBalance, { body: { currency: 'USD' } })
  expect(history.at(-1)!.amount).toBe(due.total)
})

test('a receipt that comes back leaves no trace in how soon a buyer pays', async () => {
  const { settlement, alderMaker } = portal.seats
  const asked = () => town.ask(alderMaker, arCalls.queryPaymentHistoryByDate, { body: { currency: 'USD' } })
  const before = await asked()
  const { id } = await fund({
    financingProductId: portal.world.products.purchaseInArrears,
    items: [{ docType: 'INVOICE', docId: await invoice() }],
  })
  const receipt = await town.ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `FOUND-${town.next()}`,
      valueDate: town.day,
      amount: '10000.00',
      currency: 'USD',
    },
  })
  const { repayments } = await town.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId: id, amount: '10000.00' }] },
  })
  await decide(town, 'REPAYMENT', repayments[0]!.id)
  await closeDays(town, 10)
  await town.ask(settlement, repaymentCalls.reverse, { body: { id: repayments[0]!.id, reason: 'Returned by the bank' } })
  await decide(town, 'REPAYMENT_REVERSAL', repayments[0]!.id)
  const { total, daysToPay, daysLate } = await asked()
  expect({ total, daysToPay, daysLate }).toEqual({ total: before.total, daysToPay: before.daysToPay, daysLate: before.daysLate })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a limit in dollars counts what is used in yen, for every order that comes after', async () => {
  const { alder } = portal.world.companies
  const limits = async (currency: string, docId: string) => {
    const body = {
      financingProductId: portal.world.products.purchaseInAdvance,
      currency,
      fundingDate: town.day,
      items: [{ docType: 'INVOICE' as const, docId }],
    }
    const trial = await town.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body })
    return Number(trial.limits.find((one) => one.type === 'SUPPLIER_FACILITY')!.available)
  }
  const dollars = await invoice()
  const free = await limits('USD', dollars)
  const yen = await invoice({ currency: 'JPY', amount: '14935000' })
  await submit(town, alder, {
    financingProductId: portal.world.products.purchaseInAdvance,
    currency: 'JPY',
    fundingDate: town.day,
    items: [{ docType: 'INVOICE', docId: yen }],
  })
  // 90 % of 100,000 dollars' worth.
  const left = await limits('USD', dollars)
  expect(free - left).toBeCloseTo(90_000, 2)
  // The dashboard names the same headroom, of both funders that offer a price in dollars; the rival has set no limit.
  await portal.look((tx) =>
    sql`update pricing_offer set status = 'EXPIRED' where product_id = ${town.products.rival}`.execute(tx),
  )
  const available = await town.ask(portal.seats.alderMaker, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
  expect(Number(available.facilityHeadroom)).toBeCloseTo(left, 2)
  const inYen = await town.ask(portal.seats.alderMaker, arCalls.availableForFinanceAmount, { body: { currency: 'JPY' } })
  expect(Number(inYen.facilityHeadroom)).toBeCloseTo(left * 149.35, -1)
})
