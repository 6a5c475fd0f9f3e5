import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// What is expected of a reserve of which the bank has taken a release twice (decision 234).
let portal: Portal
let day = openingDay
/** An order of one invoice and one of three, of each of which the first invoice is paid. */
let orders: Record<'single' | 'several', Awaited<ReturnType<typeof anOrder>>>
beforeAll(async () => {
  portal = await openPortal()
  orders = { single: await anOrder([28]), several: await anOrder([28, 60, 90]) }
  await closeDays(28)
  for (const { orderId, invoiceIds } of Object.values(orders))
    await aRepayment(portal, orderId, '10000', { valueDate: day, invoiceIds: invoiceIds.slice(0, 1) })
  await closeDays(6)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const settlement = () => portal.seats.settlement
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + Number(amount), 0)

/** What a seat expects of an order, its buyer's payments aside: kinds and directions, and the sum of its releases. */
async function expectedBy(seat: Seat, orderId: string) {
  const body = { currency: 'USD', from: day, to: addDays(day, 200), step: 'DAY' as const }
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  const found = rows.filter(({ done, link, kind }) => !done && kind !== 'PAYABLE' && link?.includes(orderId))
  return {
    kinds: [...new Set(found.map(({ kind, direction }) => `${kind} ${direction}`))].sort(),
    released: sum(found.filter(({ kind }) => kind === 'RELEASE').map(({ amount }) => amount)),
  }
}
const ofSupplier = (orderId: string) => expectedBy(portal.seats.alderMaker, orderId)
/** What supplier and funder alike expect to be released of an order. */
async function released(orderId: string) {
  const { released } = await ofSupplier(orderId)
  expect((await expectedBy(portal.seats.elmMaker, orderId)).released).toBe(released)
  return released
}
/** What settlement may pay of the reserve of an order. */
const releasable = async (orderId: string) => {
  const { releases } = await portal.ask(settlement(), paymentCalls.releasable, { body: {} })
  return sum(releases.filter((one) => one.orderId === orderId).map(({ amount }) => amount))
}

/** A release that the bank refused by one file and that is paid by another; then the bank reports the first transfer as paid too. */
async function releasedTwice(orderId: string, amount?: string) {
  const made = await portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId, ...(amount ? { amount } : {}) } })
  const sent = async () => {
    await portal.ask(settlement(), paymentCalls.instruct, { body: { id: made.id } })
    await passAll(portal, made.no, 'RELEASE')
    return aFileTaken(portal, made.id)
  }
  const file = await sent()
  await readReport(portal, bankReport(file.no, bankLine(made.no, 'RJCT', accountClosed)))
  await closeDays(1)
  await sent()
  const seat = portal.seats.settlement3
  await portal.ask(seat, paymentCalls.markPaid, { body: { id: made.id, valueDate: day, bankRef: `TWICE-${made.no}` } })
  return {
    again: () => readReport(portal, bankReport(file.no, bankLine(made.no, 'ACSC'))),
    back: () =>
      portal.ask(seat, paymentCalls.takeBack, {
        body: { id: made.id, returnedOn: day, reason: 'Sent back by the payee', file: file.no },
      }),
  }
}
const anOrder = (tenors: number[]) =>
  aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, faces: tenors.map(() => '10000'), tenors })

test('reserve that went out by a second transfer is expected no more, until its money is back', async () => {
  const { orderId } = orders.single
  const release = await releasedTwice(orderId, '300.00')
  const left = await releasable(orderId)
  expect(await released(orderId)).toBe(left)
  await release.again()
  expect(await releasable(orderId)).toBe(left - 300)
  expect(await released(orderId)).toBe(left - 300)
  await release.back()
  expect(await released(orderId)).toBe(left)
})

test('what a second transfer took beyond the reserve of its invoice the others of the order bear, repaid or not', async () => {
  const { orderId, invoiceIds } = orders.several
  const whole = await releasable(orderId)
  const release = await releasedTwice(orderId)
  const { kinds } = await ofSupplier(orderId)
  const left = await released(orderId)
  await release.again()
  expect(await released(orderId)).toBe(left - whole)
  // Nobody owes it by the books, so that none is expected of the supplier.
  expect((await ofSupplier(orderId)).kinds).toEqual(kinds)
  await closeDays(26)
  await aRepayment(portal, orderId, '10000', { valueDate: day, invoiceIds: invoiceIds.slice(1, 2) })
  await closeDays(6)
  const expected = await released(orderId)
  await release.back()
  expect(await released(orderId)).toBe(expected + whole)
})
