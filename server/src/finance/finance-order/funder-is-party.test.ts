import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'

// A company that funds, sells and buys finances nothing that it owes or sells itself.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each(['alder', 'cedar'] as const)('an invoice is not financed by its own supplier or buyer (%s)', async (party) => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const ids = request.items.map(({ docId }) => docId)
  const offered = () => portal.ask(portal.seats.alderMaker, financeOrderCalls.invoiceList, { body: { ...request, ids } })
  const fundedBy = (company: 'alder' | 'cedar' | 'elm') =>
    portal.look((tx) =>
      tx
        .updateTable('financingProduct')
        .set({ funderId: portal.world.companies[company] })
        .where('id', '=', request.financingProductId)
        .execute(),
    )
  expect((await offered()).list[0]).toMatchObject({ selectable: true, reasons: [] })
  await fundedBy(party)
  expect((await offered()).list[0]).toMatchObject({ selectable: false, reasons: ['FUNDER_IS_PARTY'] })
  const price = portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  expect((await refusalOf(price)).error).toBe('INVOICE_NOT_ELIGIBLE')
  await fundedBy('elm')
})
