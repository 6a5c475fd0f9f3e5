import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { deductionReport } from '@usance/wire/adjustment/list'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentList } from '@usance/wire/repayment/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll as passMoney, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const orderOf = (id: string) => portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
const booksOf = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return (...accounts: string[]) =>
    accounts.map((account) => balances.find((one) => one.book + one.account === account)?.balance ?? '0.00')
}
const asks = (orderId: string) =>
  portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } as never })
/** Orders of Alder against Cedar of 100,000.00 each, 90,000.00 advanced, 91 days after their maturity. */
async function longOverdue(recourse: readonly boolean[]) {
  let { businessDate: fundingDate } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  while ([0, 6].includes(new Date(`${fundingDate}T00:00:00Z`).getUTCDay())) fundingDate = await runEndOfDay(portal.app)
  const orders: { orderId: string; invoiceId: string }[] = []
  for (const one of recourse) {
    await portal.asOwner((db) =>
      db
        .updateTable('financingProduct')
        .set({ recourse: one })
        .where('id', '=', portal.world.products.purchaseInArrears)
        .execute(),
    )
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, tenors: [10] })
    orders.push({ orderId, invoiceId: invoiceIds[0]! })
  }
  return { orders, fundingDate }
}
async function lost(recourse: readonly boolean[]) {
  const { orders, fundingDate } = await longOverdue(recourse)
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 101) })
  for (const { orderId } of orders) {
    await asks(orderId)
    await passWriteOff(portal, (await orderOf(orderId)).orderNo)
  }
  return { orders, today }
}
let notes = 0
async function creditNote(invoiceId: string, amount: string, date: string) {
  const refNo = `CN-${++notes}`
  const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo, amount, date } as never,
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  const page = await portal.ask(portal.seats.elmMaker, listCalls(deductionReport).pageList, { body: {} })
  return page.list!.find((row) => row.refNo === refNo)!
}

test('a credit note after a loss lowers what the buyer owes, then what the supplier expects, then is owed by the supplier', async () => {
  const { orders, today } = await lost([false, true])
  for (const { orderId, invoiceId } of orders) {
    const before = await booksOf(orderId)
    expect(before('B2010')).toEqual(['100000.00'])
    expect(await creditNote(invoiceId, '4000.00', today)).toMatchObject({
      absorbedByReserve: '4000.00',
      chargedToSupplier: '0.00',
    })
    expect(await brokenLaws(portal)).toEqual([])
    // The funder expects 96,000.00 of principal of 90,000.00: 6,000.00 are covered, the rest is the supplier's to pay.
    expect(await creditNote(invoiceId, '20000.00', today)).toMatchObject({
      absorbedByReserve: '6000.00',
      chargedToSupplier: '14000.00',
    })
    const after = await booksOf(orderId)
    expect(after('B2010', 'S4100', 'F5000')).toEqual(['76000.00', '24000.00', ...before('F5000')])
  }
  const [{ orderId }, { orderId: debt }] = [orders[0]!, orders[1]!]
  const book = await booksOf(orderId)
  expect(book('S1200', 'S2300')).toEqual(['0.00', '14000.00'])
  // The supplier pays what it owes: costs and the credit note. Of the receivable it takes nothing back.
  const [loss] = book('F5000')
  await aRepayment(portal, orderId, (Number(loss) - 76_000).toFixed(2), { valueDate: today, payerRole: 'SUPPLIER' })
  expect((await booksOf(orderId))('S2300', 'B2010', 'F5000')).toEqual(['0.00', '76000.00', '76000.00'])
  // The buyer owes what its invoice says, and not a cent of it stays open.
  await aRepayment(portal, orderId, '76000', { valueDate: today })
  expect((await booksOf(orderId))('F5000', 'F2000', 'F2200', 'B2010')).toEqual(['0.00', '0.00', '0.00', '0.00'])
  await aRepayment(portal, debt, '76100', { valueDate: today })
  expect((await booksOf(debt))('F2200', 'B2010')).toEqual(['100.00', '-100.00'])
})

test('what the supplier had taken back bears a credit note first, and the funder again once that payment is taken back', async () => {
  const { orders, today } = await lost([false])
  const { orderId, invoiceId } = orders[0]!
  const paid = await aRepayment(portal, orderId, '60000', { valueDate: today, payerRole: 'SUPPLIER' })
  const [owned] = (await booksOf(orderId))('B2010')
  await creditNote(invoiceId, '30000.00', today)
  expect((await booksOf(orderId))('B2010')).toEqual([owned])
  await takeBack(portal, paid)
  expect((await booksOf(orderId))('B2010')).toEqual(['70000.00'])
})

test('a credit note that the funder bears again with the receivable stays with its invoice, and another one lowers its own alone', async () => {
  const { businessDate: fundingDate } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate,
    faces: ['100000', '100000'],
    tenors: [10, 12],
  })
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 103) })
  await asks(orderId)
  await passWriteOff(portal, (await orderOf(orderId)).orderNo)
  const paid = await aRepayment(portal, orderId, '60000', { valueDate: today, payerRole: 'SUPPLIER' })
  await creditNote(invoiceIds[0]!, '30000.00', today)
  await takeBack(portal, paid)
  expect((await booksOf(orderId))('B2010')).toEqual(['170000.00'])
  await creditNote(invoiceIds[1]!, '1000.00', today)
  expect((await booksOf(orderId))('B2010')).toEqual(['169000.00'])
})

