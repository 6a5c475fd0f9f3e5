import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const balances = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return (account: string) => balances.find((one) => one.book + one.account === account)?.balance ?? '0.00'
}
const shown = (ids: string[]) =>
  portal.look((tx) =>
    tx
      .selectFrom('invoice')
      .select(['outstanding', 'payStatus', 'docStatus'])
      .where('id', 'in', ids)
      .orderBy('invoiceNo')
      .execute(),
  )
const previewed = async (orderId: string, amount: string, valueDate: string) =>
  (
    await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
      body: { orderId, amount, valueDate, payerRole: 'BUYER', fundSource: 'COLLECTION' },
    })
  ).totals
const recourse = (isWith: boolean) =>
  portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ recourse: isWith })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
const businessDay = () =>
  portal.look(async (tx) => (await tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow()).businessDate)
const paid = { outstanding: '0.0000', payStatus: 'PAID', docStatus: 'CLOSED' }

test('a buyer that pays its invoice after its supplier repaid a part owes nothing and gets nothing back', async () => {
  const orders: Awaited<ReturnType<typeof aFundedOrder>>[] = []
  for (const isWith of [true, false]) {
    await recourse(isWith)
    orders.push(await aFundedOrder(portal, { product: 'purchaseInArrears' }))
  }
  await recourse(true)
  const several = await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['60000', '40000'], tenors: [60, 75] })
  const noted = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const payoff = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const [partOn, fullOn] = [addDays(openingDay, 20), addDays(openingDay, 60)]
  await runEndOfDay(portal.app, { through: addDays(partOn, -1) })
  for (const { orderId } of [...orders, several, payoff]) {
    await aRepayment(portal, orderId, '30000', { valueDate: partOn, payerRole: 'SUPPLIER' })
    const book = await balances(orderId)
    expect(book('B2010')).toBe(book('F1100'))
    expect(book('S2300')).toBe('0.00')
  }

  // The rest is repaid as well: nothing is assigned any more, and the buyer owes its supplier.
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId: payoff.orderId } })
  await aRepayment(portal, payoff.orderId, total, { valueDate: partOn, payerRole: 'SUPPLIER' })
  const back = await balances(payoff.orderId)
  expect([back('F1100'), back('B2010'), back('B2000')]).toEqual(['0.00', '0.00', '0.00'])
  // A debit note of 5,000.
  const { alder, cedar } = portal.world.companies
  await portal.look((tx) =>
    tx
      .insertInto('invoiceAdjustment')
      .values({
        id: newId(),
        invoiceId: noted.invoiceIds[0]!,
        supplierId: alder,
        buyerId: cedar,
        refNo: newId(),
        type: 'DEBIT_NOTE',
        currency: 'USD',
        amount: '5000',
        adjustmentDate: partOn,
        status: 'PASSED',
      })
      .execute(),
  )
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ adjustedAmount: '-5000' }).where('id', '=', noted.invoiceIds[0]!).execute(),
  )
  await runEndOfDay(portal.app, { through: addDays(fullOn, -1) })

  for (const [order, amount, over] of [
    [orders[0]!, '100000', '0.00'],
    [orders[1]!, '100400', '400.00'],
    [several, '100000', '0.00'],
    [noted, '105000', '0.00'],
    [payoff, '100000', '0.00'],
  ] as const) {
    const { orderId, invoiceIds } = order
    const totals = await previewed(orderId, amount, fullOn)
    expect(totals.refund, amount).toBe(over)
    const first = await aRepayment(portal, orderId, amount, { valueDate: fullOn })
    expect(await shown(invoiceIds)).toEqual(invoiceIds.map(() => paid))
    const book = await balances(orderId)
    expect([book('F1100'), book('F2900'), book('F2200'), book('B2010')]).toEqual([
      '0.00',
      '0.00',
      over,
      over === '0.00' ? over : `-${over}`,
    ])
    expect(book('F2000')).toBe(book('S1200'))
    expect(Number(book('F2000'))).toBe(Number(totals.reserve))
    // A reversal and a new payment give the same result.
    if (over !== '0.00') continue
    await takeBack(portal, first)
    expect(await brokenLaws(portal)).toEqual([])
    await aRepayment(portal, orderId, amount, { valueDate: fullOn })
    expect((await balances(orderId))('F2000')).toBe(book('F2000'))
    expect(await shown(invoiceIds)).toEqual(invoiceIds.map(() => paid))
  }
})

test('a buyer that names an invoice pays it whole, also the part that its supplier has taken back', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: await businessDay(),
    faces: ['100000', '50000'],
    tenors: [60, 70],
  })
  const on = await runEndOfDay(portal.app, { through: addDays(await businessDay(), 9) })
  await aRepayment(portal, orderId, '10000', { valueDate: on, payerRole: 'SUPPLIER' })
  await aRepayment(portal, orderId, '100000', { valueDate: on, invoiceIds: [invoiceIds[0]!] })
  const open = { outstanding: '50000.0000', payStatus: 'UNPAID', docStatus: 'CONFIRMED' }
  expect(await shown(invoiceIds)).toEqual([paid, open])
  expect(await brokenLaws(portal)).toEqual([])
  // The rest pays the other invoice, and a receipt that names nothing goes by due date.
  await aRepayment(portal, orderId, '50000', { valueDate: on })
  expect(await shown(invoiceIds)).toEqual([paid, paid])
})
