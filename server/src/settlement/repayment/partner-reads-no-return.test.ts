import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await introduce(portal)
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'P', version = version + 1
      where permission = 'repayment.repaymentDetail.view'`.execute(tx),
  )
})
afterAll(() => portal.close())

test('a partner who was given the right to read repayments reads of no payment that a receipt may be the return of', async () => {
  const { settlement, bd, elmMaker } = portal.seats
  const { orderId, payment } = await aFundedOrder(portal)
  const { amount, bankRef } = await portal.ask(settlement, paymentCalls.detail, { body: { id: payment.id } })
  const receipt = await portal.ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      ...{ bankAccountId: portal.world.accounts.elm, bankRef: 'BACK-1', valueDate: openingDay, currency: 'USD', amount },
      ...{ payerName: 'Alder Textiles Ltd', rawText: `RETURN ${payment.no} ${bankRef}` },
    },
  })
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'SUPPLIER', parts: [{ orderId, amount }], notReturnOf: [payment.no] },
  })
  const readBy = async (seat: Seat) =>
    (await portal.ask(seat, repaymentCalls.detail, { body: { id: repayments[0]!.id } })).maybeReturnOf?.map(({ no }) => no)
  for (const seat of [settlement, elmMaker]) expect(await readBy(seat)).toEqual([payment.no])
  expect(await readBy(bd)).toEqual([])
})
