import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { fundedOfBoth, ofBoth, paidOn } from '../../testing/two-buyers.ts'
import { openingDay, type Seat } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// Settlement and the funder alone read an open reversal. The list of waiting payouts does not reveal it to supplier and buyers.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** An order of Cedar and Dogwood that both have paid, Cedar with 500.00 beyond its debt. */
async function aPaidOrder() {
  const { purchaseInArrears } = portal.world.products
  const { request, ofCedar, ofDogwood } = await ofBoth(portal, { financingProductId: purchaseInArrears })
  const { id } = await fundedOfBoth(portal, request)
  const ofBuyer = await paidOn(portal, id, '100500.00', { buyerCode: 'CEDAR', invoiceIds: [ofCedar] })
  const ofOther = await paidOn(portal, id, '50000.00', { buyerCode: 'DOGWOOD', invoiceIds: [ofDogwood] })
  const waits = async (seat: Seat) => {
    const { releases, refunds } = await portal.ask(seat, paymentCalls.releasable, { body: {} })
    return {
      reserve: [...new Set(releases.filter(({ orderId }) => orderId === id).map(({ blockedBy }) => blockedBy))],
      surplus: refunds.filter(({ repaymentId }) => repaymentId === ofBuyer.id).map(({ blockedBy }) => blockedBy),
    }
  }
  return { ofOther, waits }
}

test('what the provider reports of the receipt of one buyer is not told to the other', async () => {
  const { elmChecker, alderChecker, cedarChecker } = portal.seats
  const { ofOther, waits } = await aPaidOrder()
  await portal.look(async (tx) => {
    const { collectionId } = await tx
      .selectFrom('repayment')
      .select('collectionId')
      .where('id', '=', ofOther.id)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('collection')
      .set({ reversalReportedAt: '2025-03-03T09:00:00Z' })
      .where('id', '=', collectionId)
      .execute()
  })
  expect(await waits(elmChecker)).toEqual({ reserve: ['REVERSAL'], surplus: ['REVERSAL'] })
  expect(await waits(alderChecker)).toEqual({ reserve: ['DATE'], surplus: [] })
  expect(await waits(cedarChecker)).toEqual({ reserve: [], surplus: ['UNDER_REVIEW'] })
})

test('supplier and buyers read of what waits that its order is under review, and settlement and funder that a receipt may be taken back', async () => {
  const { settlement, elmChecker, alderChecker, alderDirector, cedarChecker } = portal.seats
  const { ofOther, waits } = await aPaidOrder()
  const toLenders = async (reserve: string[], surplus: string[]) => {
    for (const seat of [settlement, elmChecker]) expect(await waits(seat)).toEqual({ reserve, surplus })
  }
  const toParties = async (reserve: string[], surplus: (string | null)[]) => {
    for (const seat of [alderChecker, alderDirector]) expect(await waits(seat)).toEqual({ reserve, surplus: [] })
    expect(await waits(cedarChecker)).toEqual({ reserve: [], surplus })
  }
  await toParties(['DATE'], [null])
  await portal.ask(settlement, repaymentCalls.reverse, { body: { id: ofOther.id, reason: 'Called back' } })
  // What would keep the reserve all the same is still the reason that its supplier reads.
  await toLenders(['REVERSAL'], ['REVERSAL'])
  await toParties(['DATE'], ['UNDER_REVIEW'])
  await runEndOfDay(portal.app, { through: addDays(openingDay, 3) })
  await toLenders(['REVERSAL'], ['REVERSAL'])
  await toParties(['UNDER_REVIEW'], ['UNDER_REVIEW'])
})