test('a receipt from before a loss is refused to be taken back when that is asked for, and a loss waits for a reversal', async () => {
  const { orders, fundingDate } = await longOverdue([false])
  const { orderId } = orders[0]!
  const { settlement } = portal.seats
  const early = await aRepayment(portal, orderId, '20000', { valueDate: fundingDate })
  await runEndOfDay(portal.app, { through: addDays(fundingDate, 101) })
  const reverse = () => portal.ask(settlement, repaymentCalls.reverse, { body: { id: early.id, reason: 'Recalled' } as never })
  const second = await aRepayment(portal, orderId, '500', { valueDate: fundingDate })
  await portal.ask(settlement, repaymentCalls.reverse, { body: { id: second.id, reason: 'Recalled' } as never })
  expect(await refusalOf(asks(orderId))).toMatchObject({ error: 'REVERSAL_UNDER_WAY', data: { no: second.no } })
  await passMoney(portal, second.no, 'REPAYMENT_REVERSAL')
  await asks(orderId)
  await passWriteOff(portal, (await orderOf(orderId)).orderNo)

  expect((await refusalOf(reverse())).error).toBe('LOSS_TAKEN_SINCE')
  const detail = await portal.ask(settlement, repaymentCalls.detail, { body: { id: early.id } })
  expect(detail.operations).toEqual(['DETAIL'])
  const { list = [] } = await portal.ask(settlement, listCalls(repaymentList).pageList, { body: { pageSize: 100 } as never })
  expect(list.find((one) => one.no === early.no)!.operations).toEqual(['DETAIL'])
})

const shown = async (invoiceId: string) => {
  const { payStatus, financeStatus } = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, {
    query: { id: invoiceId },
  })
  return [payStatus, financeStatus]
}

test('a lost invoice of which nothing is owed after a credit note is settled, whatever was paid of it before', async () => {
  const { orders, today } = await lost([false, true])
  const [partly, credited] = [orders[0]!, orders[1]!]
  await aRepayment(portal, partly.orderId, '40000', { valueDate: today })
  expect(await shown(partly.invoiceId)).toEqual(['WRITTEN_OFF', 'OVERDUE'])
  await creditNote(partly.invoiceId, '60000.00', today)
  expect(await shown(partly.invoiceId)).toEqual(['PAID', 'SETTLED'])
  await creditNote(credited.invoiceId, '100000.00', today)
  expect(await shown(credited.invoiceId)).toEqual(['WRITTEN_OFF', 'SETTLED'])
})

test('an invoice is lost no more once the whole loss is back, and lost again when that receipt is taken back', async () => {
  const { orders, today } = await lost([true])
  const { orderId, invoiceId } = orders[0]!
  await aRepayment(portal, orderId, '500', { valueDate: today })
  expect(await shown(invoiceId)).toEqual(['WRITTEN_OFF', 'OVERDUE'])
  const [loss] = (await booksOf(orderId))('F5000')
  const repaid = await aRepayment(portal, orderId, loss!, { valueDate: today, payerRole: 'SUPPLIER' })
  expect(await shown(invoiceId)).toEqual(['PARTIAL', 'SETTLED'])
  await takeBack(portal, repaid)
  expect(await shown(invoiceId)).toEqual(['WRITTEN_OFF', 'OVERDUE'])
})

test('what a buyer still owes the funder once the whole loss is back is not paid to the supplier: it is its reserve', async () => {
  const { orders, today } = await lost([false])
  const { orderId, invoiceId } = orders[0]!
  const [loss] = (await booksOf(orderId))('F5000')
  await aRepayment(portal, orderId, loss!, { valueDate: today })
  const rest = (100_000 - Number(loss)).toFixed(2)
  expect(await shown(invoiceId)).toEqual(['PARTIAL', 'SETTLED'])
  expect((await booksOf(orderId))('B2010')).toEqual([rest])
  for (const seat of [portal.seats.alderMaker, portal.seats.cedarMaker]) {
    const { operations } = await portal.ask(seat, invoiceCalls.detail, { query: { id: invoiceId } })
    expect(operations).not.toContain('REPORT_PAYMENT')
    const body = { invoiceId, amount: rest, valueDate: today, reference: `DIRECT ${rest}` }
    expect((await refusalOf(portal.ask(seat, directPaymentCalls.report, { body }))).error).toBe('RECEIVABLE_SOLD')
  }
  await aRepayment(portal, orderId, rest, { valueDate: today })
  expect((await booksOf(orderId))('F2000', 'B2010')).toEqual([rest, '0.00'])
  expect(await shown(invoiceId)).toEqual(['PAID', 'SETTLED'])
})

test('what a buyer pays and what it is credited end together the delay that its invoice shows', async () => {
  const { orders, fundingDate } = await longOverdue([true])
  const { orderId, invoiceId } = orders[0]!
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 40) })
  // The reserve bears the credit note; interest and penalty are still the supplier's debt.
  await aRepayment(portal, orderId, '90000', { valueDate: today })
  expect(await shown(invoiceId)).toEqual(['PARTIAL', 'OVERDUE'])
  await creditNote(invoiceId, '10000.00', today)
  expect((await orderOf(orderId)).status).toBe('OVERDUE')
  expect(await shown(invoiceId)).toEqual(['PAID', 'FINANCED'])
})
