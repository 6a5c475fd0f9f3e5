import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aConfirmedOrder, actAs, aFundedOrder, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { draftFunding } from '../payment/draft-funding.ts'

// A portal of its own: nobody is overdue here, so that nothing stops what is bought next.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const orderOf = (id: string) =>
  portal.look((tx) => tx.selectFrom('financeOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('the trial of a conversion pays off what the payment will: half of the order first, then all that is left', async () => {
  const parent = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [90],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', parent.orderId).executeTakeFirstOrThrow(),
  )
  const issued = { issueDate: addDays(openingDay, -1), dueDate: addDays(openingDay, 60) }
  const ours = await aConfirmedInvoice(portal, issued)
  const other = await aConfirmedInvoice(portal, issued)
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', ours).execute())
  const price = (id: string) =>
    portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, [id], { fundingDate: openingDay, arpOfOrderId: parent.orderId }),
    })
  const payoff = async () => {
    const { total } = await price(ours)
    return (Number(total.net) - Number(total.cashToSupplier)).toFixed(2)
  }
  expect(await payoff()).toBe('60000.00')
  expect((await refusalOf(price(other))).error).toBe('INVOICE_NOT_ELIGIBLE')

  const child = await aConfirmedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: openingDay,
    faces: ['100000'],
    tenors: [60],
  })
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ arpOfOrderId: parent.orderId }).where('id', '=', child.orderId).execute(),
  )
  const payment = await actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, child.orderId))
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } as never })
  await passAll(portal, payment.no, 'PAYMENT')
  const tooEarly = portal.ask(portal.seats.settlement, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: addDays(openingDay, -1), bankRef: newId() } as never,
  })
  expect((await refusalOf(tooEarly)).error).toBe('CONVERSION_DAY_CLOSED')
  await portal.ask(portal.seats.settlement, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: newId() } as never,
  })
  expect(await orderOf(parent.orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '60000.0000' })
  expect(await payoff()).toBe('60000.00')
  expect(await brokenLaws(portal)).toEqual([])
})
