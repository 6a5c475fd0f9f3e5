import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aReceipt, aRepayment, brokenLaws, takeBack, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'

// Each pair of orders is alike and gets the same money of the same days. The first order's is matched in time, the second's
// after the loss. In the end the books of both are the same (decision 139).

const names = ['part', 'whole', 'recovered', 'noted', 'ended', 'loan', 'two'] as const
type Name = (typeof names)[number]
const fundedOn = '2025-03-03'
const [early, lossDay, later] = [addDays(fundedOn, 40), addDays(fundedOn, 155), addDays(fundedOn, 160)]

let portal: Portal
let orders: Record<Name, { intime: Order; late: Order }>
/** Of its invoice more is credited and paid than it is of. */
let beyond: Order
type Order = { orderId: string; invoiceIds: string[] }

beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) => tx.updateTable('financingProduct').set({ graceDays: 5, penaltyMargin: '3' }).execute())
  const orderFor = (name: Name) => aFundedOrder(portal, wanted(name))
  orders = {} as typeof orders
  for (const name of names) orders[name] = { intime: await orderFor(name), late: await orderFor(name) }
  beyond = await orderFor('noted')
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const wanted = (name: Name) =>
  name === 'loan'
    ? { product: 'purchaseOrder' as const }
    : { product: 'purchaseInArrears' as const, ...(name === 'two' ? { faces: ['60000', '40000'], tenors: [50, 60] } : {}) }

const booksOf = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return Object.fromEntries(
    balances.filter((one) => Number(one.balance) !== 0).map((one) => [one.book + one.account, one.balance]),
  )
}
const lossOf = async (orderId: string) =>
  (await portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })) as {
    loss: string
    writeOff: { status: string } | null
  }
const statusOf = async (id: string) =>
  (await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })).status

/** What reserve and supplier bore of the credit note on an invoice. */
const borneOf = async ({ invoiceIds }: Order) =>
  portal.look(async (tx) => {
    const notes = await tx
      .selectFrom('invoiceAdjustment')
      .select(['absorbedByReserve', 'chargedToSupplier'])
      .where('invoiceId', '=', invoiceIds[0] ?? null)
      .execute()
    return notes.map((note) => [Number(note.absorbedByReserve), Number(note.chargedToSupplier)])
  })
async function credit({ invoiceIds }: Order, amount: string) {
  const invoiceId = invoiceIds[0]!
  const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo: `CN-${invoiceId}`, amount, date: later } as never,
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
}

async function writeOff(orderId: string) {
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, {
    body: { orderId, reason: 'The buyer is insolvent.' } as never,
  })
  const { orderNo } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
}

test('money of a day before a loss, matched after it, leaves the books as if it had been matched in time', async () => {
  const paid = { part: '40000', whole: '103000', recovered: '40000', noted: '30000', ended: '97000', loan: '30000', two: '70000' }
  await runEndOfDay(portal.app, { through: addDays(early, -1) })
  for (const name of names) await aRepayment(portal, orders[name].intime.orderId, paid[name], { valueDate: early })
  await runEndOfDay(portal.app, { through: addDays(lossDay, -1) })
  for (const name of names)
    for (const order of Object.values(orders[name]))
      if ((await statusOf(order.orderId)) === 'OVERDUE') await writeOff(order.orderId)
  await writeOff(beyond.orderId)
  await runEndOfDay(portal.app, { through: addDays(later, -1) })

  for (const { orderId } of Object.values(orders.recovered)) await aRepayment(portal, orderId, '9000', { valueDate: later })
  for (const { orderId } of Object.values(orders.recovered))
    await aRepayment(portal, orderId, '2000', { valueDate: later, payerRole: 'SUPPLIER' })
  for (const order of [...Object.values(orders.noted), beyond]) await credit(order, '20000.00')
  for (const order of Object.values(orders.ended)) await credit(order, '3000.00')

  for (const name of names) {
    const { intime, late } = orders[name]
    const receipt = await aReceipt(portal, paid[name], { valueDate: early })
    const parts = [{ orderId: late.orderId, amount: paid[name] }]
    const seen = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
      body: {
        orderId: late.orderId,
        amount: paid[name],
        valueDate: early,
        payerRole: 'BUYER',
        fundSource: 'COLLECTION',
      } as never,
    })
    const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts },
    })
    await passAll(portal, repayments[0]!.no, 'REPAYMENT')
    expect([name, await booksOf(late.orderId)]).toEqual([name, await booksOf(intime.orderId)])
    expect([name, await statusOf(late.orderId)]).toEqual([name, await statusOf(intime.orderId)])
    expect([name, await borneOf(late)]).toEqual([name, await borneOf(intime)])
    const [here, there] = [await lossOf(late.orderId), await lossOf(intime.orderId)]
    expect([name, here.loss]).toEqual([name, there.loss])
    const booked = await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id: repayments[0]!.id } })
    const sums = (lines: readonly { component: string; amount: string }[]) =>
      lines.map(({ component, amount }) => `${component} ${Number(amount).toFixed(2)}`).sort()
    expect([name, sums(booked.allocations)]).toEqual([name, sums(seen.allocations)])
    expect(await brokenLaws(portal)).toEqual([])
  }
})

test('where that money leaves nothing to lose, the write-off is taken back and the order is settled', async () => {
  const { late } = orders.whole
  expect(await statusOf(late.orderId)).toBe('SETTLED')
  expect(await lossOf(late.orderId)).toMatchObject({ writeOff: { status: 'TAKEN_BACK', loss: null, writtenOffOn: null } })
  const invoice = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: late.invoiceIds[0]! } })
  expect([invoice.payStatus, invoice.financeStatus]).toEqual(['PAID', 'SETTLED'])
})

test('a credit note counts where such money ends the order, and where it pays more than the note has left', async () => {
  expect(await statusOf(orders.ended.late.orderId)).toBe('SETTLED')
  expect(await borneOf(orders.ended.late)).toEqual([[3000, 0]])
  await aRepayment(portal, beyond.orderId, '85000', { valueDate: early })
  expect(await brokenLaws(portal)).toEqual([])
  expect(await statusOf(beyond.orderId)).toBe('WRITTEN_OFF')
  expect(await borneOf(beyond)).toEqual([[10_000, 10_000]])
  // The note is no payment to the supplier: its buyer owes that nothing, and it expects nothing of what it sold.
  expect(await booksOf(beyond.orderId)).toMatchObject({ B2000: '-100000.00', S1100: '-100000.00' })
})

test('such a receipt is part of the loss for good, and a recovery after it can still be taken back', async () => {
  const { late } = orders.part
  const recovery = await aRepayment(portal, late.orderId, '5000', { valueDate: later })
  const before = await booksOf(late.orderId)
  await takeBack(portal, recovery)
  const again = await aRepayment(portal, late.orderId, '5000', { valueDate: later })
  expect(await booksOf(late.orderId)).toEqual(before)
  const receipt = await aReceipt(portal, '1000', { valueDate: addDays(early, 5) })
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payerRole: 'BUYER',
      parts: [{ orderId: late.orderId, amount: '1000' }],
    },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  const reverse = (id: string) =>
    portal.ask(portal.seats.settlement, repaymentCalls.reverse, { body: { id, reason: 'Recalled' } as never })
  expect((await refusalOf(reverse(repayments[0]!.id))).error).toBe('LOSS_TAKEN_SINCE')
  await takeBack(portal, again)
})
