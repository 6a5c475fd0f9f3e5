import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { exposureOf } from '../../books/servicing/exposure.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import {
  aFundedOrder,
  answerTask,
  aReceipt,
  aRepayment,
  asOtherMoney,
  brokenLaws,
  passAll,
  takeBack as reverse,
  toldApart,
} from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aShortConversion } from '../../testing/short-conversion.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// What the bank paid of a reserve, a surplus, a receipt or the platform's fees, though the portal had cancelled its payment.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
type Made = { id: string; no: string }
const settlement = () => portal.seats.settlement
const detail = ({ id }: Made) => portal.ask(portal.seats.settlement3, paymentCalls.detail, { body: { id } })
const instruct = ({ id }: Made) => portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
const takeBack = ({ id }: Made) =>
  asOtherMoney((told) =>
    portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
      body: { id, returnedOn: day, reason: 'Sent back by the payee', ...told },
    }),
  )
const waiting = () => portal.ask(settlement(), paymentCalls.releasable, { body: {} })
const release = (orderId: string) => portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId } })
const refund = (repaymentId: string) => portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId } })

/** A payment that the bank refused and an approver then did not let go out again; answers what the bank reports as paid after that. */
async function cancelled(made: Made, businessType: string) {
  await instruct(made)
  await passAll(portal, made.no, businessType)
  const file = await aFileTaken(portal, made.id)
  await readReport(portal, report(file.no, line(made.no, 'RJCT', accountClosed)))
  await instruct(made)
  await answerTask(portal, portal.seats.settlement2, { businessId: made.id, reviewType: 'REFUSED' })
  expect(await detail(made)).toMatchObject({ status: 'CANCELLED' })
  return async () => {
    await readReport(portal, report(file.no, line(made.no, 'ACSC')))
    expect(await detail(made)).toMatchObject({ status: 'CANCELLED', bankFile: { outcome: 'ACCEPTED' } })
  }
}

/** A settled order with free reserve and a surplus of 500.00. */
async function aPaidOrder() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await closeDays(28)
  const receipt = await aRepayment(portal, orderId, '100500', { valueDate: day })
  await closeDays(7)
  return { orderId, receipt }
}

test('a cancelled release that the bank has is not drafted anew, and its reserve is free once the money is back', async () => {
  const { orderId } = await aPaidOrder()
  const free = async () => (await waiting()).releases.filter((one) => one.orderId === orderId).map(({ amount }) => amount)
  const reserveAtRisk = () =>
    portal.look(async (tx) => (await exposureOf(tx, { id: orderId, currency: 'USD' })).exposure.reserve.minor)
  const expectedBySupplier = async () => {
    const body = { currency: 'USD', from: day, to: addDays(day, 30), step: 'DAY' as const }
    const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, { body })
    return rows.filter((row) => row.kind === 'RELEASE' && !row.done && row.link?.includes(orderId)).map(({ amount }) => amount)
  }
  const before = await free()
  expect(await expectedBySupplier()).toEqual(before)
  const made = await release(orderId)
  const paid = await cancelled(made, 'RELEASE')
  expect(await free()).toEqual(before)
  const atRisk = await reserveAtRisk()
  await paid()
  expect(await free()).toEqual([])
  expect(await expectedBySupplier()).toEqual([])
  expect((await refusalOf(release(orderId))).error).toBe('RESERVE_NOT_FREE')
  expect(atRisk > 0n && (await reserveAtRisk()) === 0n).toBe(true)
  expect(await takeBack(made)).toEqual({ status: 'CANCELLED' })
  expect(await free()).toEqual(before)
  expect(await reserveAtRisk()).toBe(atRisk)
  await release(orderId)
})

test('a cancelled refund that the bank has is not drafted anew, and its surplus waits once the money is back', async () => {
  const { receipt } = await aPaidOrder()
  const open = async () => (await waiting()).refunds.filter((one) => one.repaymentId === receipt.id).map(({ amount }) => amount)
  const made = await refund(receipt.id)
  const paid = await cancelled(made, 'REFUND')
  expect(await open()).toEqual(['500.00'])
  await paid()
  expect(await open()).toEqual([])
  expect((await refusalOf(refund(receipt.id))).error).toBe('NOTHING_TO_REFUND')
  await takeBack(made)
  expect(await open()).toEqual(['500.00'])
  await refund(receipt.id)
})

