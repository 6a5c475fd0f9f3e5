import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { brokenLaws, takeBack, toldApart, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { productOfFir } from '../../testing/second-funder.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// Whole lives over HTTP in which a cent of principal is waived, and who owes what after it in each book.
let portal: Portal
let day = openingDay
let ofFir: string
beforeAll(async () => {
  portal = await openPortal()
  ofFir = await productOfFir(portal)
})
afterAll(() => portal.close())

const closeTo = async (date: string) => {
  if (day < date) day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
}
const invoice = (amount: string, tenor: number) => aConfirmedInvoice(portal, { amount, dueDate: addDays(openingDay, tenor) })
async function funded(invoiceIds: string[], financingProductId: string) {
  const { settlement, settlement3 } = portal.seats
  const order = await aRightConfirmedOrder(portal, requestFor(portal, invoiceIds, { financingProductId }))
  const { payments } = await portal.ask(settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
  const { id, no } = payments[0]!
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: newId() } })
  return order.id
}
async function pay(
  orderId: string,
  amount: string,
  { by = 'BUYER', invoiceIds, to = 'elm' }: { by?: 'BUYER' | 'SUPPLIER'; invoiceIds?: string[]; to?: 'elm' | 'fir' } = {},
) {
  const { settlement } = portal.seats
  const receipt = await portal.ask(settlement, repaymentCalls.recordReceipt, {
    body: { bankAccountId: portal.world.accounts[to], bankRef: newId(), valueDate: day, amount, currency: 'USD' },
  })
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: by, parts: [{ orderId, amount, invoiceIds }] },
  })
  const repayment = repayments[0]!
  await passAll(portal, repayment.no, 'REPAYMENT')
  return repayment
}
/** The accounts of an order that hold anything, but for income and costs, by their names. */
async function books(orderId: string): Promise<Record<string, string>> {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  const held = balances.filter(({ account, balance }) => /^[123]/.test(account) && Number(balance) !== 0)
  return Object.fromEntries(held.map(({ book, account, balance }) => [`${book}${account}`, balance]))
}
const balance = async (orderId: string, account: string) => (await books(orderId))[account] ?? '0.00'
const outstanding = async (id: string) =>
  (await portal.ask(portal.seats.cedarMaker, invoiceCalls.detail, { query: { id } })).outstanding
const statusOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })).status
const waiversRead = async (seat: Seat, orderIds: string[]) =>
  ((await portal.ask(seat, listCalls(repaymentList).pageList, { body: {} })).list ?? [])
    .filter((one) => one.status === 'WAIVED' && orderIds.some((id) => id === one.orderId))
    .map((one) => `${one.orderId} ${one.amount}`)

const note = async (invoiceId: string, amount: string) => {
  const body = { invoiceId, type: 'CREDIT_NOTE', refNo: newId(), amount, date: day } as const
  const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, { body })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
}

// First, as their orders are priced on the opening day.
const ofReserve: { recourse: boolean; orderId: string; noted: string; other: string }[] = []
beforeAll(async () => {
  const product = portal.world.products.purchaseInAdvance
  for (const recourse of [true, false]) {
    await portal.look((tx) => tx.updateTable('financingProduct').set({ recourse }).where('id', '=', product).execute())
    const [noted, other] = [await invoice('100000.00', 14), await invoice('100000.00', 60)]
    const orderId = await funded([noted, other], product)
    // A cent more than its own reserve, which that of the other invoice bears.
    await note(noted, '10000.01')
    ofReserve.push({ recourse, noted, other, orderId })
  }
})

