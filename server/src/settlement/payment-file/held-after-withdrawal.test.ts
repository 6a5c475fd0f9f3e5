import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstructedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { anInstructedPayment, answerTask, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// What an order that was withdrawn holds while the bank has its cancelled transfer: every page counts it alike, and its supplier is told.

let portal: Portal
let productId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterAll(() => portal.close())

const seats = () => portal.seats
const read = (text: string) => readReport(portal, text)
const cents = (amount: string) => Math.round(Number(amount) * 100)

/** The facilities of dollars as the overview, the pages of fund management and the assistant tell them. */
async function told(seat: Seat) {
  const { currencies } = await portal.ask(seat, reportCalls.accountOverview, { body: {} })
  const { figures, available } = currencies.find(({ currency }) => currency === 'USD')!
  const figure = (name: string) => cents(figures.find((one) => one.figure === name)?.amount ?? '0')
  const rows = await portal.ask(seat, reportCalls.accountOverviewRows, { body: { figure: 'LOCKED', currency: 'USD' } })
  const summary = (await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })).find((one) => one.currency === 'USD')!
  return {
    overview: { facility: figure('FACILITY'), used: figure('USED'), locked: figure('LOCKED'), available: cents(available!) },
    rows: rows.rows.map(({ no, amount }) => ({ no, amount: cents(amount) })),
    summary: {
      limit: cents(summary.limit!),
      used: cents(summary.used),
      locked: cents(summary.locked),
      available: cents(summary.available!),
    },
  }
}

/** Every page agrees; answers what is locked, with the orders that lock it. */
async function agreed() {
  const of = await told(seats().alderMaker)
  const { facility, used, locked, available } = of.overview
  expect(facility).toBe(used + locked + available)
  expect(of.summary).toEqual({ limit: facility, used: used + locked, locked, available })
  const { text } = await portal.ask(seats().alderMaker, assistantCalls.ask, { body: { question: 'What is my facility limit?' } })
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format((used + locked) / 100)
  expect(text).toContain(`USD ${amount} used`)
  for (const seat of [seats().elmMaker, seats().settlement]) {
    const { overview, rows } = await told(seat)
    expect(overview.facility).toBe(overview.used + overview.locked + overview.available)
    expect(rows).toEqual(of.rows)
  }
  expect(of.rows.reduce((sum, one) => sum + one.amount, 0)).toBe(locked)
  return of.rows
}

/** What the supplier was told of an order since it was withdrawn. */
const messages = (orderId: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('notification')
      .select(['event', 'params', 'companyId'])
      .where('objectId', '=', orderId)
      .where('event', 'in', ['FINANCE_ORDER_HELD_BY_BANK', 'FINANCE_ORDER_FREE_OF_BANK'])
      .orderBy('createdAt')
      .execute()
    expect(rows.every(({ companyId }) => companyId === portal.world.companies.alder)).toBe(true)
    return rows.map(({ event, params }) => ({ event, params }))
  })

const takeBack = (id: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Sent back by the payee' },
  })
const revoke = (orderId: string) =>
  portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })

/** A payment that the bank refused, and whose order the supplier took back then. */
async function withdrawn() {
  const { payment, orderId, invoiceIds } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, payment.id)
  await read(report(file.no, line(payment.no, 'RJCT', accountClosed)))
  await revoke(orderId)
  const { orderNo, financeAmount } = await portal.ask(seats().alderMaker, financeOrderCalls.detail, { query: { id: orderId } })
  return { id: payment.id, no: payment.no, file, orderId, invoiceIds, row: { no: orderNo, amount: cents(financeAmount) } }
}

test.each(['ACSC', 'PDNG'])(
  'what a withdrawn order holds at the bank (%s) is locked on every page until it is free',
  async (status) => {
    const { id, no, file, orderId, row } = await withdrawn()
    expect(await agreed()).toEqual([])
    expect(await messages(orderId)).toEqual([])
    await read(report(file.no, line(no, status)))
    expect(await agreed()).toEqual([row])
    const held = { event: 'FINANCE_ORDER_HELD_BY_BANK', params: { orderNo: row.no } }
    expect(await messages(orderId)).toEqual([held])
    await read(`${report(file.no, line(no, status))}\n`)
    expect(await messages(orderId)).toEqual([held])
    if (status === 'PDNG') await read(`${report(file.no, line(no, 'RJCT', accountClosed))}\n`)
    else await takeBack(id)
    expect(await agreed()).toEqual([])
    expect(await messages(orderId)).toEqual([held, { event: 'FINANCE_ORDER_FREE_OF_BANK', params: { orderNo: row.no } }])
    expect(await brokenLaws(portal)).toEqual([])
  },
)

test('documents that another order took meanwhile are counted once, and nobody is told that they are locked', async () => {
  const { id, no, file, orderId, invoiceIds, row } = await withdrawn()
  const next = await aSubmittedOrder(portal, requestFor(portal, invoiceIds))
  await read(report(file.no, line(no, 'ACSC')))
  expect(await agreed()).toEqual([{ no: next.orderNo, amount: row.amount }])
  expect(await messages(orderId)).toEqual([])
  await takeBack(id)
  await revoke(next.id)
})

