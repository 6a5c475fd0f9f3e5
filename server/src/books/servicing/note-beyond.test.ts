import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let made = 0
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const funded = (...faces: string[]) => aFundedOrder(portal, { faces, tenors: [60, 70] })
const held = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  const of = (account: string) => balances.find((one) => one.book + one.account === account)?.balance ?? '0.00'
  return { owned: of('F1100'), owed: of('B2010'), claim: of('F1300'), reserve: of('F2000') }
}

/** Puts a note forward and passes it. Answers who bore it. */
async function note(invoiceId: string, type: 'CREDIT_NOTE' | 'DEBIT_NOTE', amount: string) {
  const { id, no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type, refNo: `N-${++made}`, amount, date: openingDay },
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  return borne(id)
}
const borne = async (id: string) => {
  const row = await portal.look((tx) =>
    tx
      .selectFrom('invoiceAdjustment')
      .select(['absorbedByReserve', 'chargedToSupplier'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return { id, absorbed: Number(row.absorbedByReserve), charged: Number(row.chargedToSupplier) }
}
const recourse = (isWith: boolean) =>
  portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ recourse: isWith })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )

describe.each([true, false])('a credit note, recourse %s', (isWith) => {
  beforeAll(() => recourse(isWith))

  test('takes first what a debit note has added to its invoice, and leaves the others alone', async () => {
    const { orderId, invoiceIds } = await funded('10000', '8000')
    await note(invoiceIds[0]!, 'DEBIT_NOTE', '5000.00')
    expect(await note(invoiceIds[0]!, 'CREDIT_NOTE', '12000.00')).toMatchObject({ absorbed: 1800, charged: 5200 })
    expect(await held(orderId)).toMatchObject({ owned: '11000.00', owed: '11000.00', claim: '5200.00', reserve: '0.00' })
    await aRepayment(portal, orderId, '11000')
  })

  test('of more than was bought of its invoice passes, and one that only ends a debit note takes nothing of the funder', async () => {
    const { orderId, invoiceIds } = await funded('10000')
    await note(invoiceIds[0]!, 'DEBIT_NOTE', '5000.00')
    expect(await note(invoiceIds[0]!, 'CREDIT_NOTE', '5000.00')).toMatchObject({ absorbed: 0, charged: 0 })
    expect(await held(orderId)).toMatchObject({ owned: '10000.00', claim: '0.00', reserve: '1000.00' })
    await note(invoiceIds[0]!, 'DEBIT_NOTE', '5000.00')
    expect(await note(invoiceIds[0]!, 'CREDIT_NOTE', '12000.00')).toMatchObject({ absorbed: 1000, charged: 6000 })
    expect(await held(orderId)).toMatchObject({ owned: '3000.00', owed: '3000.00', claim: '6000.00', reserve: '0.00' })
    await aRepayment(portal, orderId, '3000')
  })

  test('takes first what the supplier has repaid, and the funder bears it once that payment is taken back', async () => {
    const { orderId, invoiceIds } = await funded('10000')
    const repaid = await aRepayment(portal, orderId, '5000', { payerRole: 'SUPPLIER' })
    const before = await held(orderId)
    const { id } = await note(invoiceIds[0]!, 'CREDIT_NOTE', '4000.00')
    expect(await borne(id)).toMatchObject({ absorbed: 0, charged: 0 })
    expect(await held(orderId)).toEqual(before)
    const rest = Number(before.owned) - 4500
    expect(rest).toBeGreaterThan(0)
    const second = await note(invoiceIds[0]!, 'CREDIT_NOTE', '1500.00')
    expect(second.absorbed + second.charged).toBeCloseTo(rest)
    await takeBack(portal, repaid)
    expect(await held(orderId)).toMatchObject({ owned: '4500.00', owed: '4500.00' })
    const [one, two] = [await borne(id), await borne(second.id)]
    expect([one.absorbed + one.charged, two.absorbed + two.charged]).toEqual([4000, 1500])
    await aRepayment(portal, orderId, '4500')
  })

  test('takes nothing of another invoice, once its own part of the funder is paid', async () => {
    const { orderId, invoiceIds } = await funded('10000', '8000')
    await note(invoiceIds[0]!, 'DEBIT_NOTE', '5000.00')
    await aRepayment(portal, orderId, '12000', { invoiceIds: [invoiceIds[0]!] })
    const before = await held(orderId)
    expect(before).toMatchObject({ owned: '8000.00', owed: '8000.00', claim: '0.00' })
    expect(await note(invoiceIds[0]!, 'CREDIT_NOTE', '3000.00')).toMatchObject({ absorbed: 0, charged: 0 })
    expect(await held(orderId)).toEqual(before)
  })

  test('is borne before a receipt that its buyer overpays is booked again', async () => {
    const { orderId, invoiceIds } = await funded('10000', '8000')
    const repaid = await aRepayment(portal, orderId, '9000', { payerRole: 'SUPPLIER' })
    await note(invoiceIds[0]!, 'CREDIT_NOTE', '4000.00')
    const paid = await aRepayment(portal, orderId, '16000')
    await takeBack(portal, repaid)
    expect(await held(orderId)).toMatchObject({ owned: '0.00' })
    const { surplus } = await portal.look((tx) =>
      tx.selectFrom('repayment').select('surplus').where('id', '=', paid.id).executeTakeFirstOrThrow(),
    )
    expect(surplus).toBe('2000.0000')
  })
})

test('after a loss a credit note is judged by its own invoice too', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    faces: ['10000', '8000'],
    tenors: [10],
  })
  const [raised, lowered] = invoiceIds as [string, string]
  await note(raised, 'DEBIT_NOTE', '5000.00')
  await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
  expect((await held(orderId)).owed).toBe('18000.00')
  expect(await note(raised, 'CREDIT_NOTE', '4000.00')).toMatchObject({ absorbed: 0, charged: 0 })
  const borne = await note(lowered, 'CREDIT_NOTE', '5000.00')
  expect(borne.absorbed + borne.charged).toBe(5000)
  const more = await note(raised, 'CREDIT_NOTE', '3000.00')
  expect(more.absorbed + more.charged).toBe(2000)
  expect((await held(orderId)).owed).toBe('11000.00')
})
