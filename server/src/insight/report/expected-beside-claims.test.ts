import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// What is released beside a claim on the supplier, and beside costs that its reserve does not bear (decision 082).
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** What a seat expects of an order in reserves and from its supplier, as day, kind, direction and amount. */
async function expected(seat: Seat, orderId: string) {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 200), step: 'DAY' as const }
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  return rows
    .filter(({ done, link }) => !done && link?.includes(orderId))
    .map(({ date, kind, direction, amount }) => `${date} ${kind} ${direction} ${amount}`)
    .sort()
}
const ofSupplier = (orderId: string) => expected(portal.seats.alderMaker, orderId)
/** An accepted debit note on an invoice. */
const debit = (invoiceId: string, amount: string) =>
  portal.look(async (tx) => {
    const { supplierId, buyerId, currency } = await tx
      .updateTable('invoice')
      .set((eb) => ({ adjustedAmount: eb('adjustedAmount', '-', amount), debitedAmount: eb('debitedAmount', '+', amount) }))
      .where('id', '=', invoiceId)
      .returning(['supplierId', 'buyerId', 'currency'])
      .executeTakeFirstOrThrow()
    const note = { refNo: newId(), type: 'DEBIT_NOTE' as const, amount, adjustmentDate: day, status: 'PASSED' as const }
    await tx
      .insertInto('invoiceAdjustment')
      .values({ id: newId(), invoiceId, supplierId, buyerId, currency, ...note })
      .execute()
  })
const claimOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('recourseClaim')
      .select(['dueDate', 'amount'])
      .where('orderId', '=', orderId)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )

test('a claim of an order of which nothing lacks any more comes back with its reserve', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [60] })
  await credit(portal, invoiceIds[0]!, '13000')
  const { dueDate } = await claimOf(orderId)
  await debit(invoiceIds[0]!, '5000')
  // 92,000.00 are owed for 90,000.00, of which the supplier pays 3,000.00 itself.
  // Two business days after the maturity, a Friday.
  const released = addDays(openingDay, 64)
  // Of the interest in advance on them 27.20 are rebated on that day, and pay a part of the claim.
  expect(await ofSupplier(orderId)).toEqual([`${dueDate} REPAYMENT OUT 2972.80`, `${released} RELEASE IN 5000.00`])
  await aRepayment(portal, orderId, '3000', { valueDate: day, payerRole: 'SUPPLIER' })
  // With the interest that it had paid in advance on the 3,000.00.
  expect(await ofSupplier(orderId)).toEqual([`${released} RELEASE IN 5031.49`])
})

test('the reserve of a paid invoice bears no costs of another, which its supplier pays when they are due', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    faces: ['100000', '100000'],
    tenors: [10, 60],
  })
  const fundedOn = day
  day = await runEndOfDay(portal.app, { through: addDays(fundedOn, 9) })
  await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  const [held] = (await ofSupplier(orderId)).filter((row) => row.includes('RELEASE'))
  await credit(portal, invoiceIds[1]!, '9900')
  const after = await ofSupplier(orderId)
  expect(after).toContain(held)
  const rest = after.filter((row) => row !== held)
  expect(rest).toEqual([expect.stringMatching(/ REPAYMENT OUT \d+\.\d\d$/)])
  expect(rest[0]!.slice(0, 10)).toBe(addDays(fundedOn, 60))
  expect(await expected(portal.seats.elmMaker, orderId)).toEqual(
    [
      ...after.map((row) => row.replace(/ (IN|OUT) /, (side) => (side === ' IN ' ? ' OUT ' : ' IN '))),
      `${addDays(fundedOn, 60)} REPAYMENT IN 90100.00`,
    ].sort(),
  )
})

test('a reserve that is kept for a claim is expected when the claim is due', async () => {
  const paid = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, tenors: [30] })
  const other = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, tenors: [90] })
  day = await runEndOfDay(portal.app, { through: addDays(day, 29) })
  await aRepayment(portal, paid.orderId, '100000', { valueDate: day })
  const [free] = await ofSupplier(paid.orderId)
  expect(free).toMatch(/ RELEASE IN 10000\.00$/)
  await credit(portal, other.invoiceIds[0]!, '13000')
  const { dueDate } = await claimOf(other.orderId)
  expect(free! < dueDate).toBe(true)
  expect(await ofSupplier(paid.orderId)).toEqual([`${dueDate} RELEASE IN 10000.00`])
  await aRepayment(portal, other.orderId, '3000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await ofSupplier(paid.orderId)).toEqual([free])
})
