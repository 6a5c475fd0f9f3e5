import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  // Noon of the opening day for the operator and its banks.
  portal = await openPortal({}, [], () => new Date(`${openingDay}T04:00:00Z`))
})
afterAll(() => portal.close())

/** A conversion of half a loan, which leaves its supplier money. */
async function aConversion() {
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', faces: ['100000'], tenors: [90] })
  const issued = { amount: '50000.00', issueDate: openingDay, dueDate: addDays(openingDay, 60) }
  const [first, other] = [await aConfirmedInvoice(portal, issued), await aConfirmedInvoice(portal, issued)]
  await portal.look(async (tx) => {
    const { purchaseOrderId } = await tx
      .selectFrom('financeOrderItem')
      .select('purchaseOrderId')
      .where('orderId', '=', loan.orderId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('invoice').set({ purchaseOrderId }).where('id', 'in', [first, other]).execute()
  })
  return aRightConfirmedOrder(portal, requestFor(portal, [first], { fundingDate: openingDay, arpOfOrderId: loan.orderId }))
}

const paymentOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no', 'amount']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )

/** The funding of an order as a seat expects it on any of the next days. */
async function expected(seat: Seat, orderId: string, from: string): Promise<string[]> {
  const { rows } = await portal.ask(seat, reportCalls.cashflow, {
    body: { currency: 'USD', from, to: addDays(from, 30), step: 'DAY' },
  })
  return rows
    .filter(({ done, link, kind }) => !done && link?.includes(orderId) && ['FUNDING', 'DRAWING'].includes(kind))
    .map(({ date, kind, no, direction, amount }) => `${date} ${kind} ${no} ${direction} ${amount}`)
}

test.each(['order', 'conversion'] as const)(
  'the funding of a late %s is expected by supplier, funder and staff on the day and at the amount that its page tells',
  async (kind) => {
    const { alderMaker, elmMaker, settlement, settlement2 } = portal.seats
    await portal.setBusinessDate(openingDay)
    const order =
      kind === 'conversion'
        ? await aConversion()
        : await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)], { fundingDate: openingDay }))
    const { id: paymentId, no, amount: agreed } = await paymentOf(order.id)
    const isExpected = async (day: string, amount: string, from: string) => {
      expect(await expected(alderMaker, order.id, from)).toEqual([`${day} DRAWING ${order.orderNo} IN ${amount}`])
      for (const seat of [elmMaker, settlement2])
        expect(await expected(seat, order.id, from)).toEqual([`${day} FUNDING ${no} OUT ${amount}`])
    }
    const cents = (amount: string) => Number(amount).toFixed(2)
    await isExpected(openingDay, cents(agreed), openingDay)

    const today = await runEndOfDay(portal.app)
    const { needed, terms } = await portal.ask(alderMaker, financeOrderCalls.repricing, { body: { id: order.id } })
    const after = (name: string) => terms.find(({ key }) => key === name)!.after!
    const [day, paid] = [after('fundingDate'), after(kind === 'conversion' ? 'cashToSupplier' : 'net')]
    expect([needed, day > today, Number(paid) === Number(agreed)]).toEqual([true, true, false])
    for (const from of [today, day]) await isExpected(day, paid, from)

    // Past its draft it is expected as it was instructed, and the supplier is told of it once the bank has it.
    const sent = await portal.ask(settlement, paymentCalls.instruct, { body: { id: paymentId } })
    expect(sent).toMatchObject({ status: 'IN_APPROVE' })
    const { amount } = await paymentOf(order.id)
    await isExpected(sent.dueDate, cents(amount), today)
    expect(await brokenLaws(portal)).toEqual([])
  },
)

test('a conversion whose day is not over is expected on it at its accepted price by all, also after the cut-off of its bank', async () => {
  const { alderMaker, elmMaker, settlement2 } = portal.seats
  await portal.setBusinessDate(openingDay)
  const order = await aConversion()
  await portal.look((tx) =>
    tx.insertInto('paymentCutOff').values({ id: newId(), currency: 'USD', cutOffTime: '00:00', zone: 'Etc/GMT-8' }).execute(),
  )
  const { no, amount } = await paymentOf(order.id)
  const paid = Number(amount).toFixed(2)
  expect(await expected(alderMaker, order.id, openingDay)).toEqual([`${openingDay} DRAWING ${order.orderNo} IN ${paid}`])
  for (const seat of [elmMaker, settlement2])
    expect(await expected(seat, order.id, openingDay)).toEqual([`${openingDay} FUNDING ${no} OUT ${paid}`])
})
