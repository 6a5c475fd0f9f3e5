import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a refund is booked in the book of its payment, whichever company has sent the money', async () => {
  const { settlement } = portal.seats
  const names = await portal.look((tx) =>
    tx
      .selectFrom('company')
      .select(['id', 'name'])
      .where('id', 'in', [portal.world.companies.alder, portal.world.companies.cedar])
      .execute(),
  )
  const day = addDays(openingDay, 5)
  const orders = [
    {
      payerRole: 'SUPPLIER',
      sender: portal.world.companies.cedar,
      ...(await aFundedOrder(portal, { product: 'purchaseInArrears' })),
    },
    {
      payerRole: 'BUYER',
      sender: portal.world.companies.alder,
      ...(await aFundedOrder(portal, { product: 'purchaseInArrears' })),
    },
  ] as const
  await runEndOfDay(portal.app, { through: addDays(day, -1) })
  for (const { payerRole, sender, orderId } of orders) {
    const { total } = await portal.ask(settlement, repaymentCalls.payoff, { body: { orderId } })
    const owed = payerRole === 'BUYER' ? '100000' : total
    const amount = M.toDecimal(M.add(M.fromDecimal(owed, 'USD'), M.fromDecimal('624.79', 'USD')))
    const receipt = await aReceipt(portal, amount, {
      valueDate: day,
      payerName: names.find((one) => one.id === sender)!.name,
    })
    const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, payerRole, parts: [{ orderId, amount }], idempotencyKey: newId() },
    })
    const repayment = repayments[0]!
    await passAll(portal, repayment.no, 'REPAYMENT')
    const refund = await portal.ask(settlement, paymentCalls.addRefund, {
      body: { repaymentId: repayment.id, idempotencyKey: newId() },
    })
    const { no } = await portal.look((tx) =>
      tx.selectFrom('payment').select('no').where('id', '=', refund.id).executeTakeFirstOrThrow(),
    )
    await portal.ask(settlement, paymentCalls.instruct, { body: { id: refund.id, idempotencyKey: newId() } })
    await passAll(portal, no, 'REFUND')
    await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
      body: { id: refund.id, valueDate: day, bankRef: `OUT-${no}`, idempotencyKey: newId() },
    })
    expect(await brokenLaws(portal)).toEqual([])
  }
})
