import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('who confirms a direct payment, or agrees to take it back, reads beside the decision who paid what on which invoice', async () => {
  const { cedarMaker, alderMaker, alderChecker, settlement2, operations } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const report = (seat: Seat, extra: object = {}) =>
    portal.ask(seat, directPaymentCalls.report, {
      body: { invoiceId, amount: '40000.00', valueDate: '2025-03-01', reference: 'SWIFT 7', ...extra },
    })
  const { id, no } = await report(cedarMaker)
  const page = await portal.ask(alderChecker, invoiceCalls.detail, { query: { id: invoiceId } })
  const named = {
    document: page.invoiceNo,
    supplier: page.supplier.name,
    buyer: page.buyer.name,
    face: `${page.amount} USD`,
    paidBy: page.buyer.name,
    amount: `${page.directPayments[0]!.amount} USD`,
    paidOn: '2025-03-01',
    reference: 'SWIFT 7',
  }
  expect(await factsTo(portal, alderChecker, no, 'DIRECT_PAYMENT')).toEqual({
    ...named,
    owedBefore: `${page.outstanding} USD`,
    owedAfter: '60000.00 USD',
  })
  // What the buyer reports is confirmed by its supplier alone. Settlement opens no invoice, and reads of one what it decides on.
  expect(await factsTo(portal, settlement2, no, 'DIRECT_PAYMENT')).toEqual({})
  expect(await factsTo(portal, operations, no, 'DIRECT_PAYMENT')).toMatchObject(named)
  const own = await report(alderMaker, { amount: '1000.00', reference: 'SWIFT 8' })
  expect(await factsTo(portal, settlement2, own.no, 'DIRECT_PAYMENT')).toMatchObject({
    amount: '1000.00 USD',
    reference: 'SWIFT 8',
  })
  await passAll(portal, no, 'DIRECT_PAYMENT')
  await portal.ask(alderMaker, directPaymentCalls.takeBack, { body: { id, reason: 'It was another invoice.' } })
  expect(await factsTo(portal, alderChecker, no, 'DIRECT_PAYMENT_REVERSAL')).toEqual({
    ...named,
    owedBefore: '60000.00 USD',
    owedAfter: '100000.00 USD',
    reason: 'It was another invoice.',
  })
})
