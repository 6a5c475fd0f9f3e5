import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyDilution } from '../../books/servicing/apply-dilution.ts'
import { newId } from '../../database/id.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import {
  aConfirmedOrder,
  actAs,
  aFundedOrder,
  aReceipt,
  aRepayment,
  balanceIn,
  brokenLaws,
  credit,
  passAll,
  payFunding,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const detail = (id: string) => portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
const paidParts = async (id: string) =>
  Object.fromEntries((await detail(id)).allocations.filter((one) => !one.reversed).map((one) => [one.component, one.amount]))
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const overdueAt = async (asOf: string) => {
  const { currencies } = await portal.ask(portal.seats.elmMaker, reportCalls.accountOverview, { body: { asOf } })
  return currencies.find((one) => one.currency === 'USD')!.figures.find(({ figure }) => figure === 'OVERDUE')!.amount
}
let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
// Orders are paid on working days.
const isWeekend = () => ['Sat', 'Sun'].includes(new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3))
beforeEach(async () => {
  while (isWeekend()) await closeDays(1)
})

describe('a receivable in arrears', () => {
  test('is settled at maturity by its buyer; the reserve goes to the supplier two business days later', async () => {
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await closeDays(60)
    expect(await balance(orderId, 'F1200')).toBe('1020.00')
    const repayment = await aRepayment(portal, orderId, '100000', { valueDate: day })
    expect(await paidParts(repayment.id)).toEqual({ INTEREST: '1020.00', PRINCIPAL: '90000.00', RESERVE: '8980.00' })
    expect(await orderOf(orderId)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.0000', settledOn: day })
    const invoice = await portal.look((tx) =>
      tx.selectFrom('invoice').selectAll().where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
    )
    expect(invoice).toMatchObject({ payStatus: 'PAID', docStatus: 'CLOSED', financeStatus: 'SETTLED' })

    const { settlement } = portal.seats
    const release = (body: object) => portal.ask(settlement, paymentCalls.addRelease, { body: body as never })
    expect((await refusalOf(release({ orderId }))).data).toMatchObject({ error: 'RESERVE_NOT_FREE', reason: 'DATE' })
    await closeDays(4)
    const drafted = await release({ orderId })
    expect((await refusalOf(release({ orderId }))).data).toMatchObject({ reason: 'NOTHING' })
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: drafted.id } })
    await passAll(portal, drafted.no, 'RELEASE')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: drafted.id, valueDate: day, bankRef: newId() },
    })
    expect(await balance(orderId, 'F2000')).toBe('0.00')
    // What was paid out stays paid: without the receipt its supplier would owe it (decision 161).
    expect((await detail(repayment.id)).operations).toEqual(['DETAIL', 'REVERSE'])
  })

  test('counts receipts from the funding day on, and refuses earlier ones with that day', async () => {
    const before = day
    await closeDays(1)
    while (isWeekend()) await closeDays(1)
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const { id } = await aReceipt(portal, '100', { valueDate: before })
    const parts = [{ orderId, amount: '100' }]
    const { settlement } = portal.seats
    const ask = portal.ask(settlement, repaymentCalls.match, { body: { collectionId: id, parts } })
    const said = { message: 'VALUE_DATE_BEFORE_FUNDING', params: { fundedOn: day } }
    expect((await refusalOf(ask)).data).toMatchObject({ fundedOn: day, fields: [{ field: 'parts.0.orderId', ...said }] })
    const preview = portal.ask(settlement, repaymentCalls.preview, {
      body: { orderId, amount: '100', valueDate: before },
    })
    expect((await refusalOf(preview)).data.fields).toEqual([{ field: 'valueDate', ...said }])
  })

  const takeBackNow = (repayment: { id: string; no: string }) => takeBack(portal, repayment)

  test('a receipt that is taken back leaves the order as if it had never come, even days later', async () => {
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await closeDays(10)
    const first = await aRepayment(portal, orderId, '30000', { valueDate: day })
    await closeDays(5)
    const second = await aRepayment(portal, orderId, '20000', { valueDate: day })
    await closeDays(3)
    await portal.ask(portal.seats.settlement, repaymentCalls.reverse, {
      body: { id: first.id, reason: 'Recalled by the bank' },
    })
    // It waits for approval, says so, and is not asked for twice.
    const waiting = await detail(first.id)
    expect([waiting.status, waiting.reversalInApproval, waiting.operations]).toEqual(['POSTED', true, ['DETAIL']])
    await passAll(portal, first.no, 'REPAYMENT_REVERSAL')
    // 90,000.00 for 15 days at 6.8 % is 255.00; the second receipt now pays it whole.
    expect(await paidParts(second.id)).toEqual({ INTEREST: '255.00', PRINCIPAL: '19745.00' })
    expect((await detail(first.id)).status).toBe('REVERSED')
    const invoice = await portal.look((tx) =>
      tx.selectFrom('invoice').select(['paidAmount', 'payStatus']).where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
    )
    expect(invoice).toEqual({ paidAmount: '20000.0000', payStatus: 'PARTIAL' })
    const receipt = await portal.look((tx) =>
      tx.selectFrom('collection').select('status').where('id', '=', first.collectionId).executeTakeFirstOrThrow(),
    )
    expect(receipt.status).toBe('RECEIVED')
    await takeBackNow(second)
    expect(await orderOf(orderId)).toMatchObject({ status: 'FUNDED', principalOutstanding: '90000.0000' })
  })

  test('a receipt recorded late counts from its value date, and what came after it is booked again', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const on = addDays(day, 10)
    await closeDays(15)
    const later = await aRepayment(portal, orderId, '20000', { valueDate: day })
    await closeDays(2)
    const early = await aRepayment(portal, orderId, '30000', { valueDate: on })
    expect(await paidParts(early.id)).toEqual({ INTEREST: '170.00', PRINCIPAL: '29830.00' })
    // 60,170.00 for 5 days.
    expect(await paidParts(later.id)).toEqual({ INTEREST: '56.83', PRINCIPAL: '19943.17' })
  })

  test('an overdue order bears interest and, after its grace, a penalty; a payment cures it', async () => {
    const { orderId } = await aFundedOrder(portal, {
      product: 'purchaseInArrears',
      fundingDate: day,
      faces: ['50000', '50000'],
      tenors: [5, 90],
    })
    await closeDays(5)
    const due = day
    await closeDays(6)
    expect((await orderOf(orderId)).status).toBe('FUNDED')
    while ((await orderOf(orderId)).status === 'FUNDED') await closeDays(1)
    expect((await orderOf(orderId)).status).toBe('OVERDUE')
    expect(day > addDays(due, 5)).toBe(true)
    expect([await overdueAt(due), await overdueAt(addDays(day, -1)), await overdueAt(day)]).toEqual(['0.00', '0.00', '90000.00'])
    await closeDays(1)
    expect([await overdueAt(addDays(day, -2)), await overdueAt(addDays(day, -1))]).toEqual(['0.00', '90000.00'])
    const quote = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
    expect(Number(quote.owed[0]!.penalty)).toBeGreaterThan(0)
    expect(quote.owed[1]!.penalty).toBe('0.00')
    await aRepayment(portal, orderId, quote.owed[0]!.total, { valueDate: day })
    expect((await orderOf(orderId)).status).toBe('PARTIALLY_REPAID')
    const rest = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
    await aRepayment(portal, orderId, rest.total, { valueDate: day })
    expect((await orderOf(orderId)).status).toBe('SETTLED')
  })
})