test('a cent waived by one of two funders of an invoice leaves what the other owns of it', async () => {
  const { seats, world } = portal
  await portal.look((tx) => tx.updateTable('financingProduct').set({ advanceRate: '100' }).where('id', '=', ofFir).execute())
  const invoiceId = await invoice('100000.00', 21)
  const later = await invoice('30000.00', 40)
  const elms = await funded([invoiceId], world.products.purchaseInArrears)
  await pay(elms, '50000.00', { by: 'SUPPLIER' })
  const { total } = await portal.ask(seats.alderMaker, repaymentCalls.payoff, { body: { orderId: elms } })
  await pay(elms, total)
  const rest = await balance(elms, 'F1100')
  const last = await pay(elms, rest)
  const firs = await funded([invoiceId, later], ofFir)
  await note(later, '500.00')
  const before = await books(elms)

  await closeTo(addDays(openingDay, 14))
  for (const { orderId, noted } of ofReserve) {
    await pay(orderId, '89999.99', { invoiceIds: [noted] })
    expect([await outstanding(noted), await balance(orderId, 'F2000')]).toEqual(['0.00', '9999.99'])
  }
  await closeTo(addDays(openingDay, 21))
  await pay(firs, '49999.99', { to: 'fir', invoiceIds: [invoiceId] })
  expect([await outstanding(invoiceId), await balance(firs, 'F1100')]).toEqual(['0.01', '29500.01'])
  await closeTo(addDays(openingDay, 35))
  expect([await waiversOn(portal, firs), await waiversOn(portal, elms)]).toEqual([['0.01 POSTED'], []])
  expect([await outstanding(invoiceId), await outstanding(later)]).toEqual(['0.00', '29500.00'])
  expect(await books(firs)).toMatchObject({ F1100: '29500.00', F1300: '500.00', B2010: '29500.00', S2000: '30000.00' })
  expect(await books(elms)).toEqual(before)
  const readers = [seats.cedarMaker, seats.alderMaker, seats.firChecker, seats.elmMaker]
  const read = await Promise.all(readers.map((seat) => waiversRead(seat, [elms, firs])))
  expect(read).toEqual([...Array(3).fill([`${firs} 0.01`]), []])
  expect(await brokenLaws(portal)).toEqual([])

  // Fir's order ends. Then a receipt of Elm's is taken back, which owns a part of the same invoice again.
  await closeTo(addDays(openingDay, 42))
  await pay(firs, '29500.00', { to: 'fir' })
  await pay(firs, '500.00', { to: 'fir', by: 'SUPPLIER' })
  expect(await statusOf(firs)).toBe('SETTLED')
  await takeBack(portal, last)
  expect([await outstanding(invoiceId), await balance(elms, 'F1100'), await balance(elms, 'B2010')]).toEqual([rest, rest, rest])
  expect(await brokenLaws(portal)).toEqual([])
  const held = M.toDecimal(M.subtract(M.fromDecimal(rest, 'USD'), M.fromDecimal('0.01', 'USD')))
  await pay(elms, held)
  await closeTo(addDays(day, 7))
  // Its last cent is borne by the reserve that Elm holds, and Fir's cent by Fir.
  expect([await waiversOn(portal, elms), await waiversOn(portal, firs)]).toEqual([['0.01 POSTED'], ['0.01 POSTED']])
  expect(await books(elms)).toMatchObject({ F2000: held, S1200: held })
  for (const account of ['F1100', 'B2010']) expect(await balance(elms, account)).toBe('0.00')
  expect(await outstanding(invoiceId)).toBe('0.00')
  expect(await brokenLaws(portal)).toEqual([])
  // The cent comes after all, to Fir, and goes back, as Fir has let it go.
  await pay(firs, '0.01', { to: 'fir' })
  expect(await books(firs)).toMatchObject({ F2200: '0.01', B2010: '-0.01' })
  expect([await outstanding(invoiceId), await waiversOn(portal, firs)]).toEqual(['0.00', ['0.01 POSTED']])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a cent that the reserve of another invoice has borne is reserve again when it is waived', async () => {
  const { alderMaker, cedarMaker, elmMaker, settlement } = portal.seats
  await closeTo(addDays(openingDay, 60))
  for (const { orderId, recourse, noted, other } of ofReserve) {
    expect(await waiversOn(portal, orderId)).toEqual(['0.01 POSTED'])
    expect([await outstanding(noted), await outstanding(other)]).toEqual(['0.00', '100000.00'])
    expect(await books(orderId)).toMatchObject({ F1100: '100000.00', F2000: '10000.00', B2010: '100000.00' })
    expect(await books(orderId)).toMatchObject(recourse ? { S2000: '90000.00' } : { S1200: '10000.00' })
    // The buyer owed nothing of the cent, and reads nothing of it.
    const read = await Promise.all([alderMaker, elmMaker, cedarMaker].map((seat) => waiversRead(seat, [orderId])))
    expect(read).toEqual([[`${orderId} 0.01`], [`${orderId} 0.01`], []])

    await pay(orderId, '100000.00', { invoiceIds: [other] })
    expect(await statusOf(orderId)).toBe('SETTLED')
  }
  expect(await brokenLaws(portal)).toEqual([])
  await closeTo(addDays(day, 7))
  for (const { orderId } of ofReserve) {
    const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
    expect((await portal.ask(settlement, paymentCalls.detail, { body: { id } })).amount).toBe('10000.00')
    await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
    await passAll(portal, no, 'RELEASE')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
    for (const account of ['F2000', 'F1100', 'F1300', 'B2010', 'S1200', 'S2000', 'S2300'])
      expect(await balance(orderId, account)).toBe('0.00')
  }
  expect(await brokenLaws(portal)).toEqual([])
})
