import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { releaseBlockOf } from '../../books/servicing/releasable.ts'
import { elevate, inTransaction } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// What waits to be paid out is measured across companies, and told to each reader as far as it is the reader's own.
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
async function aFunding() {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  return aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
}
type Made = { id: string; no: string }
const waits = (seat: Seat) => portal.ask(seat, paymentCalls.releasable, { body: {} })
const releasesOf = async (seat: Seat, orderId: string) =>
  (await waits(seat)).releases
    .filter((one) => one.orderId === orderId)
    .map(({ amount, blockedBy, supplierName }) => ({ amount, blockedBy, supplierName }))
const refundsOf = async (seat: Seat, { id }: Made) =>
  (await waits(seat)).refunds.filter(({ repaymentId }) => repaymentId === id).map(({ amount }) => amount)
async function paid({ id, no }: Made, flow: 'RELEASE' | 'REFUND') {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, flow)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
}

test('a supplier reads of its reserve what settlement reads, and a buyer and another supplier nothing', async () => {
  const { settlement, elmMaker, alderMaker, cedarMaker, birchMaker } = portal.seats
  const { orderId } = await aFunding()
  const fundedOn = day
  await closeDays(28)
  const receipt = await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeDays(4)
  const told = async (...seats: Seat[]) => {
    const of = await releasesOf(settlement, orderId)
    for (const seat of seats) expect(await releasesOf(seat, orderId)).toEqual(of)
    return of
  }
  expect(await told(elmMaker, alderMaker)).toMatchObject([{ blockedBy: null, supplierName: expect.stringMatching(/Alder/) }])
  for (const seat of [cedarMaker, birchMaker]) expect(await releasesOf(seat, orderId)).toEqual([])

  // What is drafted of it waits no more, and a receipt that may be taken back keeps the rest.
  const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId, amount: '1000' } })
  await paid({ id, no }, 'RELEASE')
  await portal.ask(settlement, repaymentCalls.reverse, { body: { id: receipt.id, reason: 'Called back' } })
  expect(await told(elmMaker)).toMatchObject([{ blockedBy: 'REVERSAL' }])
  expect(await releasesOf(alderMaker, orderId)).toMatchObject([{ blockedBy: 'UNDER_REVIEW' }])
  await passAll(portal, receipt.no, 'REPAYMENT_REVERSAL')
  await aRepayment(portal, orderId, '90000', { valueDate: addDays(fundedOn, 5) })
  expect(await told(elmMaker, alderMaker)).toEqual([])
  await aRepayment(portal, orderId, '9500', { valueDate: day })
  await told(elmMaker, alderMaker)
})

test('a surplus waits for whom it goes back to, and for nobody once it is paid', async () => {
  const { settlement, elmMaker, alderMaker, cedarMaker, birchMaker } = portal.seats
  const { orderId } = await aFunding()
  const ofBuyer = await aRepayment(portal, orderId, '100500', { valueDate: day })
  const seats = [settlement, elmMaker, alderMaker, cedarMaker, birchMaker]
  const told = async (one: Made) => {
    const all: string[][] = []
    for (const seat of seats) all.push(await refundsOf(seat, one))
    return all
  }
  expect(await told(ofBuyer)).toEqual([['500.00'], ['500.00'], [], ['500.00'], []])
  const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: ofBuyer.id } })
  await paid(refund, 'REFUND')
  expect(await told(ofBuyer)).toEqual([[], [], [], [], []])
  const paidBack = (payerName: string) => aRepayment(portal, orderId, '70', { valueDate: day, payerRole: 'SUPPLIER', payerName })
  expect(await told(await paidBack('Alder'))).toEqual([['70.00'], ['70.00'], ['70.00'], [], []])
  // What a company has paid goes back to it, whoever it was booked for.
  expect(await told(await paidBack('Cedar Retail Inc'))).toEqual([['70.00'], ['70.00'], [], ['70.00'], []])
})

test('a rule that must see every company refuses to answer for a reader alone', async () => {
  const { orderId } = await aFunding()
  const asked = (sight: (tx: Parameters<typeof elevate>[0]) => Promise<void>) =>
    inTransaction(portal.app.db, { kind: 'company', companyId: portal.world.companies.alder }, 'read', async (tx) => {
      await sight(tx)
      return releaseBlockOf(tx, orderId)
    })
  await expect(asked(async () => {})).rejects.toThrow('call elevate')
  expect(await asked(elevate)).toBe(null)
})
