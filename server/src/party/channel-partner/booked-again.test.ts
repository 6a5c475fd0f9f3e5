import type { FeeCode } from '@usance/domain/ledger/fee-lines'
import { addDays } from '@usance/domain/local-date'
import { channelPartnerList } from '@usance/wire/channel-partner/list'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeeRuleTable } from '../../database/tables.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, passAll, takeBack } from '../../testing/financing.ts'
import { anotherPartner, introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

// A receipt with a past value date books the order anew from that day on. The partner may have changed since then.

// A month ends eight days later.
const start = '2025-03-24'
let portal: Portal
let next: Seat
beforeEach(async () => {
  portal = await openPortal()
  await portal.setBusinessDate(start)
  next = await anotherPartner(portal)
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const day = (number: number) => addDays(start, number)
const product = 'purchaseInArrears'
/** The months of both partners as each reads them, and as staff do. */
async function told() {
  const months = async (seat: Seat, partner: Seat) =>
    (await portal.ask(seat, listCalls(channelPartnerList).pageList, { body: {} }))
      .list!.filter(({ partnerId }) => partnerId === partner.userId)
      .map(({ asOn, feeBase, financed }) => [`${asOn}`.slice(0, 7), feeBase, financed].join(' '))
      .sort()
  const [former, later] = [await months(portal.seats.bd, portal.seats.bd), await months(next, next)]
  expect([await months(portal.seats.auditor, portal.seats.bd), await months(portal.seats.auditor, next)]).toEqual([former, later])
  return { former, later }
}
const endDays = (number: number) => runEndOfDay(portal.app, { through: day(number) })
const change = () => introduce(portal, { userId: next.userId })
/** Leaves a product the one fee that a test is about. */
const onlyFee = (code: FeeCode, fee: Pick<Updateable<FeeRuleTable>, 'basis' | 'value' | 'timing'>) =>
  portal.look(async (tx) => {
    const productId = portal.world.products[product]
    await tx.deleteFrom('feeRule').where('productId', '=', productId).where('code', '<>', code).execute()
    await tx
      .updateTable('feeRule')
      .set({ ...fee, taxPct: '0' })
      .where('productId', '=', productId)
      .execute()
  })

test('a fee at settlement that moves to an earlier receipt stays with the partner who had earned it', async () => {
  await introduce(portal)
  await onlyFee('HANDLING', { basis: 'FLAT', value: '100', timing: 'SETTLEMENT' })
  const { orderId } = await aFundedOrder(portal, { product, fundingDate: start })
  await endDays(3)
  await aRepayment(portal, orderId, '2000', { valueDate: day(4) })
  await endDays(8)
  await change()
  const reported = await told()
  expect(reported).toEqual({ former: ['2025-03 100.00 90000.00'], later: [] })
  const early = await aRepayment(portal, orderId, '1000', { valueDate: day(2) })
  expect(await told()).toEqual(reported)
  await takeBack(portal, early)
  expect(await told()).toEqual(reported)
})

test('nights that are booked again are not told to a partner who came after them', async () => {
  await onlyFee('PLATFORM', { basis: 'PCT_PA_ADVANCE', value: '0.50' })
  const { orderId } = await aFundedOrder(portal, { product, fundingDate: start })
  await endDays(8)
  await change()
  // 90,000.00 for 60 days at 0.50 % a year is 75.00: 9 nights of 1.25 were nobody's, and 2 are the partner's.
  await endDays(10)
  const reported = await told()
  expect(reported).toEqual({ former: [], later: ['2025-04 2.50 0.00'] })
  const early = await aRepayment(portal, orderId, '1000', { valueDate: day(2) })
  expect(await told()).toEqual(reported)
  await takeBack(portal, early)
  expect(await told()).toEqual(reported)
  // What 11 nights have left unearned is earned with the receipt that pays the principal, whichever night it is of.
  const whole = await aRepayment(portal, orderId, '100000', { valueDate: day(2) })
  expect(await told()).toEqual({ former: [], later: ['2025-04 63.75 0.00'] })
  await takeBack(portal, whole)
  expect(await told()).toEqual(reported)
})

test('of an early fee that is booked again the difference is of the partner of that day, and the rest of whoever earned it', async () => {
  await introduce(portal)
  await onlyFee('HANDLING', { basis: 'FLAT', value: '100', timing: 'FUNDING' })
  const { orderId } = await aFundedOrder(portal, { product, fundingDate: start })
  const terms = sql`'{"earlyFeePct": "2", "earlyFeeBeneficiary": "PLATFORM"}'::jsonb`
  await portal.look((tx) =>
    sql`update finance_order set funded_terms = funded_terms || ${terms} where id = ${orderId}`.execute(tx),
  )
  await endDays(3)
  await aRepayment(portal, orderId, '20000', { valueDate: day(4) })
  await endDays(8)
  await change()
  const reported = await told()
  expect(reported.later).toEqual([])
  const before = await balanceIn(portal, orderId, 'P4020')
  const early = await aRepayment(portal, orderId, '10000', { valueDate: day(2) })
  const more = Math.abs(Number(await balanceIn(portal, orderId, 'P4020'))) - Math.abs(Number(before))
  expect(more).toBeGreaterThan(0)
  expect(await told()).toEqual({ ...reported, later: [`2025-04 ${more.toFixed(2)} 0.00`] })
  await takeBack(portal, early)
  expect(await told()).toEqual(reported)
})

test('an order that is funded again after its return stays with the partner of that day when it is booked again under another', async () => {
  const { settlement, settlement3 } = portal.seats
  await introduce(portal)
  await onlyFee('PLATFORM', { basis: 'PCT_PA_ADVANCE', value: '0.50' })
  const invoice = await aConfirmedInvoice(portal, { issueDate: day(-5), dueDate: day(60) })
  const request = requestFor(portal, [invoice], { fundingDate: start, financingProductId: portal.world.products[product] })
  const { id: orderId } = await aRightConfirmedOrder(portal, request)
  const { id, no } = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const fund = async () => {
    await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
    await passAll(portal, no, 'PAYMENT')
    const { valueDate } = await portal.look((tx) =>
      tx
        .selectFrom('financeOrder')
        .select('requestedFundingDate as valueDate')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    )
    // Money that came back is priced for a later day.
    if (valueDate > start) await runEndOfDay(portal.app, { through: addDays(valueDate, -1) })
    await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef: `FUNDED-${valueDate}` } })
  }
  await fund()
  await endDays(8)
  await change()
  const returnedOn = await endDays(9)
  await portal.ask(settlement3, paymentCalls.takeBack, { body: { id, returnedOn, reason: 'Account closed' } })
  // The return takes off the nights of each partner, and of the one of that month nothing is left.
  const returned = { former: ['2025-03 10.00 90000.00', '2025-04 -10.00 -90000.00'], later: [] }
  expect(await told()).toEqual(returned)
  await fund()
  await endDays(14)
  await introduce(portal)
  const reported = await told()
  expect(reported).toEqual({ ...returned, later: [expect.stringMatching(/^2025-04 .*[1-9].* 90000.00$/)] })
  const early = await aRepayment(portal, orderId, '1000', { valueDate: day(12) })
  expect(await told()).toEqual(reported)
  await takeBack(portal, early)
  expect(await told()).toEqual(reported)
})