test('an order whose documents another one took says to all but its buyer what of it the bank has, until its money is back', async () => {
  const { id, no, file, orderId, invoiceIds } = await withdrawn()
  const { alderMaker, elmMaker, settlement, cedarChecker } = seats()
  const shown = (seat: Seat) => portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })
  const withBank = async () => {
    const [of, ...others] = await Promise.all([alderMaker, elmMaker, settlement].map(shown))
    for (const other of others) expect(other.withBank).toEqual(of!.withBank)
    return of!.withBank
  }
  const { items } = await shown(alderMaker)
  const docNos = items.map(({ docNo }) => docNo)
  const next = await aSubmittedOrder(portal, requestFor(portal, invoiceIds))
  expect(await withBank()).toBe(null)
  await read(report(file.no, line(no, 'ACSC')))
  expect(await withBank()).toEqual({ locked: [], barred: docNos })
  expect((await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: next.id } })).withBank).toBe(null)
  expect(await shown(cedarChecker)).not.toHaveProperty('withBank')
  await revoke(next.id)
  expect(await withBank()).toEqual({ locked: docNos, barred: [] })
  await takeBack(id)
  expect(await withBank()).toBe(null)
})

const ends = {
  'is withdrawn': ({ id }: { id: string }) => revoke(id),
  'is refused': ({ id }: { id: string }) =>
    answerTask(portal, seats().alderChecker, { businessId: id, reviewType: 'REFUSED', comment: 'No' }),
  'is sent back': ({ id }: { id: string }) =>
    answerTask(portal, seats().alderChecker, { businessId: id, reviewType: 'REJECTED', comment: 'No' }),
}
test.each(Object.keys(ends) as (keyof typeof ends)[])(
  'once a second order on the documents %s they are locked again for the first, until its money is back',
  async (way) => {
    const { id, no, file, orderId, invoiceIds, row } = await withdrawn()
    const next = await aSubmittedOrder(portal, requestFor(portal, invoiceIds))
    await read(report(file.no, line(no, 'ACSC')))
    await ends[way](next)
    expect(await agreed()).toEqual([row])
    const held = { event: 'FINANCE_ORDER_HELD_BY_BANK', params: { orderNo: row.no } }
    expect(await messages(orderId)).toEqual([held])
    const third = refusalOf(aSubmittedOrder(portal, requestFor(portal, invoiceIds)))
    expect((await third).code).not.toBe(200)
    await takeBack(id)
    expect(await agreed()).toEqual([])
    expect(await messages(orderId)).toEqual([held, { event: 'FINANCE_ORDER_FREE_OF_BANK', params: { orderNo: row.no } }])
    await revoke((await aSubmittedOrder(portal, requestFor(portal, invoiceIds))).id)
    expect(await brokenLaws(portal)).toEqual([])
  },
)

test('once the money of one ended order is back its documents are locked for another one that the bank has', async () => {
  const first = await withdrawn()
  const { id: orderId } = await aRightConfirmedOrder(portal, requestFor(portal, first.invoiceIds))
  const funding = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await portal.ask(seats().settlement, paymentCalls.instruct, { body: { id: funding.id } })
  await passAll(portal, funding.no, 'PAYMENT')
  const file = await aFileTaken(portal, funding.id)
  await read(report(file.no, line(funding.no, 'RJCT', accountClosed)))
  await revoke(orderId)
  await read(report(first.file.no, line(first.no, 'ACSC')))
  await read(report(file.no, line(funding.no, 'ACSC')))
  expect(await agreed()).toEqual([first.row])
  await takeBack(first.id)
  expect(await messages(orderId)).toMatchObject([{ event: 'FINANCE_ORDER_HELD_BY_BANK' }])
  expect(await agreed()).toHaveLength(1)
  await takeBack(funding.id)
  expect(await agreed()).toEqual([])
  expect(await brokenLaws(portal)).toEqual([])
})

test('an invoice that leaves its pool is locked for the ended order whose funding the bank has', async () => {
  const { id, no, file, orderId, invoiceIds, row } = await withdrawn()
  await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  await portal.ask(seats().alderMaker, poolCalls.assign, { body: { productId, currency: 'USD', invoiceIds } })
  await read(report(file.no, line(no, 'ACSC')))
  expect(await agreed()).toEqual([])
  const { assetId } = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id as assetId').where('invoiceId', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
  )
  await portal.ask(seats().alderMaker, poolCalls.withdraw, { body: { assetId } })
  expect(await agreed()).toEqual([row])
  expect(await messages(orderId)).toMatchObject([{ event: 'FINANCE_ORDER_HELD_BY_BANK' }])
  await takeBack(id)
  expect(await agreed()).toEqual([])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a withdrawn drawing that the bank has is locked on every page', async () => {
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR' })
  const { order, payment } = await anInstructedDrawing(portal, poolId, '20000.00')
  const file = await aFileTaken(portal, payment.id)
  await read(report(file.no, line(payment.no, 'RJCT', accountClosed)))
  await revoke(order.id)
  expect(await agreed()).toEqual([])
  await read(report(file.no, line(payment.no, 'ACSC')))
  expect(await agreed()).toEqual([{ no: order.orderNo, amount: 2_000_000 }])
  await takeBack(payment.id)
  expect(await agreed()).toEqual([])
})
