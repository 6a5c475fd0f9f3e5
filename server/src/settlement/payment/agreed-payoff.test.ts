import { addDays } from '@usance/domain/local-date'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** A loan of 60,000 on a purchase order of 100,000 that two invoices bill, and the signed conversion of the first of them. */
async function aSignedConversion() {
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'], tenors: [90] })
  const issued = { amount: '50000.00', issueDate: openingDay, dueDate: addDays(openingDay, 60) }
  const [first, other] = [await aConfirmedInvoice(portal, issued), await aConfirmedInvoice(portal, issued)]
  await portal.look(async (tx) => {
    const { purchaseOrderId } = await tx
      .selectFrom('financeOrderItem')
      .select('purchaseOrderId')
      .where('orderId', '=', loan.orderId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('invoice').set({ purchaseOrderId }).where('id', 'in', [first, other]).execute()
  })
  const request = requestFor(portal, [first], { fundingDate: openingDay, arpOfOrderId: loan.orderId })
  const order = await aRightConfirmedOrder(portal, request)
  const payment = () =>
    portal.look((tx) => tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow())
  const { id: paymentId, amount: cash } = await payment()
  const instruct = () => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: paymentId } })
  return { loanId: loan.orderId, other, order, cash: Number(cash), payment, paymentId, instruct }
}
const repricing = (id: string) => portal.ask(portal.seats.alderMaker, financeOrderCalls.repricing, { body: { id } })
const agreements = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select(['status', 'contentEn', 'contentCn'])
      .where('orderId', '=', orderId)
      .where('name', '=', 'Receivables purchase agreement')
      .orderBy('no')
      .execute(),
  )

test('more of a loan is paid off than its conversion states only once the supplier has accepted it and signed again', async () => {
  const { seats } = portal
  const { other, order, cash, payment, paymentId, instruct } = await aSignedConversion()
  const [signed] = await agreements(order.id)
  expect(signed!.contentEn).toContain('More of its principal than USD 30,000.00 is paid off only with the consent of')
  expect(signed!.contentCn).toContain('USD 30,000.00')
  expect(await repricing(order.id)).toMatchObject({ needed: false })
  // The buyer pays half of the other invoice: of 75,000 that may still be converted this one is two thirds instead of a half.
  const { no } = await portal.ask(seats.cedarMaker, directPaymentCalls.report, {
    body: { invoiceId: other, amount: '25000.00', valueDate: openingDay, reference: newId() },
  })
  await passAll(portal, no, 'DIRECT_PAYMENT')
  expect(await refusalOf(instruct())).toMatchObject({ error: 'PRICE_CHANGED', data: { changed: ['payoffPrincipal'] } })
  expect(Number((await payment()).amount)).toBe(cash)

  const seen = await repricing(order.id)
  expect(seen).toMatchObject({ needed: true, goesOn: false, problem: null, signAgain: true, mayAccept: true })
  expect(seen.terms.filter(({ changed }) => changed).map(({ key, before, after }) => [key, before, after])).toEqual([
    ['payoffPrincipal', '30000.00', '40000.00'],
    ['cashToSupplier', cash.toFixed(2), (cash - 10_000).toFixed(2)],
  ])
  await portal.ask(seats.alderMaker, financeOrderCalls.acceptPrice, {
    body: { id: order.id, pricingHash: seen.pricingHash! },
  })
  expect((await refusalOf(instruct())).error).toBe('CONTRACT_NOT_SIGNED')
  await signAll(portal, order.id)
  const texts = await agreements(order.id)
  expect(texts.map(({ status }) => status)).toEqual(['TERMINATED', 'SIGNED'])
  expect(texts[1]!.contentEn).toContain('More of its principal than USD 40,000.00')
  await instruct()
  await passAll(portal, (await payment()).no, 'PAYMENT')
  await portal.ask(seats.settlement3, paymentCalls.markPaid, { body: { id: paymentId, valueDate: openingDay, bankRef: newId() } })
  expect(Number((await payment()).amount)).toBe(cash - 10_000)
  expect(await brokenLaws(portal)).toEqual([])
})

test('what is paid on a loan meanwhile lowers the payoff of its conversion and raises the cash, and nobody is asked', async () => {
  const { loanId, order, cash, payment, instruct } = await aSignedConversion()
  await aRepayment(portal, loanId, '6000', { payerRole: 'SUPPLIER' })
  expect(await repricing(order.id)).toMatchObject({ needed: false })
  await instruct()
  // Half of what was paid is principal of this invoice's share.
  expect(Number((await payment()).amount)).toBe(cash + 3_000)
  expect(await brokenLaws(portal)).toEqual([])
})

/** The principal that a conversion of 30,000.00 pays off of a loan of 60,000.00, beside another invoice of 40,000.00 with these notes. */
async function payoffBeside(noted: { confirmedAmount: string; adjustedAmount: string; debitedAmount?: string }) {
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'], tenors: [90] })
  const issued = { issueDate: openingDay, dueDate: addDays(openingDay, 60) }
  const first = await aConfirmedInvoice(portal, { ...issued, amount: '30000.00' })
  const other = await aConfirmedInvoice(portal, { ...issued, amount: '40000.00' })
  await portal.look(async (tx) => {
    const { purchaseOrderId } = await tx
      .selectFrom('financeOrderItem')
      .select('purchaseOrderId')
      .where('orderId', '=', loan.orderId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('invoice').set({ purchaseOrderId }).where('id', 'in', [first, other]).execute()
    await tx.updateTable('invoice').set(noted).where('id', '=', other).execute()
  })
  const request = requestFor(portal, [first], { fundingDate: openingDay, arpOfOrderId: loan.orderId })
  const price = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  return price.payoffPrincipal
}

test('what a credit note takes off the unconfirmed part of another invoice leaves the share of a conversion as it is', async () => {
  // A third: 30,000 of this invoice, 30,000 of the other and 30,000 that are not invoiced may be converted.
  expect(await payoffBeside({ confirmedAmount: '30000', adjustedAmount: '10000' })).toBe('20000.00')
})

test('an accepted debit note on another invoice leaves the share of a conversion as it is', async () => {
  // A third still: of the other the 30,000 that are confirmed of its own amount, whatever a debit note of 30,000 adds.
  expect(await payoffBeside({ confirmedAmount: '30000', adjustedAmount: '-20000', debitedAmount: '30000' })).toBe('20000.00')
})