test('repaying a discount early gives the unearned part back as reserve', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day })
  await closeDays(42)
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  expect((await orderOf(orderId)).status).toBe('SETTLED')
  expect(await balance(orderId, 'F2000')).toBe('10221.00')
  expect(await balance(orderId, 'F2100')).toBe('0.00')
})

test('a buyer who pays too much gets the rest back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day })
  await closeDays(60)
  const repayment = await aRepayment(portal, orderId, '100500', { valueDate: day })
  expect((await detail(repayment.id)).surplus).toBe('500.00')
  const { settlement } = portal.seats
  const drafted = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: drafted.id } })
  await passAll(portal, drafted.no, 'REFUND')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: drafted.id, valueDate: day, bankRef: newId() },
  })
  expect(await balance(orderId, 'F2200')).toBe('0.00')
})

test('a supplier that pays all that is owed takes the receivable back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await closeDays(20)
  const quote = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  await aRepayment(portal, orderId, quote.total, { valueDate: day, payerRole: 'SUPPLIER' })
  expect((await orderOf(orderId)).status).toBe('SETTLED')
  expect(await balance(orderId, 'F1100')).toBe('0.00')
})

test('a credit note is borne by the reserve and then claimed from the supplier, whose payment ends the claim', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, faces: ['50000'] })
  const { alder, cedar } = portal.world.companies
  const adjust = async (amount: string) => {
    const id = newId()
    await portal.look((tx) =>
      tx
        .insertInto('invoiceAdjustment')
        .values({
          id,
          invoiceId: invoiceIds[0]!,
          supplierId: alder,
          buyerId: cedar,
          refNo: id,
          type: 'CREDIT_NOTE',
          currency: 'USD',
          amount,
          adjustmentDate: day,
          status: 'PASSED',
        })
        .execute(),
    )
    await credit(portal, invoiceIds[0]!, amount, id)
    await actAs(portal, portal.seats.operations, (context) => applyDilution(context, invoiceIds[0]!, amount, id))
    return portal.look((tx) => tx.selectFrom('invoiceAdjustment').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  }
  expect(await adjust('4000')).toMatchObject({ absorbedByReserve: '4000.0000', chargedToSupplier: '0.0000' })
  expect(await adjust('2500')).toMatchObject({ absorbedByReserve: '1000.0000', chargedToSupplier: '1500.0000' })
  const open = () =>
    portal.look((tx) =>
      tx.selectFrom('recourseClaim').selectAll().where('orderId', '=', orderId).where('status', '=', 'OPEN').execute(),
    )
  expect(await open()).toMatchObject([{ amount: '1500.0000', reason: 'DILUTION' }])
  await aRepayment(portal, orderId, '1500', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await open()).toEqual([])
  expect((await orderOf(orderId)).principalOutstanding).toBe('43500.0000')
})

