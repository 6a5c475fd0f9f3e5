import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** What a buyer reports as paid on an invoice, as far as its transaction has come. */
async function reportPaid(tx: Tx, invoiceId: string, amount: string) {
  const { alder, cedar } = portal.world.companies
  await tx.selectFrom('invoice').select('id').where('id', '=', invoiceId).forUpdate().execute()
  await tx
    .insertInto('directPayment')
    .values({
      id: newId(),
      no: `DP-${newId().slice(-8)}`,
      invoiceId,
      supplierId: alder,
      buyerId: cedar,
      currency: 'USD',
      amount,
      payDate: '2025-03-01',
      reportedFor: cedar,
      createdBy: portal.seats.cedarMaker.userId,
    })
    .execute()
}

/** The refusal of an order that is submitted while the buyer's report of a payment on its invoice is being stored. */
async function submittedDuring(invoiceId: string, amount: string) {
  const waiting: ReturnType<typeof refusalOf>[] = []
  await portal.look(async (tx) => {
    await reportPaid(tx, invoiceId, amount)
    waiting.push(refusalOf(aSubmittedOrder(portal, requestFor(portal, [invoiceId]))))
    await untilSomebodyWaits(portal)
  })
  return waiting[0]
}

test('an order submitted while a payment on its invoice is being reported is priced with the report', async () => {
  expect(await submittedDuring(await aConfirmedInvoice(portal), '100000')).toMatchObject({ error: 'INVOICE_NOT_ELIGIBLE' })

  const invoiceId = await aConfirmedInvoice(portal)
  expect(await submittedDuring(invoiceId, '40000')).toMatchObject({ error: 'PRICING_EXPIRED' })
  const { total } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
    body: requestFor(portal, [invoiceId]),
  })
  expect(total.applyAmount).toBe('54000.00')
})
