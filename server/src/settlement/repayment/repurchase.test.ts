import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aRepayment, brokenLaws, passAll as passMoney, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const requestOver = (invoiceId: string) =>
  requestFor(portal, [invoiceId], {
    financingProductId: portal.world.products.purchaseInArrears,
    fundingDate: openingDay,
  })
async function financed(invoiceId: string) {
  const { seats } = portal
  const order = await aRightConfirmedOrder(portal, requestOver(invoiceId))
  const { payments } = await portal.ask(seats.settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
  await portal.ask(seats.settlement, paymentCalls.instruct, { body: { id: payments[0]!.id } })
  await passMoney(portal, payments[0]!.no, 'PAYMENT')
  await portal.ask(seats.settlement, paymentCalls.markPaid, {
    body: { id: payments[0]!.id, valueDate: openingDay, bankRef: newId() },
  })
  return order
}
const payoffOf = async (orderId: string) =>
  (await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })).total
const repurchase = async (orderId: string) => aRepayment(portal, orderId, await payoffOf(orderId), { payerRole: 'SUPPLIER' })
const statusOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })).status
const shown = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })

test('an invoice that its supplier took back unpaid is financed again', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const first = await financed(invoiceId)
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'FINANCED' })

  await repurchase(first.id)
  expect(await statusOf(first.id)).toBe('SETTLED')
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'UNFINANCED' })

  const again = await financed(invoiceId)
  expect(await statusOf(again.id)).toBe('FUNDED')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  await aRepayment(portal, again.id, '100000')
  expect([await statusOf(first.id), await statusOf(again.id)]).toEqual(['SETTLED', 'SETTLED'])
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'SETTLED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a reversed repurchase holds its invoice again', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  await takeBack(portal, await repurchase(order.id))
  expect(await statusOf(order.id)).not.toBe('SETTLED')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a repurchase is not reversed while another order holds the invoice', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  const repayment = await repurchase(order.id)
  const second = await aSubmittedOrder(portal, requestOver(invoiceId))
  expect((await refusalOf(takeBack(portal, repayment))).error).toBe('INVOICE_LOCKED')
  expect([await statusOf(order.id), await shown(invoiceId)]).toMatchObject(['SETTLED', { financeStatus: 'LOCKED' }])

  await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: second.id }, body: {} })
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'UNFINANCED' })
  await passMoney(portal, repayment.no, 'REPAYMENT_REVERSAL')
  expect(await shown(invoiceId)).toMatchObject({ financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a repurchased invoice cannot be cancelled: a reversal finds it unchanged', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const order = await financed(invoiceId)
  const repayment = await repurchase(order.id)
  const cancel = portal.ask(portal.seats.alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
  expect((await refusalOf(cancel)).error).toBe('INVOICE_WAS_FINANCED')
  await takeBack(portal, repayment)
  expect(await shown(invoiceId)).toMatchObject({ docStatus: 'CONFIRMED', financeStatus: 'FINANCED' })
  expect(await brokenLaws(portal)).toEqual([])
})
