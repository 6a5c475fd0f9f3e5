import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { reportCalls } from '@usance/wire/report/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// Random lives of orders: what the cash flow tells for a claim is what settles it on its day, once the invoices due before it are paid as
// forecast (decision 279). `FORECAST_SEED` and `FORECAST_LIVES` try others and more of them.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const usd = (text: string) => M.fromDecimal(text, 'USD')
const faces = ['10000.00', '8000.00', '6000.00']
const daysAhead = 30
const sumOf = (rows: readonly { amount: string }[]) =>
  M.toDecimal(
    M.sum(
      rows.map(({ amount }) => usd(amount)),
      'USD',
    ),
  )

/** The claims, the payments of invoices and the costs that no reserve bears, as the funder expects them of an order. */
async function forecast(orderId: string) {
  const body = { currency: 'USD', from: day, to: addDays(openingDay, daysAhead), step: 'DAY' as const }
  const { rows } = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body })
  const own = rows.filter(({ done, link, kind }) => !done && kind === 'REPAYMENT' && link?.includes(orderId))
  const { claims, items } = await portal.look(async (tx) => ({
    claims: await tx.selectFrom('recourseClaim').select(['id', 'dueDate']).where('orderId', '=', orderId).execute(),
    items: await tx.selectFrom('financeOrderItem').select(['id', 'invoiceId']).where('orderId', '=', orderId).execute(),
  }))
  const rowsOf = (id: string) => own.filter((row) => row.id === id)
  return {
    costs: items.flatMap(({ id }) =>
      own.filter((row) => row.id.startsWith(`${id}-COSTS`)).map(({ date, amount }) => ({ on: date, amount })),
    ),
    claims: claims.flatMap(({ id }) => rowsOf(id).map(({ date, amount }) => ({ id, on: date, amount }))),
    invoices: items.flatMap(({ id, invoiceId }) =>
      rowsOf(id).map(({ date, amount }) => ({ on: date, amount, invoiceId: invoiceId! })),
    ),
  }
}
/** What the overview tells as settling the claims of an order that are due on a day, today. */
async function settles(orderId: string, on: string) {
  const body = { figure: 'CLAIMS' as const, currency: 'USD' }
  const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.accountOverviewRows, { body })
  return rows.filter(({ id, date }) => id === orderId && date === on).map((row) => row.settles)
}
const statusOf = async (id: string) =>
  (await portal.look((tx) => tx.selectFrom('recourseClaim').select('status').where('id', '=', id).executeTakeFirstOrThrow()))
    .status

const lives = fc.record({
  product: fc.constantFrom('purchaseInAdvance' as const, 'purchaseInArrears' as const, 'payables' as const),
  rebateAllowed: fc.boolean(),
  tenors: fc.array(fc.integer({ min: 4, max: 14 }), { minLength: 1, maxLength: 3 }),
  percents: fc.array(fc.integer({ min: 11, max: 25 }), { minLength: 3, maxLength: 3 }),
})
const seed = Number(process.env.FORECAST_SEED ?? 20_261_130)
const count = Number(process.env.FORECAST_LIVES ?? 8)

test('a claim takes on its day what was told for it, with the invoices due before it paid as forecast', async () => {
  const orders = []
  for (const { product, rebateAllowed, tenors, percents } of fc.sample(lives, { numRuns: count, seed })) {
    await portal.look((tx) =>
      tx.updateTable('financingProduct').set({ rebateAllowed }).where('id', '=', portal.world.products[product]).execute(),
    )
    const wanted = { product, tenors, faces: faces.slice(0, tenors.length) }
    orders.push({
      ...(await aFundedOrder(portal, wanted)),
      percents,
      life: JSON.stringify({ product, rebateAllowed, tenors, percents }),
    })
  }
  // Each invoice of an order is credited on a day of its own, so that claims are due on several days.
  for (const index of faces.keys()) {
    for (const { invoiceIds, percents } of orders) {
      const note = M.mulDiv(usd(faces[index]!), BigInt(percents[index]!), 100n)
      if (invoiceIds[index]) await credit(portal, invoiceIds[index], M.toDecimal(note))
    }
    day = await runEndOfDay(portal.app, { through: day })
  }
  const ahead = []
  for (const { orderId, life } of orders) ahead.push({ orderId, life, ...(await forecast(orderId)) })
  let behindAnInvoice = 0
  const pays = (orderId: string, amount: string) => aRepayment(portal, orderId, amount, { valueDate: day, payerRole: 'SUPPLIER' })
  while (day < addDays(openingDay, 18)) {
    for (const { orderId, life, claims, invoices, costs } of ahead) {
      const due = claims.filter(({ on }) => on === day)
      if (due.length > 0) {
        const told = sumOf(due)
        if (invoices.some(({ on }) => on < day)) behindAnInvoice++
        // Costs that were paid before have lowered the oldest claim in the books, and are a later one.
        if (!costs.some(({ on }) => on < day))
          expect({ life, day, told: await settles(orderId, day) }).toEqual({ life, day, told: [told] })
        await pays(orderId, told)
        for (const { id } of due) expect({ life, status: await statusOf(id) }).toEqual({ life, status: 'PAID' })
      }
      for (const { invoiceId, amount } of invoices.filter(({ on }) => on === day))
        await aRepayment(portal, orderId, amount, { valueDate: day, invoiceIds: [invoiceId] })
      for (const { amount } of costs.filter(({ on }) => on === day)) await pays(orderId, amount)
    }
    day = await runEndOfDay(portal.app, { through: day })
  }
  expect(behindAnInvoice).toBeGreaterThan(count / 4)
  expect(await brokenLaws(portal)).toEqual([])
})
