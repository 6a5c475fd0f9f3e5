import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// What is told of a claim settles it: fees at settlement that the money pays first are in it (decision 240).
let portal: Portal
let today = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ basis: 'FLAT', value: '50', timing: 'SETTLEMENT', taxPct: '6', payer: 'SUPPLIER', beneficiary: 'PLATFORM' })
      .where('productId', '=', portal.world.products.purchaseInAdvance)
      .where('code', '=', 'HANDLING')
      .execute(),
  )
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const usd = (text: string) => M.fromDecimal(text, 'USD')
const less = (text: string, by: string) => M.toDecimal(M.subtract(usd(text), usd(by)))

/** The claims as the figures of the overview tell them to the supplier: what is claimed, and what settles it today. */
async function overview() {
  const { currencies } = await portal.ask(portal.seats.alderMaker, reportCalls.accountOverview, { body: {} })
  const figure = currencies.find(({ currency }) => currency === 'USD')?.figures.find(({ figure: name }) => name === 'CLAIMS')
  return [figure?.amount, figure?.settles]
}
const rowsOf = async () =>
  (await portal.ask(portal.seats.alderMaker, reportCalls.accountOverviewRows, { body: { figure: 'CLAIMS', currency: 'USD' } }))
    .rows
const messageOn = (orderId: string) =>
  portal.look(async (tx) => {
    const { params } = await tx
      .selectFrom('notification')
      .select('params')
      .where('event', '=', 'RECOURSE_CLAIM_OPENED')
      .where('objectId', '=', orderId)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return params
  })
const claimOn = (orderId: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('recourseClaim')
      .select(['amount', 'paidAmount', 'dueDate'])
      .where('orderId', '=', orderId)
      .where('status', '=', 'OPEN')
      .execute()
    return rows.map(({ amount, paidAmount, dueDate }) => ({ left: less(amount, paidAmount), dueDate }))
  })
const cashOn = async (orderId: string) => {
  const body = { currency: 'USD', from: today, to: addDays(today, 120), step: 'DAY' as const }
  const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, { body })
  return rows
    .filter(({ done, link, direction }) => !done && direction === 'OUT' && link?.includes(orderId))
    .map(({ date, amount }) => ({ date, amount }))
}
const blockOn = async (orderId: string) =>
  (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).releases.find(
    (one) => one.orderId === orderId,
  )?.blockedBy
const closeDays = async (count: number) => {
  today = await runEndOfDay(portal.app, { through: addDays(today, count - 1) })
}

test('a supplier that pays the claim as it is told owes no claim, and the reserve of its other order is free', async () => {
  const paid = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [3] })
  await closeDays(3)
  await aRepayment(portal, paid.orderId, '100000.00', { valueDate: today })
  await closeDays(4)
  expect(await blockOn(paid.orderId)).toBe(null)
  const { orderId, invoiceIds } = await aFundedOrder(portal, { fundingDate: today, tenors: [60] })
  await credit(portal, invoiceIds[0]!, '10980.00')
  expect(await blockOn(paid.orderId)).toBe('CLAIM')

  const [claimed, settles] = await overview()
  expect(claimed).toBe('980.00')
  // The fee of 53.00 is paid first, and the rebate of interest in advance pays a part.
  expect(settles).toBe('1022.82')
  expect(await rowsOf()).toMatchObject([{ id: orderId, amount: '980.00', settles }])
  expect(await messageOn(orderId)).toMatchObject({ amount: '980.00', settles })

  await aRepayment(portal, orderId, less(settles!, '0.01'), { valueDate: today, payerRole: 'SUPPLIER' })
  expect((await claimOn(orderId)).map(({ left }) => left)).toEqual(['0.01'])
  expect((await overview())[1]).toBe('0.01')
  await aRepayment(portal, orderId, '0.01', { valueDate: today, payerRole: 'SUPPLIER' })
  expect([await claimOn(orderId), await overview(), await blockOn(paid.orderId)]).toEqual([[], ['0.00', null], null])
})

