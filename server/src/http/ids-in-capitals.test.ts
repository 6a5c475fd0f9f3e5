import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../testing/trade.ts'
import { openingDay } from '../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('an invoice named in capitals is priced as the same invoice', async () => {
  const invoiceId = await aConfirmedInvoice(portal)
  const price = async (id: string) => {
    const body = requestFor(portal, [id])
    return (await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body })).pricingHash
  }
  expect(await price(invoiceId.toUpperCase())).toBe(await price(invoiceId))
})

test('an order named in capitals tells what an amount would pay of it', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal)
  const preview = (change: (id: string) => string) =>
    portal.ask(portal.seats.settlement, repaymentCalls.preview, {
      body: { orderId: change(orderId), amount: '1000.00', valueDate: openingDay, invoiceIds: invoiceIds.map(change) },
    })
  expect(await preview((id) => id.toUpperCase())).toEqual(await preview((id) => id))
})
