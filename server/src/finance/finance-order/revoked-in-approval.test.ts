import { setTimeout as sleep } from 'node:timers/promises'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** How often the database has ended a ring of waiting transactions so far. */
async function ringsEnded(): Promise<number> {
  const { rows } = await portal.look((tx) =>
    sql<{ n: string }>`select deadlocks::text as n from pg_stat_database where datname = current_database()`.execute(tx),
  )
  return Number(rows[0]!.n)
}

/** The codes of eight answers at once: one person decides and the supplier takes the order back, in turn. */
async function answersAtOnce(seat: Seat, [businessNo, businessType]: [string, string], orderId: string) {
  const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
    body: { businessNo, businessType, ifQueryTask: 'YES' },
  })
  const pass = () =>
    portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED', approvalComments: '' },
    })
  const revoke = () => portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
  return Promise.all(
    [pass, revoke, pass, revoke, pass, revoke, pass, revoke].map((act) =>
      act().then(
        () => 'DONE',
        (refusal: { data?: { error?: string } }) => refusal.data?.error,
      ),
    ),
  )
}

test('an order taken back while it is decided on, or while its payment is, waits for nobody in a ring', async () => {
  const before = await ringsEnded()
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const ofOrder = await answersAtOnce(portal.seats.alderChecker, [order.orderNo, 'FINANCE_ORDER'], order.id)
  expect(ofOrder).toContain('DONE')

  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  const ofPayment = await answersAtOnce(portal.seats.settlement2, [payment.no, 'PAYMENT'], orderId)
  expect(ofPayment).toContain('DONE')
  // The statistics of a connection are written at most once a second.
  await sleep(1500)
  await portal.look((tx) => sql`select 1`.execute(tx))
  expect(await ringsEnded()).toBe(before)
})
