import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReceipt, aRepayment, passAll as passPayment } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../testing/trade.ts'
import { openingDay } from '../testing/world.ts'
import { answersTo } from './buyer-readings.ts'

// Administrators give rights. A buyer that was given every one of them still reads nothing of a financing that it was not told of.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'B', version = version + 1 where not roles like '%B%'`.execute(tx),
  )
}, 120_000)
afterAll(() => portal.close())

// The names of all companies tell of no financing, and the log of the operator is of everybody. Its own book is tested by itself.
const ofEverybody = ['company.listWithOther', 'company.simpleSearch', 'system.audit.', 'proof.subledgers.']
const isOfEverybody = (asked: string) => ofEverybody.some((name) => asked.startsWith(name))

/** An order that its buyer was not told of, paid out. */
async function anUntoldOrder(invoiceNo: string) {
  const { settlement, settlement3 } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo, dueDate: '2025-03-13', amount: '20000.00' })
  const order = await aSubmittedOrder(
    portal,
    requestFor(portal, [invoiceId], { financingProductId: portal.world.products.undisclosed }),
  )
  const read = () =>
    portal.look((tx) =>
      tx.selectFrom('financeOrder').select('rightConfirmParty').where('id', '=', order.id).executeTakeFirstOrThrow(),
    )
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  if ((await read()).rightConfirmParty === 'SUPPLIER')
    await portal.ask(portal.seats.alderChecker, financeOrderCalls.rightConfirmation, {
      query: { id: order.id },
      body: { accept: true },
    })
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passPayment(portal, payment.no, 'PAYMENT')
  await portal.ask(settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: `OUT-${payment.no}` },
  })
  return { invoiceId, payment, ...order }
}

test('a buyer with every right reads neither funder nor order of a financing that it was not told of, in no list and no reading', async () => {
  const { settlement, settlement3, cedarChecker } = portal.seats
  const { companies, accounts } = portal.world
  const [open, overpaid] = [await anUntoldOrder('RIGHTS-1'), await anUntoldOrder('RIGHTS-2')]
  const unmatched = await aReceipt(portal, '5000.00', { rawText: 'RIGHTS-1' })
  expect(unmatched.matchReason).toContain(open.orderNo)
  const repayment = await aRepayment(portal, overpaid.id, '20700.00')
  const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: refund.id } })
  await passPayment(portal, refund.no, 'REFUND')
  await portal.ask(settlement3, paymentCalls.markPaid, {
    body: { id: refund.id, valueDate: openingDay, bankRef: `BACK-${refund.no}` },
  })

  const { list } = await portal.ask(cedarChecker, listCalls(collectionList).pageList, { body: { pageSize: 100 } })
  expect(list?.map(({ no, funderName, matchReason }) => ({ no, funderName, matchReason }))).toContainEqual({
    no: unmatched.no,
    funderName: null,
    matchReason: null,
  })
  const records = [open, overpaid].flatMap(({ invoiceId, id, payment }) => [invoiceId, id, payment.id])
  const answers = await answersTo(portal, cedarChecker, [
    ...records,
    unmatched.id,
    repayment.collectionId,
    repayment.id,
    refund.id,
  ])
  const secrets = [
    ...[open, overpaid].flatMap(({ id, orderNo, payment }) => [id, orderNo, payment.id, payment.no]),
    ...[repayment.id, repayment.no, 'Elm', companies.elm, accounts.elm],
  ]
  const telling = [...answers].flatMap(([asked, text]) =>
    isOfEverybody(asked)
      ? []
      : secrets
          .filter((one) => text.includes(one) && !asked.includes(one))
          .map((one) => `${asked}: ${one} in ${text.slice(0, 300)}`),
  )
  expect(telling).toEqual([])
}, 600_000)
