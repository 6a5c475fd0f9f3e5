import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { draftFunding } from '../../finance/finance-order/draft-funding.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import { aConfirmedOrder, actAs, aFundedOrder, aRepayment, brokenLaws, credit, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// What supplier and funder expect once something has changed what was agreed: a credit note, a conversion, a refusal of the bank.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** What a seat expects of the orders whose numbers are given, as `KIND DIRECTION AMOUNT`. */
async function expected(seat: Seat, ...orderIds: string[]): Promise<string[]> {
  const { rows } = await portal.ask(seat, reportCalls.cashflow, {
    body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' },
  })
  return rows
    .filter(({ done, link }) => !done && orderIds.some((id) => link?.includes(id)))
    .map(({ kind, direction, amount }) => `${kind} ${direction} ${amount}`)
    .sort()
}
const mirrored = (rows: readonly string[]) =>
  rows.map((row) => row.replace(/ (IN|OUT) /, (side) => (side === ' IN ' ? ' OUT ' : ' IN '))).sort()
const usd = (text: string) => M.fromDecimal(text, 'USD')
const balance = (orderId: string, account: string) =>
  portal.look(async (tx) => {
    const row = await tx
      .selectFrom('ledgerBalance')
      .select('balance')
      .where('orderId', '=', orderId)
      .where('book', '=', 'F')
      .where('account', '=', account)
      .executeTakeFirst()
    return Number(row?.balance ?? '0').toFixed(2)
  })
const reduce = (invoiceId: string, amount: string) => credit(portal, invoiceId, amount)

test.each([
  ['its own reserve, which the reserve of the other bears', '12000.00', '0.00', '16.33'],
  ['all reserve of its order, which leaves a claim', '25000.00', '4983.00', '81.67'],
  ['all reserve, with nothing left to owe', '100000.00', '79728.00', '81.67'],
])('of an invoice that was reduced by more than %s', async (_, note, settles, late) => {
  const { alderMaker, elmMaker, cedarMaker } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInAdvance',
    faces: ['100000', '100000'],
    tenors: [30, 60],
  })
  await reduce(invoiceIds[0]!, note)
  const reserve = M.negate(usd(await balance(orderId, '2000')))
  // The rest of the other invoice pays the 2,000.00 or 10,000.00 that this one lacks thirty days late: 6.80 % and a penalty of 3 % on them.
  const isBorne = M.isPositive(reserve)
  // The discount that its payment gives back pays a claim too (decision 253).
  const claim = settles === '0.00' ? [] : [`REPAYMENT OUT ${settles}`]
  const costs = isBorne ? [] : [`REPAYMENT OUT ${late}`]
  const releases = isBorne ? [`RELEASE IN ${M.toDecimal(M.subtract(reserve, usd(late)))}`] : []
  const mine = await expected(alderMaker, orderId)
  expect(mine).toEqual([...releases, ...claim, ...costs].sort())
  const { rows } = await portal.ask(cedarMaker, reportCalls.cashflow, {
    body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' },
  })
  const owed = await portal.look(async (tx) =>
    (await tx.selectFrom('invoice').select('outstanding').where('id', 'in', invoiceIds).execute()).flatMap(({ outstanding }) =>
      Number(outstanding) > 0 ? [`REPAYMENT IN ${Number(outstanding).toFixed(2)}`] : [],
    ),
  )
  for (const row of owed) expect(rows.map(({ amount }) => `REPAYMENT IN ${amount}`)).toContain(row)
  expect(await expected(elmMaker, orderId)).toEqual([...mirrored(mine), ...owed].sort())
})

test('a conversion on its way pays out what is left of its price, and leaves of the loan what it does not pay off', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['200000'], tenors: [90] })
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', faces: ['100000'], tenors: [60] })
  await asConversion(portal, child.orderId, parent.orderId)
  const both = [parent.orderId, child.orderId]
  const cashOf = async (seat: Seat) => (await expected(seat, ...both)).filter((row) => !row.startsWith('RELEASE'))
  const before = await cashOf(alderMaker)
  const buyer = 'REPAYMENT IN 100000.00'
  const agreed = async () => {
    expect(await cashOf(alderMaker)).toEqual(before)
    expect((await cashOf(elmMaker)).filter((row) => row !== buyer)).toEqual(mirrored(before))
  }
  await agreed()
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  const { amount } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
  expect(before).toContain(`DRAWING IN ${amount}`)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, 'PAYMENT')
  expect(await cashOf(alderMaker)).toEqual(before.map((row) => row.replace('DRAWING', 'FUNDING')).sort())
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: newId() },
  })
  // What is left of the loan bears interest as it was expected to, but for the cent of rounding.
  const [left] = (await expected(alderMaker, parent.orderId)).flatMap((row) => row.split(' ').at(-1) ?? [])
  const [told] = before.flatMap((row) => (row.startsWith('REPAYMENT OUT') ? [row.split(' ').at(-1)!] : []))
  expect(Math.abs(Number(left) - Number(told))).toBeLessThanOrEqual(0.01)
})

test('a payment that the bank refused stays expected by payer and payee until it is sent again', async () => {
  const { settlement, settlement3, cedarMaker, elmMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const repayment = await aRepayment(portal, orderId, '100700')
  const { id, no } = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'REFUND')
  await portal.ask(settlement3, paymentCalls.fail, { body: { id, reason: 'Account closed' } })
  expect(await expected(elmMaker, orderId)).toContain('REFUND OUT 700.00')
  expect(await expected(cedarMaker, orderId)).toContain('REFUND IN 700.00')
})

test('a funder expects to pay the platform what it holds for it, before and after it is drafted', async () => {
  const { elmMaker, settlement } = portal.seats
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const remittances = async () => {
    const { rows } = await portal.ask(elmMaker, reportCalls.cashflow, {
      body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' },
    })
    return rows.filter(({ kind, done }) => kind === 'FEE_REMIT' && !done).map(({ direction, amount }) => `${direction} ${amount}`)
  }
  const { remittances: due } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
  const held = due.filter(({ currency }) => currency === 'USD').map(({ amount }) => `OUT ${amount}`)
  expect(held).toHaveLength(1)
  expect(await remittances()).toEqual(held)
  await portal.ask(settlement, paymentCalls.addRemittance, { body: { funderId: portal.world.companies.elm, currency: 'USD' } })
  expect(await remittances()).toEqual(held)
})

test('of a loan with two conversions on their way no more is paid off than there is', async () => {
  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['200000'], tenors: [90] })
  for (const face of ['100000', '100000']) {
    const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', faces: [face], tenors: [60] })
    await asConversion(portal, child.orderId, parent.orderId)
  }
  const owed = (await expected(portal.seats.alderMaker, parent.orderId)).filter((row) => row.startsWith('REPAYMENT OUT'))
  expect(owed).toEqual([])
})