describe('a receipt', () => {
  test('is recorded once, and its text names the order it pays', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const { orderNo } = await orderOf(orderId)
    const receipt = await aReceipt(portal, '1000', {
      valueDate: day,
      rawText: `Payment for ${orderNo.replaceAll('-', ' ')} thanks`,
    })
    expect(receipt.matchReason).toBe(`ORDER_NO ${orderNo}`)
    const same = {
      bankAccountId: portal.world.accounts.elm,
      bankRef: 'TWICE',
      valueDate: day,
      amount: '7.00',
      currency: 'USD',
    }
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, { body: same as never })),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })

  test('is never matched beyond its amount, however many match it at the same moment', async () => {
    const orders = [await aFundedOrder(portal, { fundingDate: day }), await aFundedOrder(portal, { fundingDate: day })]
    const receipt = await aReceipt(portal, '1000', { valueDate: day })
    const tries = await Promise.allSettled(
      orders.map(({ orderId }) =>
        portal.ask(portal.seats.settlement, repaymentCalls.match, {
          body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId, amount: '1000' }] },
        }),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(((tries.find((one) => one.status === 'rejected') as PromiseRejectedResult).reason as { error: string }).error).toBe(
      'OVER_ALLOCATION',
    )
  })

  test('names only invoices of the order that it is matched to', async () => {
    const paid = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const other = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    const receipt = await aReceipt(portal, '1000', { valueDate: day })
    const match = (invoiceIds: string[]) =>
      portal.ask(portal.seats.settlement, repaymentCalls.match, {
        body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId: paid.orderId, amount: '1000', invoiceIds }] },
      })
    expect((await refusalOf(match([...paid.invoiceIds, ...other.invoiceIds]))).data).toMatchObject({
      error: 'INVOICE_NOT_OF_ORDER',
      fields: [{ field: 'parts.0.invoiceIds', message: 'INVOICE_NOT_OF_ORDER' }],
    })
    expect((await match(paid.invoiceIds)).repayments).toHaveLength(1)
  })

  test('is previewed exactly as it is booked', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await closeDays(7)
    const body = { orderId, amount: '12345.67', valueDate: day }
    const preview = await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: body })
    const repayment = await aRepayment(portal, orderId, body.amount, { valueDate: day })
    expect((await detail(repayment.id)).allocations.map(({ component, amount }) => ({ component, amount }))).toEqual(
      preview.allocations.map(({ component, amount }) => ({ component, amount })),
    )
  })

  test('shows whoever decides on it what it will pay, and nobody else', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
    await closeDays(7)
    const receipt = await aReceipt(portal, '12345.67', { valueDate: day })
    const { settlement, settlement2, elmChecker, firChecker, alderMaker } = portal.seats
    const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId, amount: '12345.67' }] },
    })
    const { id, no } = repayments[0]!
    const ahead = (seat: Seat) => portal.ask(seat, repaymentCalls.previewMatched, { body: { no } })
    const seen = await ahead(settlement2)
    expect(await ahead(elmChecker)).toEqual(seen)
    expect((await refusalOf(ahead(firChecker))).error).toBe('NOT_FOUND')
    expect((await refusalOf(ahead(alderMaker))).error).toBe('FORBIDDEN')
    await passAll(portal, no, 'REPAYMENT')
    expect((await detail(id)).allocations.map(({ component, amount }) => ({ component, amount }))).toEqual(
      seen.plan!.allocations.map(({ component, amount }) => ({ component, amount })),
    )
    expect(await ahead(settlement2)).toMatchObject({ amount: '12345.67', plan: null })
  })
})

test('of a repayment and a reversal at the same moment the books show one after the other', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await closeDays(3)
  const first = await aRepayment(portal, orderId, '10000', { valueDate: day })
  const receipt = await aReceipt(portal, '5000', { valueDate: day })
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId, amount: '5000' }] },
  })
  await Promise.all([takeBack(portal, first), passAll(portal, repayments[0]!.no, 'REPAYMENT')])
  expect((await detail(first.id)).status).toBe('REVERSED')
  expect((await detail(repayments[0]!.id)).status).toBe('POSTED')
  // 51.00 for three days, the rest principal.
  expect((await orderOf(orderId)).principalOutstanding).toBe('85051.0000')
})

test('a conversion pays off the purchase-order financing out of its proceeds', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: day,
    faces: ['200000'],
    tenors: [90],
    rate: '9',
  })
  await closeDays(60)
  expect(isWeekend()).toBe(false)
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, faces: ['200000'], tenors: [75] })
  await asConversion(portal, child.orderId, parent.orderId)
  await payFunding(portal, child.orderId, day)
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  expect((await orderOf(child.orderId)).status).toBe('FUNDED')
  expect(await balance(parent.orderId, 'F1150')).toBe('0.00')
})
