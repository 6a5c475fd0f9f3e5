import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import {
  aConfirmedOrder,
  actAs,
  aFundedOrder,
  aReceipt,
  aRepayment,
  brokenLaws,
  passAll,
  takeBack,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'
import { draftFunding } from '../payment/draft-funding.ts'

// A portal of its own: nobody is overdue here, so that nothing stops what is bought next.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('the trial of a conversion pays off what the payment will: half of the order first, then all that is left', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const issued = { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) }
  const ours = await aConfirmedInvoice(portal, issued)
  const other = await aConfirmedInvoice(portal, issued)
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', ours).execute())
  const price = (id: string) =>
    portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, [id], { fundingDate: openingDay, arpOfOrderId: parent.orderId }),
    })
  const payoff = async () => {
    const { total } = await price(ours)
    return (Number(total.net) - Number(total.cashToSupplier)).toFixed(2)
  }
  expect(await payoff()).toBe('60000.00')
  expect((await refusalOf(price(other))).error).toBe('INVOICE_NOT_ELIGIBLE')

  const child = await aConfirmedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: openingDay,
    faces: ['100000'],
    tenors: [60],
  })
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ arpOfOrderId: parent.orderId }).where('id', '=', child.orderId).execute(),
  )
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  await passAll(portal, payment.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: newId() } as never,
  })
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '60000.0000' })
  expect(await payoff()).toBe('60000.00')
  expect(await brokenLaws(portal)).toEqual([])
})

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const balance = async (orderId: string, account: string) =>
  (await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })).balances.find(
    (one) => one.book + one.account === account,
  )?.balance ?? '0.00'

/** Purchase order financing funded today, and the instructed payment of a conversion that pays all of it off today. */
async function anInstructedConversion() {
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: day, faces: ['100000'], tenors: [90] })
  await closeDays(10)
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, faces: ['100000'], tenors: [60] })
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ arpOfOrderId: parent.orderId }).where('id', '=', child.orderId).execute(),
  )
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  await passAll(portal, payment.no, 'PAYMENT')
  const paid = (valueDate: string) =>
    portal.ask(portal.seats.settlement, paymentCalls.markPaid, {
      body: { id: payment.id, valueDate, bankRef: newId() } as never,
    })
  return { parentId: parent.orderId, childId: child.orderId, paid }
}

test('a conversion recorded days late pays off what it would have paid off on its day, and no interest runs twice', async () => {
  const { parentId, childId, paid } = await anInstructedConversion()
  const paidOn = day
  const due = await balance(parentId, 'F1200')
  await closeDays(3)
  expect(await balance(parentId, 'F1200')).not.toBe(due)
  await paid(paidOn)
  expect(await orderOf(parentId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  expect([await balance(parentId, 'F1200'), await balance(parentId, 'F1150')]).toEqual(['0.00', '0.00'])
  expect(await orderOf(childId)).toMatchObject({ status: 'FUNDED', fundingDate: paidOn })
  const accrued = await portal.look((tx) =>
    tx
      .selectFrom('interestAccrual')
      .select(['orderId', 'accrualDate'])
      .where('orderId', 'in', [parentId, childId])
      .where('reversed', '=', false)
      .where('accrualDate', '>=', paidOn)
      .where('component', '=', 'INTEREST')
      .execute(),
  )
  expect(accrued.map((one) => one.orderId)).toEqual(Array(3).fill(childId))
  expect(await brokenLaws(portal)).toEqual([])
})

test('what a slow bank adds to the payoff stays due on the financing until the supplier pays it', async () => {
  const { parentId, paid } = await anInstructedConversion()
  await closeDays(2)
  await paid(day)
  expect(await orderOf(parentId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '0.0000' })
  // Two days of 60,000 at 6.80 % for 360 days.
  expect(await balance(parentId, 'F1200')).toBe('22.67')
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, parentId, '22.67', { valueDate: day, payerRole: 'SUPPLIER' })
  expect((await orderOf(parentId)).status).toBe('SETTLED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a conversion that falls short waits for the top-up of its supplier, which can be taken back until it is used', async () => {
  const { settlement } = portal.seats
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: day, faces: ['100000'], tenors: [90] })
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, faces: ['100000'], tenors: [60] })
  await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ arpOfOrderId: parent.orderId }).where('id', '=', child.orderId).execute()
    await tx
      .updateTable('financeOrderItem')
      .set({ applyAmount: '50000', reserve: '50000' })
      .where('orderId', '=', child.orderId)
      .execute()
  })
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  const instruct = () => portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  expect((await refusalOf(instruct())).error).toBe('ARP_SHORTFALL')

  const receipt = await aReceipt(portal, '20000.00')
  const candidates = () => portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  const [short] = (await candidates()).topUps
  expect(short).toMatchObject({ orderId: child.orderId, supplierName: 'Alder Textiles Ltd' })
  const topUp = (amount: string, orderId = child.orderId) =>
    portal.ask(settlement, repaymentCalls.topUp, { body: { collectionId: receipt.id, orderId, amount } as never })
  expect((await refusalOf(topUp('20000.01'))).data.fields[0].message).toBe('OVER_ALLOCATION')
  expect((await refusalOf(topUp('1.00', parent.orderId))).error).toBe('ILLEGAL_TRANSITION')
  const kept = await topUp(short!.missing)
  expect((await candidates()).topUps).toEqual([])
  expect((await refusalOf(instruct())).error).toBe('ARP_SHORTFALL')
  await passAll(portal, kept.no, 'REPAYMENT')
  expect(await balance(parent.orderId, 'F2900')).toBe(short!.missing)
  expect(await brokenLaws(portal)).toEqual([])

  await takeBack(portal, kept)
  expect(await balance(parent.orderId, 'F2900')).toBe('0.00')
  expect((await candidates()).topUps).toEqual([short])
  const again = await topUp(short!.missing)
  await passAll(portal, again.no, 'REPAYMENT')

  // Proceeds and top-up are exactly what is owed: the conversion happens, and no bank moves anything.
  await instruct()
  await passAll(portal, payment.no, 'PAYMENT')
  const { payments } = await portal.ask(settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.map((one) => one.id)).not.toContain(payment.id)
  await portal.ask(settlement, paymentCalls.markPaid, { body: { id: payment.id, valueDate: day, bankRef: payment.no } as never })
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
  expect(await orderOf(child.orderId)).toMatchObject({ status: 'FUNDED', principalOutstanding: '50000.0000' })
  expect([await balance(parent.orderId, 'F2900'), await balance(parent.orderId, 'F1150')]).toEqual(['0.00', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
  const late = portal.ask(settlement, repaymentCalls.reverse, { body: { id: again.id, reason: 'late' } as never })
  expect((await refusalOf(late)).error).toBe('ILLEGAL_TRANSITION')
})