test('a cancelled return that the bank has leaves nothing of its receipt, until the money is back', async () => {
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const receipt = await aReceipt(portal, '432.10', { payerName: 'Stray Sender Ltd', valueDate: day })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const sendBack = () =>
    portal.ask(settlement(), paymentCalls.addReturn, {
      body: {
        ...{ collectionId: receipt.id, ...toldApart(receipt), payeeName: 'Stray Sender Ltd', reason: 'No order is named' },
        ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
      },
    })
  const match = () =>
    portal.ask(settlement(), repaymentCalls.match, {
      body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount: '432.10' }] },
    })
  const left = () => portal.look(async (tx) => (await leftOf(tx, { id: receipt.id, amount: '432.10', currency: 'USD' })).minor)
  const made = await sendBack()
  const paid = await cancelled(made, 'REFUND')
  const whole = await left()
  await paid()
  expect(await left()).toBe(0n)
  expect((await refusalOf(sendBack())).error).toBe('RECEIPT_NOT_TO_RETURN')
  expect((await refusalOf(match())).error).toBe('ILLEGAL_TRANSITION')
  await takeBack(made)
  expect(await left()).toBe(whole)
  expect((await match()).repayments).toHaveLength(1)
})

test('a cancelled remittance that the bank has is not drafted anew, and is owed once the money is back', async () => {
  await aFundedOrder(portal, { fundingDate: day })
  const usd = { funderId: portal.world.companies.elm, currency: 'USD' }
  const owed = async () =>
    (await waiting()).remittances
      .filter((one) => one.funderId === usd.funderId && one.currency === 'USD')
      .map(({ amount }) => amount)
  const draft = () => portal.ask(settlement(), paymentCalls.addRemittance, { body: usd })
  const before = await owed()
  const made = await draft()
  const paid = await cancelled(made, 'PAYMENT')
  expect(await owed()).toEqual(before)
  await paid()
  expect(await owed()).toEqual([])
  expect((await refusalOf(draft())).error).toBe('NOT_FOUND')
  await takeBack(made)
  expect(await owed()).toEqual(before)
  await draft()
})

test('what was drafted in place of a cancelled payment is not sent once the bank reports that it has that', async () => {
  const { orderId, receipt } = await aPaidOrder()
  const [released, refunded] = [await release(orderId), await refund(receipt.id)]
  const reports = [await cancelled(released, 'RELEASE'), await cancelled(refunded, 'REFUND')]
  const [again, anew] = [await release(orderId), await refund(receipt.id)]
  for (const paid of reports) await paid()
  expect((await refusalOf(instruct(again))).error).toBe('RESERVE_NOT_FREE')
  expect((await refusalOf(instruct(anew))).error).toBe('REFUND_NOT_DUE')
  await takeBack(released)
  await takeBack(refunded)
  for (const made of [again, anew]) expect(await instruct(made)).toMatchObject({ status: 'IN_APPROVE' })
})

test.each(['RELEASE', 'REFUND'] as const)(
  'a repayment is not taken back while the bank has a cancelled %s that rests on it',
  async (type) => {
    const { orderId, receipt } = await aPaidOrder()
    const made = await (type === 'RELEASE' ? release(orderId) : refund(receipt.id))
    const paid = await cancelled(made, type)
    await paid()
    const { error, data } = await refusalOf(reverse(portal, receipt))
    expect([error, data.no]).toEqual(['PAYOUT_UNDER_WAY', made.no])
    await takeBack(made)
    await reverse(portal, receipt)
  },
)

test.each(['a match', 'a top-up'])(
  '%s in approval does not pass while the bank has a cancelled return of its receipt',
  async (what) => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    // Each of another amount: one of the same might bring the return of the other back.
    const amount = what === 'a match' ? '20000.00' : '20001.00'
    const receipt = await aReceipt(portal, amount, { payerName: 'Stray Sender Ltd', valueDate: day })
    await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
    const made = await portal.ask(settlement(), paymentCalls.addReturn, {
      body: {
        ...{ collectionId: receipt.id, ...toldApart(receipt), payeeName: 'Stray Sender Ltd', reason: 'No order is named' },
        ...{ payeeAccount: 'GB33BUKB20201555555555', payeeBankCode: 'BUKBGB22' },
      },
    })
    const paid = await cancelled(made, 'REFUND')
    const of = { collectionId: receipt.id, ...toldApart(receipt) }
    const topUp = async (body: typeof of) => {
      const { child } = await aShortConversion(portal, day)
      const wanted = { ...body, orderId: child.orderId, amount: '20000.00' }
      return asOtherMoney((told) => portal.ask(settlement(), repaymentCalls.topUp, { body: { ...wanted, ...told } }))
    }
    const { no } =
      what === 'a match'
        ? (
            await asOtherMoney((told) =>
              portal.ask(settlement(), repaymentCalls.match, {
                body: { ...of, ...told, payerRole: 'BUYER', parts: [{ orderId, amount: '20000.00' }] },
              }),
            )
          ).repayments[0]!
        : await topUp(of)
    await paid()
    const { error, data } = await refusalOf(passAll(portal, no, 'REPAYMENT'))
    expect([error, data.no]).toEqual(['RECEIPT_WITH_BANK', receipt.no])
    await takeBack(made)
    await passAll(portal, no, 'REPAYMENT')
  },
)