test('a claim is expected as what settles it on its day, and paid so it is settled', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { fundingDate: today, tenors: [60] })
  await credit(portal, invoiceIds[0]!, '10500.00')
  await credit(portal, invoiceIds[0]!, '300.00')
  const [first, second] = await claimOn(orderId)
  const cash = await cashOn(orderId)
  expect([first?.left, second?.left]).toEqual(['500.00', '300.00'])
  expect(cash.map(({ date }) => date)).toEqual([first?.dueDate, second?.dueDate])
  const told = M.toDecimal(
    M.sum(
      cash.map(({ amount }) => usd(amount)),
      'USD',
    ),
  )
  await closeDays((Date.parse(second!.dueDate) - Date.parse(today)) / 86_400_000)
  expect(
    M.toDecimal(
      M.sum(
        (await cashOn(orderId)).map(({ amount }) => usd(amount)),
        'USD',
      ),
    ),
  ).toBe(told)
  expect((await rowsOf()).find(({ id }) => id === orderId)?.settles).toBe(told)
  await aRepayment(portal, orderId, told, { valueDate: today, payerRole: 'SUPPLIER' })
  expect(await claimOn(orderId)).toEqual([])
})

test('the rebate of a payment pays the claim of an order of two invoices as well, and what is told settles it', async () => {
  const paid = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: today, tenors: [3] })
  await closeDays(3)
  await aRepayment(portal, paid.orderId, '100000.00', { valueDate: today })
  await closeDays(4)
  const wanted = { fundingDate: today, tenors: [60, 60], faces: ['30000', '20000'], rate: '7.00' }
  const first = await aFundedOrder(portal, wanted)
  await credit(portal, first.invoiceIds[0]!, '8000.00')
  expect((await claimOn(first.orderId)).map(({ left }) => left)).toEqual(['3000.00'])
  // Paid less a cent, the claim is settled by the rebate, whose rest is reserve of the open invoices.
  await aRepayment(portal, first.orderId, '3052.99', { valueDate: today, payerRole: 'SUPPLIER' })
  expect([await claimOn(first.orderId), await balanceIn(portal, first.orderId, 'F1300')]).toEqual([[], '0.00'])
  expect([await overview(), await blockOn(paid.orderId)]).toEqual([['0.00', null], null])

  const { orderId, invoiceIds } = await aFundedOrder(portal, wanted)
  await credit(portal, invoiceIds[0]!, '8000.00')
  const told = (await overview())[1]
  expect(await messageOn(orderId)).toMatchObject({ amount: '3000.00', settles: told })
  await aRepayment(portal, orderId, less(told!, '0.01'), { valueDate: today, payerRole: 'SUPPLIER' })
  expect((await claimOn(orderId)).map(({ left }) => left)).toEqual(['0.01'])
  expect([await overview(), await balanceIn(portal, orderId, 'F2000')]).toEqual([['0.01', '0.01'], '0.00'])
  expect(await blockOn(paid.orderId)).toBe('CLAIM')
  await aRepayment(portal, orderId, '0.01', { valueDate: today, payerRole: 'SUPPLIER' })
  expect([await claimOn(orderId), await overview(), await blockOn(paid.orderId)]).toEqual([[], ['0.00', null], null])
})

test('a claim that a late receipt opens is told once, and again when the payment of it is taken back', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'payables', fundingDate: today, tenors: [10] })
  await closeDays(30)
  const told = () =>
    portal.look(async (tx) => {
      const rows = await tx
        .selectFrom('notification')
        .select(['companyId', 'params'])
        .where('event', '=', 'RECOURSE_CLAIM_OPENED')
        .where('objectId', '=', orderId)
        .execute()
      const { supplierId, funderId } = await tx
        .selectFrom('financeOrder')
        .select(['supplierId', 'funderId'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const to = (company: string) => rows.filter(({ companyId }) => companyId === company).map(({ params }) => params)
      return { supplier: to(supplierId), funder: to(funderId), all: rows.length }
    })
  // Without a reserve, the interest of a late payment is a claim on the supplier.
  await aRepayment(portal, orderId, '100000', { valueDate: today })
  const [claim] = await claimOn(orderId)
  const [, settles] = await overview()
  const [first, ...more] = (await told()).supplier
  expect([first, more]).toEqual([expect.objectContaining({ amount: claim!.left, settles }), []])
  expect(await told()).toMatchObject({ funder: [first], all: 2 })

  const paid = await aRepayment(portal, orderId, settles!, { valueDate: today, payerRole: 'SUPPLIER' })
  expect([await claimOn(orderId), (await told()).all]).toEqual([[], 2])
  await takeBack(portal, paid)
  const again = await told()
  expect(again).toMatchObject({ supplier: [first, first], all: 4 })
})
