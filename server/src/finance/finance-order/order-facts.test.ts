import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { factsTo } from '../../testing/facts.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { withFundRate } from '../../testing/product-terms.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { ofBoth } from '../../testing/two-buyers.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await withFundRate(portal)
})
afterAll(() => portal.close())

const factsOf = (seat: Seat, orderNo: string) => factsTo(portal, seat, orderNo, 'FINANCE_ORDER')
const limitTypes = (facts: Awaited<ReturnType<typeof factsOf>>) => [facts.limits].flat().map((row) => row?.split(' | ')[0])

/** The row of the supplier's facility among the facts of an order for its funder. */
const facilityFor = async (orderNo: string) =>
  [(await factsOf(portal.seats.elmChecker, orderNo)).limits].flat().find((row) => row?.startsWith('SUPPLIER_FACILITY'))
const lowerBy = (amount: string) =>
  portal.look((tx) =>
    tx
      .updateTable('creditLimit')
      .set((eb) => ({ amount: eb('amount', '-', amount) }))
      .where('type', '=', 'SUPPLIER_FACILITY')
      .where('supplierId', '=', portal.world.companies.alder)
      .where('currency', '=', 'USD')
      .execute(),
  )

test('each decider on an order reads beside the decision the figures that its page shows them', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const { alderChecker, operations, elmChecker } = portal.seats
  for (const seat of [alderChecker, operations, elmChecker]) {
    const page = await portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
    const usd = (amount: string | undefined) => `${amount} USD`
    const [item] = page.items
    expect(await factsOf(seat, order.orderNo)).toMatchObject({
      product: page.product.name,
      supplier: page.supplier.name,
      buyer: page.buyerName,
      funder: page.funder.name,
      asked: usd(page.financeAmount),
      advanceRate: page.product.advanceRate,
      rate: page.rate,
      interest: usd(page.interestAmount),
      payout: usd(page.netAmount),
      reserve: usd(page.reserveAmount),
      receivables: [`${item!.docNo} | ${item!.buyerName} | ${item!.dueDate} | ${usd(item!.face)} | ${usd(item!.applyAmount)}`],
      fees: page.fees.map((fee) => `${fee.code} | ${fee.payer} | ${fee.timing} | ${usd(fee.amount)} | ${usd(fee.tax)}`),
    })
  }
})

test('a supplier reads no earnings of its funder and no limit that others use too; its funder and the operator read both', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const { alderChecker, operations, elmChecker } = portal.seats
  const ofSupplier = await factsOf(alderChecker, order.orderNo)
  expect(ofSupplier).not.toHaveProperty('fundInterest')
  expect(ofSupplier).not.toHaveProperty('spread')
  expect(limitTypes(ofSupplier)).toContain('SUPPLIER_FACILITY')
  for (const type of ['BUYER', 'FUNDER']) expect(limitTypes(ofSupplier)).not.toContain(type)
  for (const seat of [operations, elmChecker]) {
    const facts = await factsOf(seat, order.orderNo)
    expect(facts).toMatchObject({ fundInterest: '465.00 USD', spread: '555.00 USD' })
    expect(limitTypes(facts)).toEqual(expect.arrayContaining(['SUPPLIER_FACILITY', 'BUYER', 'FUNDER']))
  }
})

test('a limit stands with what is free before the order and after it, until the order is decided', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const rowOf = () => facilityFor(order.orderNo)
  const [, , before, after] = (await rowOf())!.split(' | ').map((one) => Number.parseFloat(one))
  expect(before! - after!).toBe(90_000)
  await passAll(portal, order.orderNo)
  expect(await factsOf(portal.seats.elmChecker, order.orderNo)).not.toHaveProperty('limits')
})

test('a limit that fits to the cent leaves nothing, and one that does not hold the order says what it is short of', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const rowOf = () => facilityFor(order.orderNo)
  const [, , before] = (await rowOf())!.split(' | ')
  await lowerBy(String(Number.parseFloat(before!) - 90_000))
  expect(await rowOf()).toBe('SUPPLIER_FACILITY |  | 90000.00 USD | 0.00 USD')
  await lowerBy('12000.01')
  expect(await rowOf()).toBe('SUPPLIER_FACILITY |  | 77999.99 USD | -12000.01 USD')
  // The next order of this file finds room again.
  await lowerBy('-1000000')
})

test('a limit that is overdrawn already says what it is short of, before the order and after it', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const [, , before] = (await facilityFor(order.orderNo))!.split(' | ')
  await lowerBy(String(Number.parseFloat(before!) + 12_500.5))
  expect(await facilityFor(order.orderNo)).toBe('SUPPLIER_FACILITY |  | -12500.50 USD | -102500.50 USD')
  expect(await refusalOf(passAll(portal, order.orderNo))).toMatchObject({
    error: 'LIMIT_EXCEEDED',
    data: { limitType: 'SUPPLIER_FACILITY' },
  })
  await lowerBy('-1000000')
})

test('a conversion tells the payoff of its loan, and leaves of each limit what its payment will leave', async () => {
  const { alderChecker, cedarChecker, operations, elmChecker, settlement, settlement3 } = portal.seats
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
  const order = await aSubmittedOrder(
    portal,
    requestFor(portal, [first], { fundingDate: openingDay, arpOfOrderId: loan.orderId }),
  )
  // The invoice takes the place of half of the 60,000.
  for (const seat of [alderChecker, operations, elmChecker]) {
    const page = await portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
    const facts = await factsOf(seat, order.orderNo)
    expect(facts).toMatchObject({
      converts: page.arpOf!.orderNo,
      asked: '45000.00 USD',
      payoff: '30000.00 USD',
      payoffPrincipal: '30000.00 USD',
      payout: `${page.pricing!.total.cashToSupplier} USD`,
    })
    const rows = [facts.limits].flat().map((row) => row!.split(' | ').slice(2).map(Number.parseFloat))
    expect(rows.length).toBeGreaterThan(0)
    for (const [before, after] of rows) expect(before! - after!).toBe(15_000)
  }
  const { limits } = await factsOf(elmChecker, order.orderNo)

  await passAll(portal, order.orderNo)
  expect(await factsOf(elmChecker, order.orderNo)).toMatchObject({ payoff: '30000.00 USD' })
  await signAll(portal, order.id)
  await portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })
  const { id, no } = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: newId() } })
  const next = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const columnOf = (rows: string | string[] | undefined, column: number) =>
    [rows].flat().map((row) => row!.split(' | ').filter((_, at) => at < 2 || at === column))
  expect(columnOf((await factsOf(elmChecker, next.orderNo)).limits, 2)).toEqual(columnOf(limits, 3))
})

test('an order of several buyers names each with its part', async () => {
  const { request } = await ofBoth(portal)
  const order = await aSubmittedOrder(portal, request)
  const page = await portal.ask(portal.seats.operations, financeOrderCalls.detail, { query: { id: order.id } })
  const facts = await factsOf(portal.seats.operations, order.orderNo)
  expect(facts.buyers).toEqual(
    page.buyers.map((one) => `${one.name} | ${one.documents} | ${one.faceAmount} USD | ${one.financeAmount} USD`),
  )
  expect(facts).not.toHaveProperty('buyer')
})

test('whoever may not read an approval is told no facts of it', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const body = { businessNo: order.orderNo, businessType: 'FINANCE_ORDER' }
  expect((await refusalOf(portal.ask(portal.seats.dogwoodChecker, workflowCalls.facts, { body }))).error).toBe('NOT_FOUND')
})
