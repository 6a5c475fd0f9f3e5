import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import {
  aFundedOrder,
  anInstructedPayment,
  aRepayment,
  brokenLaws,
  credit,
  orderStatus,
  payDrafted,
} from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// Random lives of orders of several invoices: whoever pays each row of the cash flow on its day to the cent has paid all, and gets what was
// told (decision 291). `FORECAST_SEED` and `FORECAST_LIVES` try others and more of them.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const usd = (text: string) => M.fromDecimal(text, 'USD')
const faces = ['10000.00', '8000.00', '6000.00']

/** What the funder expects of an order, beside what it remits to the platform. */
async function forecast(orderId: string) {
  const body = { currency: 'USD', from: day, to: addDays(day, 60), step: 'DAY' as const }
  const { rows } = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body })
  return rows.filter(({ done, link }) => !done && link?.includes(orderId))
}
type Row = Awaited<ReturnType<typeof forecast>>[number]
const sumsBy = (rows: readonly { key: string; amount: string }[]) => {
  const sums = new Map<string, M.Money>()
  for (const { key, amount } of rows) sums.set(key, M.add(sums.get(key) ?? M.zero('USD'), usd(amount)))
  return [...sums].map(([key, amount]) => `${key} ${M.toDecimal(amount)}`).sort()
}

/** All free reserve of an order is paid out. */
async function release(orderId: string) {
  const drafted = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
  await payDrafted(portal, drafted, 'RELEASE', day)
}

/** What of an order is open once all have paid. */
const stateOf = (orderId: string) =>
  portal.look(async (tx) => ({
    status: await orderStatus(portal, orderId),
    claims: await tx
      .selectFrom('recourseClaim')
      .select('amount')
      .where('orderId', '=', orderId)
      .where('status', '=', 'OPEN')
      .execute(),
    surpluses: await tx
      .selectFrom('repayment')
      .select('surplus')
      .where('orderId', '=', orderId)
      .where('surplus', '>', '0')
      .execute(),
  }))

test('what an invoice lacks until the rest of another pays it bears interest and a penalty that are expected of the supplier', async () => {
  const wanted = { product: 'purchaseInArrears' as const, faces: ['100000', '100000'], tenors: [7, 60] }
  const { orderId, invoiceIds } = await aFundedOrder(portal, wanted)
  await credit(portal, invoiceIds[0]!, '20000')
  const rows = (await forecast(orderId)).map(({ date, kind, direction, amount }) => `${date} ${kind} ${direction} ${amount}`)
  // 90,000.00 bear 6.80 % for 7 days and for 60, and the 10,000.00 that the first invoice lacks for 53 more, with a penalty of 3 %.
  expect(rows).toEqual([
    `${addDays(openingDay, 7)} REPAYMENT IN 80000.00`,
    `${addDays(openingDay, 7)} REPAYMENT IN 119.00`,
    `${addDays(openingDay, 60)} REPAYMENT IN 100000.00`,
    `${addDays(openingDay, 60)} REPAYMENT IN 1164.28`,
  ])
})

const lives = fc.record({
  product: fc.constantFrom('purchaseInAdvance' as const, 'purchaseInArrears' as const, 'payables' as const),
  recourse: fc.boolean(),
  rebateAllowed: fc.boolean(),
  tenors: fc.array(fc.integer({ min: 4, max: 25 }), { minLength: 2, maxLength: 3 }),
  notes: fc.array(fc.record({ invoice: fc.nat({ max: 2 }), percent: fc.integer({ min: 1, max: 35 }), isBefore: fc.boolean() }), {
    minLength: 1,
    maxLength: 2,
  }),
})
const seed = Number(process.env.FORECAST_SEED ?? 20_261_130)
const count = Number(process.env.FORECAST_LIVES ?? 8)

test('an order of which each expected payment is made on its day is settled, and released as was told', async () => {
  const orders: { orderId: string; invoiceOf: Map<string, string>; life: string; told: Row[] }[] = []
  for (const { product, recourse, rebateAllowed, tenors, notes } of fc.sample(lives, { numRuns: count, seed })) {
    await portal.look((tx) =>
      tx
        .updateTable('financingProduct')
        .set({ rebateAllowed, recourse })
        .where('id', '=', portal.world.products[product])
        .execute(),
    )
    const wanted = { product, tenors, faces: faces.slice(0, tenors.length) }
    const { orderId, invoiceIds, payment } = await anInstructedPayment(portal, wanted)
    const reduce = async (isBefore: boolean) => {
      for (const note of notes.filter((one) => one.isBefore === isBefore)) {
        const index = note.invoice % invoiceIds.length
        await credit(portal, invoiceIds[index]!, M.toDecimal(M.mulDiv(usd(faces[index]!), BigInt(note.percent), 100n)))
      }
    }
    await reduce(true)
    const paid = { id: payment.id, valueDate: openingDay, bankRef: newId() }
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: paid })
    await reduce(false)
    const items = await portal.look((tx) =>
      tx.selectFrom('financeOrderItem').select(['id', 'invoiceId']).where('orderId', '=', orderId).execute(),
    )
    const life = JSON.stringify({ product, recourse, rebateAllowed, tenors, notes })
    orders.push({ orderId, invoiceOf: new Map(items.map(({ id, invoiceId }) => [id, invoiceId!])), life, told: [] })
  }
  for (const order of orders) order.told = await forecast(order.orderId)
  while (day <= addDays(openingDay, 32)) {
    for (const { orderId, invoiceOf, told } of orders) {
      const due = told.filter(({ date, kind }) => date === day && kind === 'REPAYMENT')
      // On one day the claims come first, then the buyer, and what its payment makes the supplier's to pay.
      const turn = ({ id }: Row) => (invoiceOf.has(id) ? 1 : id.includes('-COSTS') ? 2 : 0)
      for (const row of due.toSorted((a, b) => turn(a) - turn(b))) {
        const invoiceId = invoiceOf.get(row.id)
        const facts = invoiceId ? { invoiceIds: [invoiceId] } : { payerRole: 'SUPPLIER' as const }
        await aRepayment(portal, orderId, row.amount, { valueDate: day, ...facts })
      }
    }
    // Once all have paid what is due, settlement is offered what was told for the day, which it pays out.
    const { releases } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
    for (const { orderId, life, told } of orders) {
      const free = releases.filter((one) => one.orderId === orderId && one.blockedBy === null)
      const due = told.filter(({ kind, date }) => kind === 'RELEASE' && date === day)
      const offered = sumsBy(free.map(({ itemId, amount }) => ({ key: itemId, amount })))
      const released = sumsBy(due.map(({ id, amount }) => ({ key: id.slice(0, 36), amount })))
      expect({ life, day, offered }).toEqual({ life, day, offered: released })
      if (free.length > 0) await release(orderId)
    }
    day = await runEndOfDay(portal.app, { through: day })
  }
  for (const { orderId, life } of orders)
    expect({ life, ...(await stateOf(orderId)) }).toEqual({ life, status: 'SETTLED', claims: [], surpluses: [] })
  expect(await brokenLaws(portal)).toEqual([])
})
