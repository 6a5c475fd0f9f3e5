import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** A signed order for the opening day that waits for its payment; `instruct` sends the payment off. */
async function aWaitingOrder() {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], { fundingDate: openingDay })
  const { id } = await aRightConfirmedOrder(portal, request)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  return { id, instruct: () => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } }) }
}

test('priced again, an order keeps the advance rate, the tenors and the amounts within which it was agreed', async () => {
  const [agreed, earlier] = [await aWaitingOrder(), await aWaitingOrder()]
  // As an order stored its terms before its bounds were among them: it has those of its product now.
  await portal.look((tx) =>
    sql`update finance_order set agreed_terms = agreed_terms - array['advanceRate', 'minTenor', 'maxTenor', 'minAmount', 'maxAmount']
      where id = ${earlier.id}`.execute(tx),
  )
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ currencies: ['USD'], advanceRate: '50', minTenor: 5, maxTenor: 20, minAmount: '1', maxAmount: '20000' })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
  // Saturday: paid on Monday the 10th, 53 days before maturity.
  await portal.setBusinessDate('2025-03-08')
  expect(await agreed.instruct()).toEqual({ status: 'IN_APPROVE', dueDate: '2025-03-10' })
  expect((await refusalOf(earlier.instruct())).error).toBe('TENOR_OUT_OF_RANGE')
})
